#!/bin/sh
# Writes Python's list of its own modules, without those whose code Debian's libpython.a lacks:
# _sha2 in 3.13, all digests from 3.14 on.
folder=$(python3-config --configdir) || exit 1
case $folder in
*python3.1[1-3]/*) lacks=_sha2 ;;
*) lacks='_(md5|sha[1-3]|blake2|hmac)' ;;
esac
grep -vwE "$lacks" "$folder/config.c"
