import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { invoice } from '../../sandbox/peppol/sending.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { findJudge } from '../../support/judges.ts';
import { until } from '../../support/until.ts';

const { folder: FOLDER, missing } = findJudge('e-invoice-api');

interface Document {
  readonly id: string;
  readonly state: string;
  readonly invoice_id?: string;
}

/** The part of e-invoice-api that the test uses (its `client.d.ts`). */
interface Client {
  readonly documents: {
    readonly ubl: { createFromUbl(body: { readonly file: File }): Promise<Document> };
    send(id: string, params?: object): Promise<Document>;
    retrieve(id: string): Promise<Document>;
    delete(id: string): Promise<{ readonly is_deleted: boolean }>;
  };
  readonly outbox: {
    /** The sent document, although its name differs. */
    listReceivedDocuments(query: object): Promise<{ readonly items: readonly Document[] }>;
  };
}
interface Library {
  readonly EInvoice: new (options: object) => Client;
}

const ADDRESSES = {
  sender_peppol_scheme: '9930',
  sender_peppol_id: 'de987654321',
  receiver_peppol_scheme: '9930',
  receiver_peppol_id: 'de123456789',
};

/** The provider's own client, generated from its description, at the simulated provider. */
describe('e-invoice-api at the sandbox of e-invoice.be', () => {
  if (missing) return void it.skip(missing);

  const { EInvoice } = createRequire(join(FOLDER, 'package.json'))('e-invoice-api') as Library;
  let sandbox: TestSandbox;
  // A step lasts long enough that a send is answered within one, also on a busy machine.
  before(async () => (sandbox = await aSandbox({ stepMs: 300 })));
  after(() => sandbox.stop());

  const client = (apiKey = 'a-key'): Client =>
    new EInvoice({ apiKey, baseURL: `${sandbox.url}/peppol/e-invoice-be`, maxRetries: 0 });
  const draft = (number: string): Promise<Document> =>
    client().documents.ubl.createFromUbl({
      file: new File([invoice(number)], 'x.xml', { type: 'application/xml' }),
    });
  const refused = async (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => 'taken',
      (error: { readonly status?: number }) => error.status,
    );

  it('makes a draft, sends it once, and reads its end', async () => {
    const { id, state, invoice_id: number } = await draft('SDK-1');
    assert.deepEqual([state, number], ['DRAFT', 'SDK-1']);
    assert.equal((await client().documents.send(id, ADDRESSES)).state, 'TRANSIT');
    await until(async () => (await client().documents.retrieve(id)).state === 'SENT', 'the document is sent');
    assert.equal(await refused(client().documents.send(id, ADDRESSES)), 405);
    const { items } = await client().outbox.listReceivedDocuments({
      page: 1,
      page_size: 100,
      search: 'SDK-1',
    });
    assert.deepEqual(
      items.map((one) => one.id),
      [id],
    );
  });

  it('deletes a draft, which then does not exist', async () => {
    const { id } = await draft('SDK-2');
    assert.equal((await client().documents.delete(id)).is_deleted, true);
    assert.equal(await refused(client().documents.retrieve(id)), 404);
  });

  it('gets a status for wrong keys, missing addresses and files that are not UBL', async () => {
    const { id } = await draft('SDK-3');
    assert.equal(await refused(client('a-key-REFUSED').documents.retrieve(id)), 401);
    assert.equal(await refused(client().documents.send(id)), 400);
    const file = new File(['no xml'], 'x.xml', { type: 'application/xml' });
    assert.equal(await refused(client().documents.ubl.createFromUbl({ file })), 415);
  });
});
