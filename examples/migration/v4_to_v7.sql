-- TEXT keys of version 4 become BLOB keys of version 7, in the order of created_at:
--
--     sqlite3 -cmd '.load /usr/local/lib/sqlite3/uuid9562' shop.db <v4_to_v7.sql
--
-- A pattern to edit: it has two tables. Write yours, with their columns, types, constraints,
-- indexes and triggers, where they are created below, and name the same parts in known_part. A part
-- that is not named there would be lost, so it is reported as a problem. Drop the views and
-- triggers that name the tables after BEGIN, and create them again before COMMIT.
--
-- A pure function makes a new key of created_at and 72 random bits of the old key, so a replica
-- that runs this has the same keys, and copies that have gone on separately can be merged later. All
-- but VACUUM is one transaction: if there are problems, it lists them and changes nothing. VACUUM
-- comes after COMMIT, and may be run again.
-- docs/sqlite/migration.md explains each step.

.bail on
PRAGMA foreign_keys = OFF; -- DROP TABLE would delete rows that refer to the table
BEGIN IMMEDIATE;

-- The parts of the schema that are copied or created below, in lower case.
CREATE TEMP TABLE known_part (name TEXT PRIMARY KEY);
INSERT INTO known_part VALUES
    ('column customer.id'), ('column customer.created_at'), ('column customer.name'),
    ('column invoice.id'), ('column invoice.created_at'), ('column invoice.customer'),
    ('column invoice.amount'),
    ('reference invoice.customer'), ('index invoice_customer (customer)');

-- The rows, each with the time of its new key: created_at as SQLite reads it, in UTC, or NULL.
CREATE TEMP VIEW old_customer AS
    SELECT *, CASE WHEN date(substr(created_at, 1, 10), '+0 days') IS substr(created_at, 1, 10)
        THEN strftime('%Y-%m-%d %H:%M:%f', created_at, '+0 days') END AS key_time FROM customer;
CREATE TEMP VIEW old_invoice AS
    SELECT *, CASE WHEN date(substr(created_at, 1, 10), '+0 days') IS substr(created_at, 1, 10)
        THEN strftime('%Y-%m-%d %H:%M:%f', created_at, '+0 days') END AS key_time FROM invoice;

CREATE TEMP TABLE found (
    migrated INTEGER CONSTRAINT "not migrated before" CHECK (migrated = 0),
    problems INTEGER CONSTRAINT "no problem is listed above" CHECK (problems = 0),
    lost     INTEGER CONSTRAINT "as many rows as before" CHECK (lost = 0),
    mistimed INTEGER CONSTRAINT "created_at as before, and in the key" CHECK (mistimed = 0),
    orphans  INTEGER CONSTRAINT "a customer for each invoice" CHECK (orphans = 0)
);
INSERT INTO found (migrated)
    SELECT count(*) FROM customer WHERE typeof(id) = 'blob' AND uuid_version(id) = 7
    UNION ALL SELECT count(*) FROM invoice WHERE typeof(id) = 'blob' AND uuid_version(id) = 7;

