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
import { writeEmptyStore } from '../../support/empty-sqlite.ts';
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

describe('content in SQLite', () => {
  const folder = emptyFolder();
  let sqlite: Sqlite;
  let stores: Stores;
  beforeEach(() => {
    const path = join(folder.path, `${hex(8)}.db`);
    writeEmptyStore(path);
    sqlite = openSqlite(path, 'sandbox');
    stores = sqliteStores(sqlite);
  });
  afterEach(() => sqlite.close());
  after(folder.remove);

  const storedTexts = (): string[] =>
    sqlite
      .all('SELECT CAST(sealed AS TEXT) AS text FROM content')
      .map(({ text }) => String(text))
      .sort();
  const ageAnHour = (): void =>
    void sqlite.run('UPDATE content SET unnamed_since = unnamed_since - @age', { age: ORPHANED_MS + 1000 });

  async function takeIn(...texts: readonly string[]): Promise<InvoiceRecord> {
    const documents = texts.map((text) => refOf(text));
    const intake = { ...anIntake({ documents }), files: texts.map(fileOf) };
    await stores.invoices.takeIn(intake);
    return intake.record;
  }

  const replaceFile = async (record: InvoiceRecord, text: string): Promise<InvoiceRecord> => {
    const change = { ...changeOf(record, { documents: [refOf(text)] }), files: [fileOf(text)] };
    assert.equal(await stores.invoices.commit(change), 'committed');
    return change.record;
  };

  it('is removed an hour after another replaced it', async () => {
    await replaceFile(await takeIn('old'), 'new');
    await stores.invoices.tidyUp();
    assert.deepEqual(storedTexts(), ['new', 'old']);
    ageAnHour();
    await stores.invoices.tidyUp();
    assert.deepEqual(storedTexts(), ['new']);
  });

  it('stays while another invoice names it', async () => {
    const first = await takeIn('shared');
    const second = await takeIn('shared');
    await replaceFile(first, 'new');
    ageAnHour();
    await stores.invoices.tidyUp();
    assert.deepEqual(storedTexts(), ['new', 'shared']);
    await replaceFile(second, 'other');
    ageAnHour();
    await stores.invoices.tidyUp();
    assert.deepEqual(storedTexts(), ['new', 'other']);
  });

  it('stays if an invoice names it again', async () => {
    const record = await replaceFile(await takeIn('once'), 'then');
    ageAnHour();
    await replaceFile(record, 'once');
    await stores.invoices.tidyUp();
    assert.deepEqual(storedTexts(), ['once', 'then']);
  });

  it('stays if the change that replaces it is refused', async () => {
    const record = await takeIn('named');
    const late = {
      ...changeOf({ ...record, version: 5 }, { documents: [refOf('late')] }),
      files: [fileOf('late')],
    };
    assert.equal(await stores.invoices.commit(late), 'conflict');
    ageAnHour();
    await stores.invoices.tidyUp();
    assert.deepEqual(storedTexts(), ['named']);
  });

  it('is removed an hour after the last invoice that named it', async () => {
    await takeIn('shared', 'own');
    const second = await takeIn('shared');
    sqlite.run("UPDATE invoice SET state = 'delivered', due_at = NULL WHERE id <> @id", { id: second.id });
    assert.equal(await stores.invoices.remove({ client: 'acme', endedBefore: new Date() }, 10), 1);
    await stores.invoices.tidyUp();
    assert.deepEqual(storedTexts(), ['own', 'shared']);
    ageAnHour();
    await stores.invoices.tidyUp();
    assert.deepEqual(storedTexts(), ['shared']);
    await stores.invoices.remove({ client: 'acme' }, 10);
    ageAnHour();
    await stores.invoices.tidyUp();
    assert.deepEqual(storedTexts(), []);
  });

  it('counts once for a step that has the same bytes twice', async () => {
    const twice = [refOf('same', 'manifest'), refOf('same', 'mls')];
    const intake = { ...anIntake({ documents: twice }), files: [fileOf('same'), fileOf('same')] };
    await stores.invoices.takeIn(intake);
    await stores.invoices.remove({ client: 'acme' }, 10);
    ageAnHour();
    await stores.invoices.tidyUp();
    assert.deepEqual(storedTexts(), []);
  });

  it('is removed in pieces, however much there is', async () => {
    for (let n = 0; n < 12; n += 1) {
      const texts = Array.from({ length: 20 }, (_, k) => `${n} ${k}`);
      await replaceFile(await takeIn(...texts), `new ${n}`);
    }
    ageAnHour();
    await stores.invoices.tidyUp();
    assert.equal(storedTexts().length, 12);
  });
});
