import express from 'express';
import Database from 'libsql';

/** The baseline of POST /invoices: a bare Express route that writes one record durably to SQLite. */
const db = new Database(process.argv[2] ?? 'bare.db');
db.exec(
  'pragma journal_mode=wal; pragma synchronous=full; create table if not exists record (id integer primary key, body text)',
);
const insert = db.prepare('insert into record (body) values (?)');
const app = express();
app.use(express.json({ limit: '5mb' }));
app.post('/invoices', (request, response) => {
  insert.run(JSON.stringify(request.body));
  response.status(202).json({ ok: true });
});
app.get('/health', (_request, response) => void response.json({ ok: true }));
app.listen(Number(process.argv[3]), '127.0.0.1');
