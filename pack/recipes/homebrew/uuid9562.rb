class Uuid9562 < Formula
  desc "UUIDs of RFC 9562, as a C library, a command and functions of SQLite"
  homepage "@SITE@"
  url "@ARCHIVE@"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "sqlite" => [:build, :test]
  depends_on "openssl@3"

  def install
    system "make", "install", "PREFIX=#{prefix}", "PARTS=c command sqlite", "CRYPTO=shared"
  end

  test do
    assert_equal "2ed6657d-e927-568b-95e1-2665a8aea6a2\n",
                 shell_output("#{bin}/uuid9562 -u uuid5 -n @dns -N www.example.com")
    assert_equal "7\n", pipe_output("#{formula_opt_bin("sqlite")}/sqlite3", <<~SQL, 0)
      .load #{lib}/sqlite3/uuid9562
      SELECT uuid_version(uuid7());
    SQL
  end
end
