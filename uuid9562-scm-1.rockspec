rockspec_format = "3.0"
package = "uuid9562"
version = "scm-1"
source = {
   url = ".", -- a checkout: luarocks make
}
description = {
   summary = "UUIDs as RFC 9562 defines them, strictly ordered and safe after fork",
   detailed = [[
      Every version of RFC 9562 (1, 3 to 8), parsing, formatting, inspection and the matching rules
      of RFC 4530, from a C core that SQLite, Python and C share.]],
   license = "MIT",
   labels = {"uuid", "uuidv7", "rfc9562", "ulid", "typeid"},
}
dependencies = {
   "lua >= 5.1",
}
-- By the Makefile, in a temporary folder: a uuid9562.so left in the working directory would be
-- found by Python, too. It says what is missing to build with; external_dependencies would name no
-- package. CPPFLAGS in the environment says where OpenSSL's headers are, if not in a usual place.
build = {
   type = "command",
   install_command = [[MAKE="$(MAKE)" CFLAGS="$(CFLAGS)" LUA_INCDIR="$(LUA_INCDIR)" ]]
      .. [[sh bindings/lua/rock.sh "$(LIBDIR)"]],
}
test = {
   type = "command",
   script = "tests/hosts/lua/run.lua",
}
