<?php
function connect($path) {
    $db = new Pdo\Sqlite("sqlite:$path");
    $db->loadExtension('/usr/local/lib/sqlite3/uuid9562.so');
    return $db;
}

$db = connect('event.db');
$key = $db->query("INSERT INTO event (what) VALUES ('began') RETURNING id")->fetchColumn();
$select = $db->prepare('SELECT what FROM event WHERE id = ?');
$select->bindValue(1, $key, PDO::PARAM_LOB);
$select->execute();
echo strlen($key), ' ', $select->fetchColumn(), "\n";
// => 16 began
$recent = $db->prepare('SELECT count(*) FROM event WHERE id >= uuid7_min_blob(?)');
$recent->bindValue(1, (int)(microtime(true) * 1000) - 60000, PDO::PARAM_INT);
$recent->execute();
echo $recent->fetchColumn(), "\n";
// => 1
