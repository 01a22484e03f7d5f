/**
 * Loaded before the service (`--import`): counts what its main thread does. On SIGUSR2 it writes the counts since the last
 * time to the file COSTS_FILE, as JSON.
 */
import crypto from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { isMainThread, MessagePort, Worker } from 'node:worker_threads';

/** What is counted, by its name. */
let counts = new Map();
let writtenBefore = 0;

const add = (name, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by);

/** Calls `seen` with the receiver and the arguments of each call. */
function watch(owner, name, seen) {
  const original = owner[name];
  owner[name] = function (...args) {
    seen.apply(this, args);
    return original.apply(this, args);
  };
}

/** `update invoice`, `lease invoice`, `commit`. */
function kindOf(sql) {
  const text = sql.trim().toLowerCase();
  const [verb = ''] = /^\w+/.exec(text) ?? [];
  const [, table] = /(?:from|into|update)\s+(\w+)/.exec(text) ?? [];
  if (table === undefined) return verb;
  return `${/set lease_/.test(text) ? 'lease' : verb} ${table}`;
}

function watchStatements() {
  const Database = createRequire(import.meta.url)('libsql');
  const kinds = new WeakMap();
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    kinds.set(statement, kindOf(sql));
    return statement;
  };
  const { constructor } = new Database(':memory:').prepare('SELECT 1');
  for (const name of ['all', 'run'])
    watch(constructor.prototype, name, function () {
      add(`sql ${kinds.get(this)}`);
    });
}

function watchFlushes() {
  const { fdatasyncSync } = fs;
  fs.fdatasyncSync = (file) => {
    const from = performance.now();
    fdatasyncSync(file);
    add('flushes');
    add('wait for the disk, ms', performance.now() - from);
  };
  watch(fs, 'fdatasync', () => add('flushes'));
}

const writtenBytes = () => Number(/wchar: (\d+)/.exec(fs.readFileSync('/proc/self/io', 'utf8'))?.[1]);

if (isMainThread && process.env.COSTS_FILE) {
  watchStatements();
  watchFlushes();
  watch(crypto, 'createCipheriv', () => add('seals'));
  watch(crypto, 'createDecipheriv', () => add('opens'));
  watch(crypto, 'createHash', () => add('hashes'));
  for (const { prototype } of [MessagePort, Worker]) watch(prototype, 'postMessage', () => add('messages'));
  for (const name of ['undici:request:create', 'http.client.request.start'])
    subscribe(name, () => add('HTTP calls'));
  syncBuiltinESMExports();
  process.on('SIGUSR2', () => {
    add('KB written', (writtenBytes() - writtenBefore) / 1024);
    const file = process.env.COSTS_FILE;
    fs.writeFileSync(`${file}.part`, JSON.stringify(Object.fromEntries(counts)));
    fs.renameSync(`${file}.part`, file);
    counts = new Map();
    writtenBefore = writtenBytes();
  });
}
