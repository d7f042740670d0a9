{
  lib,
  stdenv,
  fetchurl,
  openssl,
  pkg-config,
  sqlite,
  versionCheckHook,
}:

stdenv.mkDerivation (finalAttrs: {
  pname = "uuid9562";
  version = "@VERSION@";

  src = fetchurl {
    url = "@ARCHIVE@";
    hash = "sha256-@SHA256_BASE64@";
  };

  __structuredAttrs = true;
  strictDeps = true;

  nativeBuildInputs = [ pkg-config ];
  buildInputs = [
    openssl
    sqlite
  ];

  makeFlags = [
    "CRYPTO=shared"
    "PARTS=c command sqlite"
    "PREFIX=${placeholder "out"}"
  ];
  buildFlags = [
    "lib"
    "cli"
    "sqlite"
  ];

  doInstallCheck = true;
  nativeInstallCheckInputs = [ versionCheckHook ];

  meta = {
    description = "UUIDs of RFC 9562, as a C library, a command and functions of SQLite";
    homepage = "@SITE@";
    changelog = "https://github.com/@REPOSITORY@/blob/v${finalAttrs.version}/CHANGELOG.md";
    license = lib.licenses.mit;
    maintainers = [ ];
    mainProgram = "uuid9562";
    platforms = lib.platforms.unix;
  };
})
