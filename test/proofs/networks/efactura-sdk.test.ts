import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { BUYER, invoice, SELLER } from '../../sandbox/ro-efactura/anaf.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { findJudge } from '../../support/judges.ts';
import { until } from '../../support/until.ts';

const { folder: FOLDER, missing } = findJudge('efactura-sdk');

/** The part of efactura-sdk that the test uses (its `dist/types.d.ts`). */
interface Client {
  uploadDocument(xml: string, options?: object): Promise<{ readonly indexIncarcare?: string }>;
  uploadB2CDocument(xml: string): Promise<{ readonly indexIncarcare?: string }>;
  getUploadStatus(index: string): Promise<{
    readonly stare?: string;
    readonly data?: Buffer;
    readonly errors?: readonly string[];
  }>;
  getMessagesPaginated(params: object): Promise<{ readonly mesaje?: readonly { readonly tip: string }[] }>;
  getMessages(params: object): Promise<{ readonly mesaje?: readonly { readonly tip: string }[] }>;
  validateXml(
    xml: string,
    standard?: string,
  ): Promise<{ readonly valid: boolean; readonly details?: string }>;
}
interface Sdk {
  readonly AnafAuthenticator: new (config: object) => { refreshAccessToken(token: string): Promise<object> };
  readonly AnafEfacturaClient: new (config: object, authenticator: object) => Client;
}

/** A client by other authors, made for the authority's own system. Its addresses are fixed: calls are redirected. */
describe('efactura-sdk at the sandbox of ANAF', () => {
  if (missing) return void it.skip(missing);

  const sdk = createRequire(join(FOLDER, 'package.json'))('efactura-sdk') as Sdk;
  const known = globalThis.fetch;
  let sandbox: TestSandbox;
  let client: Client;
  before(async () => {
    sandbox = await aSandbox();
    globalThis.fetch = (url, init) =>
      known(String(url).replace(/^https:\/\/(?:api|logincert)\.anaf\.ro/, `${sandbox.url}/anaf`), init);
    client = aClient('a-token');
  });
  after(async () => {
    globalThis.fetch = known;
    await sandbox.stop();
  });

  function aClient(refreshToken: string, vatNumber = `RO${SELLER}`): Client {
    const redirectUri = 'https://erp.example/callback';
    const authenticator = new sdk.AnafAuthenticator({ clientId: 'c', clientSecret: 's', redirectUri });
    return new sdk.AnafEfacturaClient({ vatNumber, testMode: true, refreshToken }, authenticator);
  }

  async function ended(index: string | undefined): ReturnType<Client['getUploadStatus']> {
    assert.ok(index);
    let status: Awaited<ReturnType<Client['getUploadStatus']>> = {};
    await until(async () => {
      status = await client.getUploadStatus(index);
      return status.stare !== 'in prelucrare';
    }, 'the end of the upload');
    return status;
  }

  it('logs in, uploads, asks for the status and downloads the signed answer', async () => {
    const { indexIncarcare } = await client.uploadDocument(invoice('SDK-1'));
    const { stare, data } = await ended(indexIncarcare);
    assert.equal(stare, 'ok');
    assert.equal(data?.subarray(0, 2).toString(), 'PK');
  });

  it('uploads an invoice to a consumer', async () => {
    const { indexIncarcare } = await aClient('a-token', SELLER).uploadB2CDocument(invoice('SDK-2'));
    assert.equal((await ended(indexIncarcare)).stare, 'ok');
  });

  it('reads why an invoice is refused', async () => {
    const { indexIncarcare } = await client.uploadDocument(invoice('SDK-3-REJECT'));
    const { stare, errors } = await ended(indexIncarcare);
    assert.equal(stare, 'nok');
    assert.match(String(errors), /BR-RO-110/);
  });

  it('lists sent files, in pages and by days', async () => {
    const own = aClient('a-token', SELLER);
    await ended((await client.uploadDocument(invoice('SDK-4'))).indexIncarcare);
    const now = Date.now();
    const paged = await own.getMessagesPaginated({
      startTime: now - 3_600_000,
      endTime: now - 1,
      pagina: 1,
      filtru: 'T',
    });
    assert.ok(paged.mesaje?.every(({ tip }) => tip === 'FACTURA TRIMISA'));
    assert.ok((await own.getMessages({ zile: 1 })).mesaje?.length);
  });

  it('is refused without a right for a company', async () => {
    const stranger = aClient(`a-token-CIF-${BUYER}`);
    const said = await stranger.uploadDocument(invoice('SDK-5'));
    assert.match(JSON.stringify(said), /Nu aveti drept in SPV/);
  });

  it('has an invoice checked', async () => {
    assert.equal((await client.validateXml(invoice('SDK-6'))).valid, true);
    const wrong = await client.validateXml(invoice('SDK-7').replace('RO-CJ', 'Cluj'));
    assert.deepEqual([wrong.valid, wrong.details?.includes('BR-RO-110')], [false, true]);
  });
});
