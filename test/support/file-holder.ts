import Database from 'libsql';

// Has a SQLite file open, as a program of any version does, until it is killed.
const db = new Database(process.argv[2]!);
db.exec('PRAGMA journal_mode=WAL');
db.prepare('SELECT * FROM meta').all([]);
process.send!('open');
setInterval(() => undefined, 60_000);
