<?php
function connect($path) {
    $db = new SQLite3($path);
    $db->enableExceptions(true);
    $db->loadExtension('uuid9562.so');
    return $db;
}

$db = connect('event.db');
$key = $db->querySingle("INSERT INTO event (what) VALUES ('began') RETURNING id");
$select = $db->prepare('SELECT what FROM event WHERE id = ?');
$select->bindValue(1, $key, SQLITE3_BLOB);
echo strlen($key), ' ', $select->execute()->fetchArray()['what'], "\n";
// => 16 began
$recent = $db->prepare('SELECT count(*) FROM event WHERE id >= uuid7_min_blob(?)');
$recent->bindValue(1, (int)(microtime(true) * 1000) - 60000);
echo $recent->execute()->fetchArray()[0], "\n";
// => 1
