import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { JoseSealer } from '../../../src/adapters/sealing/jose-sealer.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { ContentUnreadable, type SealedFile } from '../../../src/ports/content-store.ts';
import type { SealedRows } from '../../../src/ports/sealed-rows.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { SealedContent } from '../../../src/application/content/sealed-content.ts';
import { anIntake, sha256 } from '../../support/records.ts';
import { memoryStores } from '../../support/memory-stores.ts';

describe('sealed content', () => {
  const digests = new NodeDigests();
  const sealer = new JoseSealer([randomBytes(32)]);
  let stores: Stores;
  let rows: SealedRows;
  beforeEach(() => {
    stores = memoryStores();
    rows = stores.sealed;
  });
  const bytes = Buffer.from('<Invoice>Käufer</Invoice>');

  /** Stores a file with an invoice. */
  const keep = (client: string, file: SealedFile): Promise<unknown> => {
    const documents = [{ kind: 'canonical', sha256: file.sha256, size: file.sealed.length }];
    return stores.invoices.takeIn({ ...anIntake({ client, documents }), files: [file] });
  };

  async function put(content: SealedContent, client: string, plain: Uint8Array): Promise<string> {
    const file = await content.seal(client, plain);
    await keep(client, file);
    return file.sha256;
  }

  it('returns bytes by their hash, only for their client', async () => {
    const content = new SealedContent(rows, sealer, digests);
    const hash = await put(content, 'acme', bytes);
    assert.equal(hash, sha256(bytes.toString()));
    assert.deepEqual(Buffer.from((await content.get('acme', hash))!), bytes);
    assert.equal(await content.get('other', hash), undefined);
    assert.equal(await content.get('acme', sha256('else')), undefined);
  });

  it('is stored unreadable', async () => {
    const content = new SealedContent(rows, sealer, digests);
    const hash = await put(content, 'acme', bytes);
    const kept = Buffer.from((await rows.content('acme', hash))!);
    assert.equal(kept.includes('Invoice'), false);
    const payload = kept.toString().split('.')[3]!;
    assert.equal(Buffer.from(payload, 'base64url').includes('Invoice'), false);
  });

  it('opens no texts for a client without a data key, whose rows hold none', async () => {
    const content = new SealedContent(rows, sealer, digests);
    assert.deepEqual(await content.openTexts('new', []), []);
    await assert.rejects(content.openTexts('new', ['x']), /without its data key/);
  });

  it('opens nothing of a client that was deleted, also if its rows hold no text', async () => {
    const content = new SealedContent(rows, sealer, digests);
    await put(content, 'acme', bytes);
    await stores.clientData.shredKey('acme');
    for (const sealed of [[], ['x']]) assert.equal(await content.openTexts('acme', sealed), undefined);
  });

  it('can be a text within a record, which opens only for its client', async () => {
    const content = new SealedContent(rows, sealer, digests);
    const sealed = await content.sealText('acme', 'größer als ü');
    assert.match(sealed, /^[\w.-]+$/);
    assert.equal(await content.openText('acme', sealed), 'größer als ü');
    await content.sealText('other', '');
    await assert.rejects(content.openText('other', sealed));
    await assert.rejects(content.openText('nobody', sealed), /without its data key/);
  });

  it('has one key per client, also if the first files arrive at the same time', async () => {
    const content = new SealedContent(rows, sealer, digests);
    const hashes = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) => put(content, 'acme', Buffer.from(text))),
    );
    await put(content, 'other', Buffer.from('a'));
    for (const [n, hash] of hashes.entries())
      assert.equal(Buffer.from((await content.get('acme', hash))!).toString(), 'abcd'[n]);
    assert.notEqual(await rows.dataKey('acme'), await rows.dataKey('other'));
  });

  it('is not returned if its hash is wrong', async () => {
    const content = new SealedContent(rows, sealer, digests);
    const hash = await put(content, 'acme', bytes);
    const wrong = sha256('wrong');
    await keep('acme', { sha256: wrong, sealed: (await rows.content('acme', hash))! });
    await assert.rejects(() => content.get('acme', wrong), ContentUnreadable);
  });
});
