#!/bin/sh
# The rules of docs/architecture.md that a machine can check.
set -u

cd "$(dirname "$0")/../.." || exit 1
failed=0

# refuse MESSAGE LINES: the lines are what breaks a rule
refuse() {
    if [ -n "$2" ]; then
        printf '%s:\n%s\n' "$1" "$2"
        failed=1
    fi
}

refuse "only crypto.c talks to OpenSSL" \
    "$(grep -rn '#include <openssl/' core sqlite bindings | grep -v '^core/src/crypto.c:')"
refuse "only os.c talks to the system" \
    "$(grep -rnE '#include <(sys/|time.h|unistd.h|pthread.h|ifaddrs.h|netpacket/)' core sqlite bindings |
        grep -v '^core/src/os.c:')"
refuse "the pure rooms hold no state and call no world" \
    "$(cd core/src && grep -nE '_Atomic|atomic_|os_|crypto_|entropy_|^static [a-z0-9_ ]+;$' \
        status.c layout.c build.c hex.c hex_x86.c hex_neon.c text*.c calendar.c match.c ldap.c)"
refuse "a face holds no bits of UUIDs" \
    "$(grep -nE '>>|<<|& *(0x|~|[0-9])' sqlite/*.c bindings/lua/*.c bindings/python/uuid9562/*.c cli/*.c)"
refuse "the version stands in uuid9562.h and in the CHANGELOG" \
    "$(v=$(sed -n 's/#define UUID9562_VERSION "\(.*\)"/\1/p' core/include/uuid9562.h)
        grep -rnF "$v" --include='*' . --exclude-dir=.git --exclude-dir=build |
            grep -v '^./core/include/uuid9562.h:\|^./CHANGELOG.md:' | grep -vF '127.0.0.1')"
refuse "every file says what it is for" \
    "$(for f in core/*.c core/src/* sqlite/*.c bindings/lua/*.c bindings/python/uuid9562/*.c cli/* tests/core/*; do
        head -c 2 "$f" | grep -q '^/\*' || echo "$f"
    done)"
[ $failed = 0 ] && echo "rules of the house: kept"
exit $failed
