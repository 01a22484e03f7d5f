import Database from 'libsql';

// Keeps a SQLite file open until it is killed, as a program of any version does.
const db = new Database(process.argv[2]!);
db.exec('PRAGMA journal_mode=WAL');
db.prepare('SELECT * FROM meta').all([]);
process.send!('open');
setInterval(() => undefined, 60_000);
