use strict;
use warnings;
use DBI qw(:sql_types);

sub open_database {
    my $db = DBI->connect("dbi:SQLite:dbname=$_[0]", '', '', {RaiseError => 1, PrintError => 0});
    $db->sqlite_enable_load_extension(1);
    $db->sqlite_load_extension('/usr/local/lib/sqlite3/uuid9562');
    $db->sqlite_enable_load_extension(0);
    return $db;
}

my $db = open_database('event.db');
my ($key) = $db->selectrow_array("INSERT INTO event (what) VALUES ('began') RETURNING id");
my $select = $db->prepare('SELECT what FROM event WHERE id = ?');
$select->bind_param(1, $key, SQL_BLOB);
$select->execute;
print length($key), ' ', $select->fetchrow_array, "\n";
# => 16 began
my $recent = $db->prepare('SELECT count(*) FROM event WHERE id >= uuid7_min_blob(?)');
$recent->bind_param(1, (time - 60) * 1000, SQL_INTEGER);
$recent->execute;
print $recent->fetchrow_array, "\n";
# => 1
