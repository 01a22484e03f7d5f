import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';

// Takes the write lock of a SQLite file and keeps it until it is killed.
openSqlite(process.argv[2]!, 'sandbox').run('BEGIN IMMEDIATE');
process.send!('locked');
setInterval(() => undefined, 60_000);
