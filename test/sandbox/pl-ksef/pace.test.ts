import assert from 'node:assert/strict';
import { aSandbox, type TestSandbox } from '../running.ts';
import { invoice } from './invoices.ts';
import { codeOf, encryptedFor, type InvoiceStatus, Ksef, TOKEN } from './ksef.ts';
import { whileTimeStands } from '../../support/standing-time.ts';

const STEP_MS = 100;

describe('an operation in progress at the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  let ksef: Ksef;
  before(async () => {
    sandbox = await aSandbox({ stepMs: STEP_MS, limits: 'off' });
    ksef = await Ksef.loggedIn(sandbox.url);
  });
  after(() => sandbox.stop());

  it('is a log-in: for a step it returns no tokens', async () => {
    await whileTimeStands(async (forwardMs) => {
      const { referenceNumber, authenticationToken: bearer } = await ksef.beginByToken(TOKEN);
      const { json } = await ksef.call('GET', `/auth/${referenceNumber}`, undefined, { bearer });
      assert.equal((json['status'] as { code: number }).code, 100);
      assert.equal(codeOf(await ksef.call('POST', '/auth/token/redeem', undefined, { bearer })), 21301);
      forwardMs(STEP_MS);
      assert.equal((await ksef.logInEnded(referenceNumber, bearer)).code, 200);
    });
  });

  it('is an invoice: before 200 it has neither number nor receipt', async () => {
    const session = await ksef.open();
    const seen = new Map<number, InvoiceStatus>();
    await whileTimeStands(async (forwardMs) => {
      const reference = await ksef.sent(session, invoice('P-1'));
      const receipt = `/sessions/${session.reference}/invoices/${reference}/upo`;
      assert.equal(codeOf(await ksef.call('GET', receipt)), 21178);
      while (!seen.has(200)) {
        const { json } = await ksef.invoice(session, reference);
        const status = json as unknown as InvoiceStatus;
        seen.set(status.status.code, status);
        forwardMs(STEP_MS / 4);
      }
    });
    assert.deepEqual([...seen.keys()], [100, 150, 200]);
    for (const code of [100, 150])
      for (const member of ['ksefNumber', 'upoDownloadUrl', 'permanentStorageDate', 'acquisitionDate'])
        assert.equal(seen.get(code)?.[member], undefined);
  });

  it('is a closed session: first 170 without a receipt, then its end with one', async () => {
    const session = await ksef.open();
    await ksef.sent(session, invoice('P-2'));
    await whileTimeStands(async () => {
      await ksef.close(session);
      const { json } = await ksef.call('GET', `/sessions/${session.reference}`);
      assert.equal((json['status'] as { code: number }).code, 170);
      assert.equal(json['upo'], undefined);
    });
    assert.equal((await ksef.finished(session)).upo?.pages.length, 1);
  });

  it('is a session whose key cannot be unwrapped: invoices from before its failure are cancelled (405)', async () => {
    const { key } = await ksef.publicKey('KsefTokenEncryption');
    const encryptedSymmetricKey = encryptedFor(key, Buffer.alloc(32));
    const { session, reference } = await whileTimeStands(async () => {
      const session = await ksef.open((body) => {
        const { initializationVector } = body['encryption'] as { initializationVector: string };
        return { ...body, encryption: { encryptedSymmetricKey, initializationVector } };
      });
      return { session, reference: await ksef.sent(session, invoice('P-3')) };
    });
    assert.equal((await ksef.ended(session, reference)).status.code, 405);
  });
});
