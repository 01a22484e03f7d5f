import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import type { Sqlite } from '../../../src/adapters/sqlite/sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import type { DocumentRef, InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { ORPHANED_MS } from '../../../src/domain/lifecycle/orphans.ts';
import type { SealedFile } from '../../../src/ports/content-store.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { changeOf } from '../../contract/invoices.ts';
import { emptyFolder } from '../../support/folder.ts';
import { anIntake, hex, sha256 } from '../../support/records.ts';

const fileOf = (text: string): SealedFile => ({
  sha256: sha256(text),
  sealed: new TextEncoder().encode(text),
});
const refOf = (text: string, kind: DocumentRef['kind'] = 'manifest'): DocumentRef => ({
  kind,
  sha256: sha256(text),
  size: text.length,
});

describe('content in SQLite that no invoice names', () => {
  const folder = emptyFolder();
  let sqlite: Sqlite;
  let stores: Stores;
  beforeEach(() => {
    sqlite = openSqlite(join(folder.path, `${hex(8)}.db`), 'sandbox');
    stores = sqliteStores(sqlite);
  });
  afterEach(() => sqlite.close());
  after(folder.remove);

  const held = (): string[] =>
    sqlite
      .all('SELECT CAST(sealed AS TEXT) AS text FROM content')
      .map(({ text }) => String(text))
      .sort();
  const anHourLater = (): void =>
    void sqlite.run('UPDATE content SET unnamed_since = unnamed_since - @age', { age: ORPHANED_MS + 1000 });

  async function takenIn(...texts: readonly string[]): Promise<InvoiceRecord> {
    const documents = texts.map((text) => refOf(text));
    const intake = { ...anIntake({ documents }), files: texts.map(fileOf) };
    await stores.invoices.takeIn(intake);
    return intake.record;
  }

  const changed = async (record: InvoiceRecord, text: string): Promise<InvoiceRecord> => {
    const change = { ...changeOf(record, { documents: [refOf(text)] }), files: [fileOf(text)] };
    assert.equal(await stores.invoices.commit(change), 'committed');
    return change.record;
  };

  it('is removed an hour after another took its place', async () => {
    await changed(await takenIn('old'), 'new');
    await stores.invoices.tidyUp();
    assert.deepEqual(held(), ['new', 'old']);
    anHourLater();
    await stores.invoices.tidyUp();
    assert.deepEqual(held(), ['new']);
  });

  it('stays when another invoice names it, until that one does no more', async () => {
    const first = await takenIn('shared');
    const second = await takenIn('shared');
    await changed(first, 'new');
    anHourLater();
    await stores.invoices.tidyUp();
    assert.deepEqual(held(), ['new', 'shared']);
    await changed(second, 'other');
    anHourLater();
    await stores.invoices.tidyUp();
    assert.deepEqual(held(), ['new', 'other']);
  });

  it('stays when an invoice names it again', async () => {
    const record = await changed(await takenIn('once'), 'then');
    anHourLater();
    await changed(record, 'once');
    await stores.invoices.tidyUp();
    assert.deepEqual(held(), ['once', 'then']);
  });

  it('stays when the change that would replace it is refused', async () => {
    const record = await takenIn('named');
    const late = {
      ...changeOf({ ...record, version: 5 }, { documents: [refOf('late')] }),
      files: [fileOf('late')],
    };
    assert.equal(await stores.invoices.commit(late), 'conflict');
    anHourLater();
    await stores.invoices.tidyUp();
    assert.deepEqual(held(), ['named']);
  });

  it('stays when it is from before such content was counted', async () => {
    const record = await takenIn('older');
    sqlite.run('UPDATE content SET named = NULL');
    await changed(record, 'new');
    anHourLater();
    await stores.invoices.tidyUp();
    assert.deepEqual(held(), ['new', 'older']);
  });

  it('is removed an hour after the last invoice that named it was', async () => {
    await takenIn('shared', 'own');
    const second = await takenIn('shared');
    sqlite.run("UPDATE invoice SET state = 'delivered', due_at = NULL WHERE id <> @id", { id: second.id });
    assert.equal(await stores.invoices.remove({ client: 'acme', endedBefore: new Date() }, 10), 1);
    await stores.invoices.tidyUp();
    assert.deepEqual(held(), ['own', 'shared']);
    anHourLater();
    await stores.invoices.tidyUp();
    assert.deepEqual(held(), ['shared']);
    await stores.invoices.remove({ client: 'acme' }, 10);
    anHourLater();
    await stores.invoices.tidyUp();
    assert.deepEqual(held(), []);
  });

  it('is named once by a step that brings the same bytes twice', async () => {
    const twice = [refOf('same', 'manifest'), refOf('same', 'mls')];
    const intake = { ...anIntake({ documents: twice }), files: [fileOf('same'), fileOf('same')] };
    await stores.invoices.takeIn(intake);
    await stores.invoices.remove({ client: 'acme' }, 10);
    anHourLater();
    await stores.invoices.tidyUp();
    assert.deepEqual(held(), []);
  });

  it('is removed in pieces, however much there is', async () => {
    for (let n = 0; n < 12; n += 1) {
      const texts = Array.from({ length: 20 }, (_, k) => `${n} ${k}`);
      await changed(await takenIn(...texts), `new ${n}`);
    }
    anHourLater();
    await stores.invoices.tidyUp();
    assert.equal(held().length, 12);
  });
});
