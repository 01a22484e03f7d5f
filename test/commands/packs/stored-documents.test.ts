import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sealerOf } from '../../../src/adapters/sealing/jose-sealer.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { openSqlite } from '../../../src/adapters/sqlite/open-sqlite.ts';
import { sqliteStores } from '../../../src/adapters/sqlite/sqlite-stores.ts';
import { SealedContent } from '../../../src/application/content/sealed-content.ts';
import { readSettings } from '../../../src/processes/settings/read-settings.ts';
import { storedDocuments } from '../../../src/commands/packs/stored-documents.ts';
import { emptyFolder } from '../../support/folder.ts';
import { aReceipt, anIntake } from '../../support/records.ts';

const DAY_MS = 24 * 3_600_000;

describe('the documents of stored invoices', () => {
  let folder: ReturnType<typeof emptyFolder>;
  const key = randomBytes(32);
  beforeEach(() => (folder = emptyFolder()));
  afterEach(() => folder.remove());

  const settings = (more = {}) =>
    readSettings({
      STORE_URL: `sqlite:${join(folder.path, 'ids.db')}`,
      MASTER_KEY: key.toString('base64'),
      ...more,
    });

  /** One sent invoice of today, one sent a month ago, and a received one. */
  async function filled() {
    const sqlite = openSqlite(join(folder.path, 'ids.db'), 'sandbox');
    const stores = sqliteStores(sqlite);
    const content = new SealedContent(stores.sealed, await sealerOf(stores.sealed, { current: key }), new NodeDigests()); // prettier-ignore
    const held = async (kind: string, text: string) => {
      const file = await content.seal('acme', Buffer.from(text));
      return { file, document: { kind, sha256: file.sha256, size: text.length } };
    };
    const sent = async (createdAt: Date, ...kinds: readonly (readonly [string, string])[]) => {
      const files = await Promise.all(kinds.map(([kind, text]) => held(kind, text)));
      const intake = anIntake({ createdAt, documents: files.map(({ document }) => document) });
      await stores.invoices.takeIn({ ...intake, files: files.map(({ file }) => file) });
      return intake.record.id;
    };
    const today = await sent(
      new Date(),
      ['canonical', '{}'],
      ['xrechnung-ubl', '<sent/>'],
      ['manifest', '{"a":1}'],
    );
    await sent(new Date(Date.now() - 30 * DAY_MS), ['xrechnung-ubl', '<old/>']);
    const { file, document } = await held('received-xml', '<received/>');
    const receipt = aReceipt({
      createdAt: new Date(),
      documentSha256: document.sha256,
      documents: [document],
    });
    await stores.received.takeIn({ ...receipt, files: [file] });
    sqlite.close();
    return { today, received: receipt.record.id };
  }
  const read = async (days: number, more = {}) => {
    const found: string[] = [];
    for await (const { id, route, bytes } of storedDocuments(settings(more), days))
      found.push(`${id} ${route} ${Buffer.from(bytes).toString()}`);
    return found;
  };

  it('are those of sent and received invoices of the last days, without their other files', async () => {
    const { today, received } = await filled();
    assert.deepEqual(await read(7), [`${today} DE-XRECHNUNG <sent/>`, `${received} PEPPOL <received/>`]);
    assert.equal((await read(60)).length, 3);
  });

  it('are refused without the master key of the store', async () => {
    await filled();
    await assert.rejects(read(7, { MASTER_KEY: randomBytes(32).toString('base64') }), /is not the key/);
  });
});