-- What cannot be migrated: parts of the schema, then values.
CREATE TEMP TABLE problem AS
    WITH moved (name) AS (VALUES ('customer'), ('invoice')),
    lost_word (word) AS (VALUES ('AUTOINCREMENT'), ('CHECK'), ('COLLATE'), ('DEFAULT'),
        ('DEFERRABLE'), ('ON CONFLICT'), ('ON DELETE'), ('ON UPDATE')),
    part (name, value) AS (
        SELECT 'column ' || moved.name || '.' || info.name, type
            FROM moved, pragma_table_xinfo(moved.name) AS info
        UNION ALL SELECT iif("unique", 'unique index ', 'index ') || list.name || ' ('
            || (SELECT group_concat(ifnull(name, '?'), ', ') FROM pragma_index_info(list.name))
            || ')' || iif(partial, ' WHERE', ''), moved.name
            FROM moved, pragma_index_list(moved.name) AS list WHERE origin <> 'pk'
        UNION ALL SELECT DISTINCT type || ' ' || schema.name, tbl_name
            FROM sqlite_schema AS schema, moved
            WHERE (type IN ('view', 'trigger') OR sql LIKE 'CREATE VIRTUAL TABLE%')
              AND lower(sql) || ' ' GLOB '*[^a-z0-9_]' || moved.name || '[^a-z0-9_]*'
        UNION ALL SELECT 'reference ' || list.name || '.' || "from", "table"
            FROM pragma_table_list AS list, pragma_foreign_key_list(list.name)
            WHERE list.schema = 'main' AND lower("table") IN (SELECT name FROM moved)
        UNION ALL SELECT word || ' in ' || moved.name, moved.name FROM moved, lost_word,
            sqlite_schema AS schema WHERE type = 'table' AND lower(schema.name) = moved.name
              AND sql LIKE '%' || word || '%'
    )
    SELECT 'not in known_part: ' || name AS problem, value FROM part
        WHERE lower(name) NOT IN (SELECT name FROM known_part)
    UNION ALL SELECT 'customer: not a UUID of version 4 (the manual: Mixed versions)', id
        FROM old_customer WHERE uuid_version(id) IS NOT 4
    UNION ALL SELECT 'customer: the same UUID again', max(id)
        FROM old_customer WHERE uuid_valid(id) GROUP BY uuid_blob(id) HAVING count(*) > 1
    UNION ALL SELECT 'customer: created_at is not a time', created_at
        FROM old_customer WHERE key_time IS NULL
    UNION ALL SELECT 'customer: created_at is before 1970', created_at
        FROM old_customer WHERE key_time < '1970'
    UNION ALL SELECT 'customer: name is not TEXT', name
        FROM old_customer WHERE typeof(name) <> 'text'
    UNION ALL SELECT 'invoice: not a UUID of version 4 (the manual: Mixed versions)', id
        FROM old_invoice WHERE uuid_version(id) IS NOT 4
    UNION ALL SELECT 'invoice: the same UUID again', max(id)
        FROM old_invoice WHERE uuid_valid(id) GROUP BY uuid_blob(id) HAVING count(*) > 1
    UNION ALL SELECT 'invoice: created_at is not a time', created_at
        FROM old_invoice WHERE key_time IS NULL
    UNION ALL SELECT 'invoice: created_at is before 1970', created_at
        FROM old_invoice WHERE key_time < '1970'
    UNION ALL SELECT 'invoice: amount is not INTEGER', amount
        FROM old_invoice WHERE typeof(amount) <> 'integer'
    UNION ALL SELECT 'invoice: no such customer', customer FROM old_invoice
        WHERE (uuid_blob(customer) IN (SELECT uuid_blob(id) FROM customer)) IS NOT 1;
SELECT problem, count(*), quote(max(value)) FROM problem GROUP BY problem ORDER BY problem;
INSERT INTO found (problems) SELECT count(*) FROM problem;

-- From old keys to new ones. It stays, for the links that are out in the world.
CREATE TABLE customer_key (
    old BLOB PRIMARY KEY CHECK (length(old) = 16),
    id  BLOB NOT NULL CHECK (length(id) = 16)
) STRICT, WITHOUT ROWID;
INSERT INTO customer_key
    SELECT uuid_blob(id), uuid7_make_blob(key_time, substr(uuid_blob(id), 7)) FROM old_customer
    ORDER BY 1;

-- The rows, in the order of their new keys. No link has the key of an invoice, so it needs no map.
CREATE TABLE new_customer (
    id         BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (length(id) = 16),
    created_at TEXT NOT NULL,
    name       TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO new_customer (id, created_at, name)
    SELECT customer_key.id, created_at, name
    FROM customer JOIN customer_key ON old = uuid_blob(customer.id) ORDER BY 1;
CREATE TABLE new_invoice (
    id         BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (length(id) = 16),
    created_at TEXT NOT NULL,
    customer   BLOB NOT NULL REFERENCES customer (id),
    amount     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO new_invoice (id, created_at, customer, amount)
    SELECT uuid7_make_blob(key_time, substr(uuid_blob(invoice.id), 7)), created_at, customer_key.id,
        amount
    FROM old_invoice AS invoice JOIN customer_key ON old = uuid_blob(customer) ORDER BY 1;

-- The result; the primary keys have refused duplicates.
INSERT INTO found (lost) VALUES
    ((SELECT count(*) FROM customer) - (SELECT count(*) FROM new_customer)),
    ((SELECT count(*) FROM invoice) - (SELECT count(*) FROM new_invoice));
INSERT INTO found (mistimed)
    SELECT count(*) FROM (SELECT created_at, uuid_timestamp(id) FROM new_customer
        EXCEPT SELECT created_at, key_time FROM old_customer)
    UNION ALL SELECT count(*) FROM (SELECT created_at, uuid_timestamp(id) FROM new_invoice
        EXCEPT SELECT created_at, key_time FROM old_invoice);

DROP VIEW old_invoice;
DROP VIEW old_customer;
DROP TABLE invoice;
DROP TABLE customer;
ALTER TABLE new_customer RENAME TO customer;
ALTER TABLE new_invoice RENAME TO invoice;
CREATE INDEX invoice_customer ON invoice (customer);
INSERT INTO found (orphans) SELECT count(*) FROM pragma_foreign_key_check('invoice');
COMMIT;

SELECT 'customer', count(*), uuid_timestamp(min(id)), uuid_timestamp(max(id)) FROM customer;
SELECT 'invoice', count(*), uuid_timestamp(min(id)), uuid_timestamp(max(id)) FROM invoice;
VACUUM;
