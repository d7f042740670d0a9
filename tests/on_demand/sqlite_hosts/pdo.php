$db = connect('rows.db');
$db->exec('PRAGMA synchronous = OFF');
$insert = $db->prepare('INSERT INTO event (what) VALUES (?)');
for ($number = 0; $number < 10000; $number++)
    $insert->execute([$number]);
$select = $db->prepare('SELECT what FROM event WHERE id = ?');
$rows = $db->query('SELECT id, what FROM event ORDER BY id', PDO::FETCH_ASSOC)->fetchAll();
for ($found = 0; $found < count($rows); $found++) {
    $key = $rows[$found]['id'];
    $select->bindValue(1, $key, PDO::PARAM_LOB);
    $select->execute();
    if ($select->fetchColumn() !== $rows[$found]['what'] || $rows[$found]['what'] !== (string)$found)
        break;
}

function bound($sql, $values, $type = PDO::PARAM_STR) {
    global $db;
    $statement = $db->prepare($sql);
    foreach ($values as $i => $value)
        $statement->bindValue($i + 1, $value, $type);
    $statement->execute();
    return implode(' ', $statement->fetch(PDO::FETCH_NUM));
}

$sqlite = $db->query('SELECT sqlite_version()')->fetchColumn();
echo 'version PHP ', PHP_VERSION, ', SQLite ', $sqlite, "\n";
echo 'binds ', bound('SELECT typeof(?), typeof(?), typeof(?)', [42, "\0\xff", 'a']), "\n";
echo 'nanoseconds ', bound('SELECT uuid_timestamp_ns(uuid7_at_ns(?))', [1645557742123456789],
                           PDO::PARAM_INT), "\n";
echo 'returned ', $db->query('SELECT 9007199254740993')->fetchColumn() === 9007199254740993
    ? 'exact' : 'rounded', "\n";
echo 'key ', gettype($key), "\n";
echo "found $found\n";
try {
    $db->query("SELECT uuid_check('6ba7b810+')");
} catch (PDOException $error) {
    echo 'error ', $error->getMessage(), "\n";
}
