rockspec_format = "3.0"
package = "uuid9562"
version = "scm-1"
source = {
   url = ".", -- made from a checkout: luarocks make
}
description = {
   summary = "UUIDs as RFC 9562 defines them, strictly ordered and safe after fork",
   detailed = [[
      Every version of RFC 9562 (1, 3 to 8), parsing, formatting, inspection and the matching rules
      of RFC 4530, from a C core that SQLite, Python and C share.]],
   license = "MIT",
}
dependencies = {
   "lua >= 5.4",
}
external_dependencies = {
   CRYPTO = {
      header = "openssl/evp.h",
      library = "crypto",
   },
}
build = {
   type = "builtin",
   modules = {
      uuid9562 = {
         sources = { "bindings/lua/uuid9562.c", "core/uuid9562.c" },
         incdirs = { "core/include", "$(CRYPTO_INCDIR)" },
         libdirs = { "$(CRYPTO_LIBDIR)" },
         libraries = { "crypto" },
      },
   },
}
test = {
   type = "command",
   script = "tests/lua/run.lua",
}
