$db = connect('rows.db');
$db->exec('PRAGMA synchronous = OFF');
$insert = $db->prepare('INSERT INTO event (what) VALUES (?)');
for ($number = 0; $number < 10000; $number++) {
    $insert->bindValue(1, (string)$number);
    $insert->execute();
}
$rows = $db->query('SELECT id, what FROM event ORDER BY id');
$select = $db->prepare('SELECT what FROM event WHERE id = ?');
for ($found = 0; $row = $rows->fetchArray(); $found++) {
    $select->bindValue(1, $row['id'], SQLITE3_BLOB);
    $same = $select->execute()->fetchArray();
    if ($same[0] !== $row['what'] || $row['what'] !== (string)$found)
        break;
    $key = $row['id'];
}

function bound($sql, ...$values) {
    global $db;
    $statement = $db->prepare($sql);
    foreach ($values as $i => $value)
        $statement->bindValue($i + 1, $value);
    return implode(' ', $statement->execute()->fetchArray(SQLITE3_NUM));
}

echo 'version ', PHP_VERSION, ', SQLite ', SQLite3::version()['versionString'], "\n";
echo 'binds ', bound('SELECT typeof(?), typeof(?), typeof(?)', 42, "\0\xff", 'a'), "\n";
echo 'nanoseconds ', bound('SELECT uuid_timestamp_ns(uuid7_at_ns(?))', 1645557742123456789), "\n";
echo 'key ', gettype($key), "\n";
echo "found $found\n";
try {
    $db->querySingle("SELECT uuid_check('6ba7b810+')");
} catch (Exception $error) {
    echo 'error ', $error->getMessage(), "\n";
}
