-- TEXT keys of version 4 become BLOB keys of version 7, in the order of created_at:
--
--     sqlite3 -cmd '.load /usr/local/lib/sqlite3/uuid9562' shop.db <v4_to_v7.sql
--
-- A new key is made of created_at and 72 random bits of the old key, by a pure function: a replica
-- that runs this has the same keys. All is one transaction: it lists what stands in its way, and
-- then changes nothing. docs/sqlite/audit-and-migration.md says why each step is there.
--
-- The tables take their indexes and triggers with them: write yours below, where invoice_customer
-- is. Drop the views that name the tables, and create them again at the end.

.bail on
PRAGMA foreign_keys = OFF; -- DROP TABLE would delete what refers to the table
BEGIN IMMEDIATE;

-- What cannot be migrated.
CREATE TEMP TABLE problem AS
    SELECT 'customer: not a UUID of version 4' AS problem, id AS value
        FROM customer WHERE uuid_version(id) IS NOT 4
    UNION ALL SELECT 'customer: the same UUID again', max(id)
        FROM customer WHERE uuid_valid(id) GROUP BY uuid_blob(id) HAVING count(*) > 1
    UNION ALL SELECT 'customer: created_at is no time', created_at FROM customer
        WHERE date(substr(created_at, 1, 10), '+0 days') IS NOT substr(created_at, 1, 10)
           OR datetime(created_at) IS NULL
    UNION ALL SELECT 'invoice: not a UUID of version 4', id
        FROM invoice WHERE uuid_version(id) IS NOT 4
    UNION ALL SELECT 'invoice: the same UUID again', max(id)
        FROM invoice WHERE uuid_valid(id) GROUP BY uuid_blob(id) HAVING count(*) > 1
    UNION ALL SELECT 'invoice: created_at is no time', created_at FROM invoice
        WHERE date(substr(created_at, 1, 10), '+0 days') IS NOT substr(created_at, 1, 10)
           OR datetime(created_at) IS NULL
    UNION ALL SELECT 'invoice: no such customer', customer
        FROM invoice WHERE NOT EXISTS (SELECT 1 FROM customer WHERE id = invoice.customer);
SELECT problem, count(*), quote(max(value)) FROM problem GROUP BY problem ORDER BY problem;

CREATE TEMP TABLE found (
    problems INTEGER CONSTRAINT "no problem is listed above" CHECK (problems = 0),
    lost     INTEGER CONSTRAINT "as many rows as before" CHECK (lost = 0),
    unsorted INTEGER CONSTRAINT "keys in the order of created_at" CHECK (unsorted = 0),
    orphans  INTEGER CONSTRAINT "a customer for each invoice" CHECK (orphans = 0)
);
INSERT INTO found (problems) SELECT count(*) FROM problem;

-- From old keys to new ones. It stays, for the links that are out in the world.
CREATE TABLE customer_key (
    old BLOB PRIMARY KEY CHECK (length(old) = 16),
    id  BLOB NOT NULL CHECK (length(id) = 16)
) STRICT, WITHOUT ROWID;
INSERT INTO customer_key
    SELECT uuid_blob(id), uuid7_make_blob(created_at, substr(uuid_blob(id), 7)) FROM customer
    ORDER BY 1;

-- The rows, in the order of their new keys. No link has the key of an invoice, so it needs no map.
CREATE TABLE new_customer (
    id         BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (length(id) = 16),
    created_at TEXT NOT NULL,
    name       TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO new_customer
    SELECT customer_key.id, created_at, name
    FROM customer JOIN customer_key ON old = uuid_blob(customer.id) ORDER BY 1;
CREATE TABLE new_invoice (
    id         BLOB PRIMARY KEY DEFAULT (uuid7_blob()) CHECK (length(id) = 16),
    created_at TEXT NOT NULL,
    customer   BLOB NOT NULL REFERENCES customer (id),
    amount     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO new_invoice
    SELECT uuid7_make_blob(created_at, substr(uuid_blob(invoice.id), 7)), created_at,
        customer_key.id, amount
    FROM invoice JOIN customer_key ON old = uuid_blob(customer) ORDER BY 1;

-- What has come of it; the primary keys have refused what repeats.
INSERT INTO found (lost) VALUES
    ((SELECT count(*) FROM customer) - (SELECT count(*) FROM new_customer)),
    ((SELECT count(*) FROM invoice) - (SELECT count(*) FROM new_invoice));
INSERT INTO found (unsorted)
    SELECT count(*) FROM (SELECT created_at, lag(created_at) OVER (ORDER BY id) AS before
        FROM new_customer) WHERE before > created_at
    UNION ALL SELECT count(*) FROM (SELECT created_at, lag(created_at) OVER (ORDER BY id) AS before
        FROM new_invoice) WHERE before > created_at;

DROP TABLE invoice;
DROP TABLE customer;
ALTER TABLE new_customer RENAME TO customer;
ALTER TABLE new_invoice RENAME TO invoice;
CREATE INDEX invoice_customer ON invoice (customer);
INSERT INTO found (orphans) SELECT count(*) FROM pragma_foreign_key_check;
COMMIT;

SELECT 'customer', count(*), uuid_timestamp(min(id)), uuid_timestamp(max(id)) FROM customer;
SELECT 'invoice', count(*), uuid_timestamp(min(id)), uuid_timestamp(max(id)) FROM invoice;
VACUUM;
