import assert from 'node:assert/strict';
import { aSandbox, jsonOf, type TestSandbox } from '../running.ts';
import { invoice } from './invoices.ts';
import { Ksef, type OpenSession, SELLER } from './ksef.ts';

describe('invoices at the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  let ksef: Ksef;
  let session: OpenSession;
  before(async () => {
    sandbox = await aSandbox({ limits: 'off' });
    ksef = await Ksef.loggedIn(sandbox.url);
    session = await ksef.open();
  });
  after(() => sandbox.stop());

  it('are taken, processed and accepted with a number, and held', async () => {
    const reference = await ksef.sent(session, invoice('I-1'));
    const status = await ksef.ended(session, reference);
    assert.equal(status.status.code, 200);
    assert.match(status.ksefNumber ?? '', /^5265877635-\d{8}-[0-9A-F]{12}-[0-9A-F]{2}$/);
    const { data } = await jsonOf(`${sandbox.url}/control/documents?route=PL-KSEF`);
    const held = (data as Record<string, unknown>[]).find(({ number }) => number === 'I-1');
    assert.equal(held?.['identity'], status.ksefNumber);
    assert.equal(held?.['seller_nip'], SELLER);
    const upo = await ksef.call('GET', `/sessions/${session.reference}/invoices/${reference}/upo`);
    assert.ok(upo.text.includes(`<NumerKSeFDokumentu>${status.ksefNumber}</NumerKSeFDokumentu>`));
    assert.equal(await (await fetch(status.upoDownloadUrl ?? '')).text(), upo.text);
  });

  it('that are closed have one receipt together', async () => {
    const closing = await ksef.open();
    await ksef.sent(closing, invoice('C-1'));
    await ksef.sent(closing, invoice('C-2'));
    assert.equal((await ksef.close(closing)).status, 204);
    const finished = await ksef.finished(closing);
    assert.equal(finished.status.code, 200);
    const [page] = finished.upo?.pages ?? [];
    const upo = await ksef.call('GET', `/sessions/${closing.reference}/upo/${page?.referenceNumber}`);
    assert.equal(upo.text.match(/<Dokument>/g)?.length, 2);
    assert.equal(await (await fetch(page?.downloadUrl ?? '')).text(), upo.text);
  });
});
