<?php
// Doctrine over SQLite3: a key that the database generates, found by itself and by its time.
// UUID9562_EXTENSION=uuid9562.so php -d sqlite3.extension_dir=/usr/local/lib/sqlite3 doctrine.php FILE,
// which has the table event. (pdo_sqlite loads no extension before PHP 8.4.)
require 'Doctrine/ORM/autoload.php'; // Debian's; others have Composer's vendor/autoload.php
require 'Symfony/Component/Cache/autoload.php';
use Doctrine\DBAL\{DriverManager, ParameterType, Platforms\AbstractPlatform};
use Doctrine\DBAL\Types\{BinaryType, Type};
use Doctrine\ORM\{EntityManager, Mapping as ORM, ORMSetup};

class Bytes extends BinaryType { // which returns a stream, and that cannot be a key
    public function convertToPHPValue(mixed $value, AbstractPlatform $platform): mixed { return $value; }
}
Type::addType('bytes', Bytes::class);

#[ORM\Entity]
class Event {
    #[ORM\Id, ORM\Column(type: 'bytes')]
    public string $id;
    #[ORM\Column(type: 'text')]
    public string $what;
}

$db = DriverManager::getConnection(['driver' => 'sqlite3', 'path' => $argv[1]]);
$db->getNativeConnection()->loadExtension(getenv('UUID9562_EXTENSION'));
$events = new EntityManager($db, ORMSetup::createAttributeMetadataConfiguration([__DIR__], true));

$event = new Event();
$event->what = 'doctrine';
$events->wrapInTransaction(function () use ($db, $events, $event) {
    $db->executeStatement('DELETE FROM event WHERE 0'); // takes the lock to write, then draws the key
    $event->id = $db->fetchOne('SELECT uuid7_blob()');  // (RETURNING would insert two rows)
    $events->persist($event);
});
$recent = $db->fetchAllAssociative('SELECT id, what FROM event WHERE id >= uuid7_min_blob(?)',
    [(int)(microtime(true) * 1000) - 3600000], [ParameterType::INTEGER]);
$found = array_filter($recent, fn($row) =>
    $events->find(Event::class, $row['id'])?->what === $row['what']);
echo 'doctrine ', bin2hex($event->id), ' ', count($found), "\n"; // => doctrine 01... 1
