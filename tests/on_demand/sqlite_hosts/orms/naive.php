<?php
// What Doctrine makes of a UUID: php naive.php doctrine|doctrine_symfony FILE UUID fills a
// table; further arguments are as for naive.cjs.
require 'Doctrine/ORM/autoload.php';
foreach (['Cache/autoload.php', 'Uid/autoload.php'] as $file)
    require "Symfony/Component/$file";
require 'Symfony/Bridge/Doctrine/autoload.php';
use Doctrine\DBAL\{DriverManager, Types\Type};
use Doctrine\ORM\{EntityManager, Mapping as ORM, ORMSetup, Tools\SchemaTool};

Type::addType('uuid', Symfony\Bridge\Doctrine\Types\UuidType::class);

#[ORM\Entity, ORM\Table('event')]
class Doctrine {
    #[ORM\Id, ORM\Column(type: 'guid')]
    public $id;
}

#[ORM\Entity, ORM\Table('event')]
class Doctrine_Symfony {
    #[ORM\Id, ORM\Column(type: 'uuid')]
    public $id;
}

$db = DriverManager::getConnection(['driver' => 'pdo_sqlite', 'path' => $argv[2]]);
$events = new EntityManager($db, ORMSetup::createAttributeMetadataConfiguration([__DIR__], true));
(new SchemaTool($events))->createSchema([$events->getClassMetadata($argv[1])]);
$event = new $argv[1]();
$event->id = $argv[1] == 'doctrine' ? $argv[3] : Symfony\Component\Uid\Uuid::fromString($argv[3]);
$events->persist($event);
$events->flush();
foreach (array_slice($argv, 4) as $key) {
    $db->executeStatement("UPDATE event SET id = $key");
    $events->clear();
    if ($events->find($argv[1], $event->id))
        echo $key, "\n";
}
