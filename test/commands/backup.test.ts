import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../src/adapters/sqlite/sqlite-stores.ts';
import { RESTORED } from '../../src/domain/lifecycle/wait.ts';
import { backUp } from '../../src/commands/backup/back-up.ts';
import { restoreStore } from '../../src/commands/backup/restore-store.ts';
import type { BrowserSession } from '../../src/domain/access/browser-session.ts';
import type { ApiKey } from '../../src/domain/access/api-key.ts';
import type { Share } from '../../src/domain/shares/share.ts';
import { readSettings } from '../../src/processes/settings/read-settings.ts';
import { emptyFolder } from '../support/folder.ts';
import { anIntake } from '../support/records.ts';
import { runIds } from './run-ids.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');

describe('a backup of a SQLite store', () => {
  let folder: ReturnType<typeof emptyFolder>;
  beforeEach(() => (folder = emptyFolder()));
  afterEach(() => folder.remove());

  const inFolder = (name: string) => join(folder.path, name);
  const settingsOf = (name: string, more = {}) =>
    readSettings({ STORE_URL: `sqlite:${inFolder(name)}/ids.db`, ...more });
  const opened = (name: string) => {
    const sqlite = openSqlite(join(inFolder(name), 'ids.db'), 'sandbox');
    return { ...sqliteStores(sqlite), close: () => sqlite.close() };
  };
  /** A store that a process has open, with an invoice on the way to Peppol and one at its end. */
  const inUse = async () => {
    const store = opened('data');
    const waiting = anIntake({ route: 'PEPPOL', work: 'send' });
    const ended = anIntake({ state: 'ready', dueAt: null });
    await store.invoices.takeIn(waiting);
    await store.invoices.takeIn(ended);
    await store.sealed.masterKeyFingerprint('f'.repeat(32));
    return { store, waiting: waiting.record, ended: ended.record };
  };

  it('runs while the store is in use, and has everything that was committed, in one file', async () => {
    const { store, waiting, ended } = await inUse();
    const { folder: made, manifest } = await backUp(settingsOf('data'), inFolder('backups'), NOW);
    await store.invoices.takeIn(anIntake());
    store.close();
    assert.equal(made, inFolder('backups/ids-20260302T090000Z'));
    assert.deepEqual(readdirSync(made).sort(), ['backup.json', 'ids.db']);
    assert.equal(statSync(made).mode & 0o777, 0o700);
    assert.equal(statSync(join(made, 'ids.db')).mode & 0o777, 0o600);
    assert.equal(manifest.masterKeyFingerprint, 'f'.repeat(32));
    const present = opened('data');
    assert.deepEqual(await present.check.backedUpAt(), NOW);
    present.close();

    rmSync(inFolder('data'), { recursive: true });
    const restored = await restoreStore(settingsOf('data'), made);
    assert.equal(restored.heldInvoices, 1);
    assert.deepEqual(readdirSync(inFolder('data')), ['ids.db']);
    const again = opened('data');
    const { dueAt, care } = (await again.invoices.find(waiting.id))!;
    assert.deepEqual([dueAt, care.map(({ code }) => code)], [null, [RESTORED]]);
    assert.deepEqual((await again.invoices.find(ended.id))?.state, 'ready');
    again.close();
  });

  it('gives events of the restored store positions after those that the lost store may have assigned', async () => {
    const { store } = await inUse();
    const { folder: made } = await backUp(settingsOf('data'), inFolder('backups'), NOW);
    for (let lost = 0; lost < 5; lost += 1) await store.invoices.takeIn(anIntake());
    const seen = await store.eventFeed.outboxEnd();
    store.close();
    rmSync(inFolder('data'), { recursive: true });
    await restoreStore(settingsOf('data'), made);
    const again = opened('data');
    await again.invoices.takeIn(anIntake());
    assert.equal((await again.eventFeed.outbox(seen, 100)).length, 1);
    again.close();
  });

  const aKey = (id: string, ancestors: readonly string[] = []): ApiKey => ({
    ...{ id, ancestors, hash: id.padEnd(64, '0'), createdAt: new Date(NOW.getTime() - 1000) },
    holder: { kind: 'client', client: 'acme', scopes: ['read'] },
  });
  const aLink: Share = {
    ...{ id: 'shr_1', client: 'acme', subject: 'inv_1', hash: '0'.repeat(64), madeBy: 'key_kept' },
    ...{ createdAt: new Date(NOW.getTime() - 1000), expiresAt: new Date('2099-01-01') },
  };
  /** The second began while the copy was made. */
  const SESSIONS: readonly BrowserSession[] = [-1000, 1000].map((ms, n) => ({
    ...{ id: `ses_${n}`, hash: '0'.repeat(64), keyId: 'key_kept', client: 'acme' },
    ...{ createdAt: new Date(NOW.getTime() + ms), expiresAt: new Date('2099-01-01') },
  }));
  /**
   * Restores a backup of three keys, of which one was revoked since, of a link, and of sessions that have ended since; moves the lost store
   * away. No session is left.
   */
  const restoredAccess = async (wish: 'known' | 'unknown' | 'kept') => {
    const { store } = await inUse();
    for (const key of [aKey('key_gone'), aKey('key_kept'), aKey('key_under', ['key_kept'])])
      await store.keys.add(key);
    await store.shares.add(aLink);
    const begun = { at: NOW, action: 'session_begun', actor: 'key_kept', subject: '' };
    for (const session of SESSIONS) await store.browserSessions.add(session, begun);
    const { folder: made } = await backUp(settingsOf('data'), inFolder('backups'), NOW);
    await store.keys.revoke('key_gone', NOW);
    await store.keys.add(aKey('key_later'));
    const ended = { at: NOW, action: 'session_ended', actor: 'key_kept', subject: '' };
    for (const { id } of SESSIONS) await store.browserSessions.end(id, NOW, ended);
    store.close();
    renameSync(inFolder('data'), inFolder('lost'));
    const options = {
      lost: wish === 'known' ? inFolder('lost/ids.db') : undefined,
      keepKeys: wish === 'kept',
    };
    const restored = await restoreStore(settingsOf('data'), made, options);
    const again = opened('data');
    const live = (await again.keys.list({ limit: 9 })).filter(({ revokedAt }) => !revokedAt);
    const link = await again.shares.find('shr_1');
    const rows = await again.audit.recent({ limit: 9 });
    for (const { id } of SESSIONS) assert.equal(await again.browserSessions.find(id), undefined);
    again.close();
    const audited = rows.filter(({ actor }) => actor === 'restore').map(({ subject }) => subject);
    return { ended: restored.ended, live: live.map(({ id }) => id), isLinkLive: !link!.revokedAt, audited };
  };

  it('revives no key that the lost store had revoked', async () => {
    const { ended, live, isLinkLive, audited } = await restoredAccess('known');
    assert.deepEqual([ended, live, isLinkLive], [{ keys: 1, links: 1 }, ['key_kept', 'key_under'], false]);
    assert.deepEqual(audited, ['key_gone']);
  });

  it('revives no key at all if it is unknown which were revoked', async () => {
    const { ended, live, isLinkLive } = await restoredAccess('unknown');
    assert.deepEqual([ended, live, isLinkLive], [{ keys: 3, links: 1 }, [], false]);
  });

  it('keeps keys and links as they were with --keep-keys', async () => {
    const { ended, live, isLinkLive } = await restoredAccess('kept');
    assert.deepEqual([ended, live, isLinkLive], [undefined, ['key_gone', 'key_kept', 'key_under'], true]);
  });

  it('is not restored over a store, nor over the log of a killed process', async () => {
    const { store } = await inUse();
    const { folder: made } = await backUp(settingsOf('data'), inFolder('backups'), NOW);
    store.close();
    await assert.rejects(restoreStore(settingsOf('data'), made), /data\/ids\.db.* (?:is|are) in the way/);
    mkdirSync(inFolder('other'));
    writeFileSync(inFolder('other/ids.db-wal'), 'left');
    await assert.rejects(restoreStore(settingsOf('other'), made), /ids\.db-wal is in the way/);
    assert.deepEqual(readdirSync(inFolder('other')), ['ids.db-wal']);
  });

  it('is not restored if it was changed, cut off or is for another master key or environment', async () => {
    const { store } = await inUse();
    const { folder: made } = await backUp(settingsOf('data'), inFolder('backups'), NOW);
    store.close();
    const key = { MASTER_KEY: Buffer.alloc(32, 1).toString('base64') };
    await assert.rejects(restoreStore(settingsOf('new', key), made), /master key is not that of the backup/);
    const production = { ENVIRONMENT: 'production' };
    await assert.rejects(restoreStore(settingsOf('new', production), made), /a store of the sandbox/);
    await assert.rejects(
      restoreStore(settingsOf('new'), inFolder('backups')),
      /holds no backup; the newest in it is .*ids-20260302T090000Z\.$/,
    );
    appendFileSync(join(made, 'ids.db'), 'x');
    await assert.rejects(restoreStore(settingsOf('new'), made), /its SHA-256 differs/);
    rmSync(join(made, 'ids.db'));
    await assert.rejects(restoreStore(settingsOf('new'), made), /ids\.db is missing/);
    writeFileSync(join(made, 'backup.json'), '{}');
    await assert.rejects(restoreStore(settingsOf('new'), made), /is no description of a backup/);
    assert.deepEqual(existsSync(inFolder('new')) ? readdirSync(inFolder('new')) : [], []);
  });

  it('is not made of a missing store, of another file, or of a store in MongoDB', async () => {
    const to = inFolder('backups');
    await assert.rejects(backUp(settingsOf('data'), to, NOW), /data\/ids\.db is not there/);
    mkdirSync(inFolder('data'));
    writeFileSync(inFolder('data/ids.db'), 'no database at all'.repeat(100));
    await assert.rejects(
      backUp(settingsOf('data'), to, NOW),
      /The store .* cannot be copied \(SQLITE_NOTADB\)/,
    );
    const mongo = readSettings({ STORE_URL: 'mongodb://localhost/ids' });
    await assert.rejects(backUp(mongo, to, NOW), /backed up by its own tools/);
    assert.deepEqual(readdirSync(to), []);
  });

  it('that other tools made is noted by its time', async () => {
    const env = { STORE_URL: `sqlite:${inFolder('data')}/ids.db` };
    opened('data').close();
    const noted = await runIds(['backup', '--taken-at', '2026-03-02T09:00:00Z'], env);
    assert.deepEqual([noted.code, noted.out], [0, 'The backup of 2026-03-02T09:00:00.000Z is noted.\n']);
    for (const words of [
      [],
      ['--taken-at', 'yesterday'],
      ['--taken-at', '9999-01-01T00:00:00Z'],
      ['--taken-at', '2026-03-02T09:00:00Z', '--to', inFolder('backups')],
    ])
      assert.equal((await runIds(['backup', ...words], env)).code, 2, words.join(' '));
    const store = opened('data');
    assert.deepEqual(await store.check.backedUpAt(), NOW);
    store.close();
  });

  it('that other tools restored is held only while no process of the service may be sending', async () => {
    const env = { STORE_URL: `sqlite:${inFolder('data')}/ids.db` };
    const store = opened('data');
    const living = {
      ...({ id: 'prc_left', role: 'worker', lanes: ['check'], version: '0.1.0', masterKeys: [] } as const),
      ...{ startedAt: NOW, seenAt: new Date() },
    };
    const hold = () => runIds(['restore', 'hold', '--taken-at', '2026-03-02T09:00:00Z'], env);
    await store.processes.renew(living, NOW);
    const refused = await hold();
    assert.equal(refused.code, 2);
    assert.match(refused.err, /^prc_left \(worker\) used this store in the last minute and may be sending /);
    await store.processes.leave(living.id);
    assert.equal((await hold()).code, 0);
    store.close();
  });

  it('ignores the files of a killed restore', async () => {
    const { store } = await inUse();
    const { folder: made } = await backUp(settingsOf('data'), inFolder('backups'), NOW);
    store.close();
    mkdirSync(inFolder('new'));
    writeFileSync(inFolder('new/ids.db.restoring'), 'half');
    writeFileSync(inFolder('new/ids.db.restoring-wal'), 'half');
    await restoreStore(settingsOf('new'), made);
    assert.deepEqual(readdirSync(inFolder('new')), ['ids.db']);
  });
});
