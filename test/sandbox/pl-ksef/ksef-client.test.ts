import assert from 'node:assert/strict';
import { exportAndDownload, KSeFClient, openOnlineSession, uploadBatchParsed } from 'ksef-client-ts';
import { zipOf } from '../../support/zip.ts';
import { aSandbox, type TestSandbox } from '../running.ts';
import { aCertificate, type KeyKind, seal } from './certificates.ts';
import { invoice } from './invoices.ts';
import { SELLER, TOKEN } from './ksef.ts';

/** A client by other authors, written against the ministry's own system. */
describe('ksef-client-ts at the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  before(async () => {
    sandbox = await aSandbox();
  });
  after(() => sandbox.stop());

  const aClient = (): KSeFClient => new KSeFClient({ baseUrl: `${sandbox.url}/ksef`, timeout: 120_000 });

  async function sendsAndFetches(client: KSeFClient, number: string): Promise<void> {
    const session = await openOnlineSession(client);
    const reference = await session.sendInvoice(invoice(number));
    await session.close();
    const info = await session.waitForUpoParsed({ intervalMs: 50 });
    assert.equal(info.successfulInvoiceCount, 1);
    const [document] = info.parsed[0]?.dokumenty ?? [];
    const { ksefNumber } = await client.sessionStatus.getSessionInvoice(session.sessionRef, reference);
    assert.equal(document?.numerKSeFDokumentu, ksefNumber);
    assert.equal(document?.numerFaktury, number);
    const upo = await client.sessionStatus.getInvoiceUpoByReference(session.sessionRef, reference);
    assert.ok(JSON.stringify(upo).includes(String(ksefNumber)));
  }

  it('logs in by token, sends, polls and fetches the UPO', async () => {
    const client = aClient();
    await client.loginWithToken(TOKEN, SELLER);
    await sendsAndFetches(client, 'KC-1');
  });

  for (const kind of ['RSA 2048', 'P-256', 'P-384'] satisfies KeyKind[])
    it(`logs in by a certificate with a key of ${kind}, sends, polls and fetches the UPO`, async () => {
      const { certificate, key } = await aCertificate(seal(SELLER), kind);
      const client = aClient();
      await client.loginWithCertificate(certificate, key, SELLER);
      await sendsAndFetches(client, `KC-${kind}`);
    });

  it('sends a package in parts, polls and fetches the UPO', async () => {
    const client = new KSeFClient({ baseUrl: `${sandbox.url}/ksef`, presignedUrlHosts: ['127.0.0.1'] });
    await client.loginWithToken(TOKEN, SELLER);
    const archive = await zipOf({ 'a.xml': invoice('KC-B1'), 'b.xml': invoice('KC-B2') });
    const { upo } = await uploadBatchParsed(client, archive, {
      maxPartSize: Math.ceil(archive.length / 2),
      pollOptions: { intervalMs: 50 },
    });
    assert.equal(upo.successfulInvoiceCount, 2);
    assert.equal(upo.parsed[0]?.dokumenty.length, 2);
  });

  it('exports what it has sent, as zip, and finds the files in it', async () => {
    const client = new KSeFClient({ baseUrl: `${sandbox.url}/ksef`, presignedUrlHosts: ['127.0.0.1'] });
    await client.loginWithToken(TOKEN, SELLER);
    await sendsAndFetches(client, 'KC-E1');
    const from = new Date(Date.now() - 86_400_000).toISOString();
    const filters = { subjectType: 'Subject1', dateRange: { dateType: 'PermanentStorage', from } } as const;
    const { files } = await exportAndDownload(client, filters, {
      extract: true,
      pollOptions: { intervalMs: 50 },
    });
    const names = [...files.keys()];
    assert.ok(names.includes('_metadata.json'));
    const texts = [...files.values()].map((bytes) => Buffer.from(bytes).toString());
    assert.equal(texts.filter((text) => text.includes('<P_2>KC-E1</P_2>')).length, 1);
  });
});
