use threads;

my ($THREADS, $ROWS) = (4, 2500);

sub store {
    my $first = shift;
    my $db = open_database('rows.db');
    $db->sqlite_busy_timeout(60000);
    $db->do('PRAGMA synchronous = OFF');
    my $insert = $db->prepare('INSERT INTO event (what) VALUES (?)');
    $insert->execute($_) for $first .. $first + $ROWS - 1;
    $db->disconnect;
}

$_->join for map { threads->create(\&store, $_ * $ROWS) } 0 .. $THREADS - 1;

$db = open_database('rows.db');
my $same = $db->prepare('SELECT what FROM event WHERE id = ?');
my $found = 0;
for my $row (@{$db->selectall_arrayref('SELECT id, what FROM event ORDER BY id')}) {
    my $what;
    ($key, $what) = @$row;
    $same->bind_param(1, $key, SQL_BLOB);
    $same->execute;
    $same->fetchrow_array == $what or die $what;
    $found++;
}

print "version @{[substr($^V, 1)]}, DBD::SQLite $DBD::SQLite::VERSION, SQLite $db->{sqlite_version}\n";
print "binds @{$db->selectrow_arrayref('SELECT typeof(?), typeof(?), typeof(?)', {}, 42, \"\0\xff\", 'a')}\n";
my $wide = $db->prepare('SELECT uuid_timestamp_ns(uuid7_at_ns(?))');
$wide->bind_param(1, 1645557742123456789, SQL_INTEGER);
$wide->execute;
print 'nanoseconds ', $wide->fetchrow_array, "\n";
print 'key ', utf8::is_utf8($key) ? 'characters' : 'bytes', "\n";
print "found $found\n";
eval { $db->do("SELECT uuid_check('6ba7b810+')") } or print "error $@";
