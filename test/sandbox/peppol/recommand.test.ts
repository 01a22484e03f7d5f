import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../running.ts';
import { BILLING, BILLING_PROCESS, invoice } from './sending.ts';

type Json = Record<string, unknown>;

/** recommand/recommand-peppol f26b74e: api/send-document.ts, api/documents, data/transmitted-documents.ts */
describe('Recommand in the sandbox', () => {
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox()));
  after(() => sandbox.stop());

  const LOGGED_IN = { Authorization: `Basic ${Buffer.from('key_1:secret_1').toString('base64')}` };
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${sandbox.url}/peppol/recommand/api/v1/${path}`, { headers: LOGGED_IN, ...init });
  const order = (number: string, own: object = {}): object => ({
    recipient: '9930:de123456789',
    documentType: 'xml',
    document: invoice(number),
    doctypeId: BILLING,
    processId: BILLING_PROCESS,
    ...own,
  });
  const send = (number: string, own: object = {}, company = 'c_01'): Promise<Response> =>
    call(`${company}/send`, { ...posted(order(number, own)), headers: LOGGED_IN });
  const read = async (answer: Promise<Response>): Promise<Json> => (await (await answer).json()) as Json;
  const listed = async (query: string): Promise<Json[]> =>
    (await read(call(`documents?${query}`)))['documents'] as Json[];
  const countDocuments = async (number: string): Promise<number> => {
    const { data } = await jsonOf(`${sandbox.url}/control/documents`);
    return (data as Json[]).filter((document) => document['number'] === number).length;
  };
  const textOf = async (answer: Promise<Response>): Promise<string> =>
    ((await read(answer))['errors'] as { root: string[] }).root.join();

  it('refuses a call without a key and an unregistered company', async () => {
    const path = `${sandbox.url}/peppol/recommand/api/v1/documents`;
    for (const headers of [{}, { Authorization: 'Basic eA==' }, { Authorization: 'Bearer x-REFUSED' }])
      assert.equal((await fetch(path, { headers: headers as Record<string, string> })).status, 401);
    assert.equal((await fetch(path, { headers: { Authorization: 'Bearer a.jwt.token' } })).status, 200);
    assert.equal((await send('RC-0', {}, 'x')).status, 404);
  });

  it('refuses a body that is not an order, an unknown document type and a broken schema, and sends nothing', async () => {
    for (const own of [
      { recipient: 1 },
      { documentType: 'letter' },
      { document: {} },
      { doctypeId: undefined },
      { document: invoice('RC-1').replace('<cbc:IssueDate>2026-11-20</cbc:IssueDate>', '') },
    ])
      assert.equal((await send('RC-1', own)).status, 400, JSON.stringify(own).slice(0, 60));
    assert.equal(await countDocuments('RC-1'), 0);
    assert.deepEqual(await listed('search=RC-1'), []);
  });

  it('assigns an identity to each call: a repeat is a second invoice', async () => {
    const answers = [await read(send('RC-2')), await read(send('RC-2'))];
    assert.notEqual(answers[0]?.['envelopeId'], answers[1]?.['envelopeId']);
    assert.equal(await countDocuments('RC-2'), 2);
  });

  it('sends under the address of the company, not of the document, and shows the sent document with its receipt', async () => {
    const { id } = await read(send('RC-3'));
    const { document } = await read(call(`documents/${String(id)}`));
    const shown = document as Json;
    assert.equal(shown['senderId'], '9915:c_01');
    assert.equal(shown['xml'], invoice('RC-3'));
    assert.match(String(shown['receivedPeppolSignalMessage']), /SignalMessage/);
    const [row] = await listed('direction=outgoing&companyId=c_01&search=rc-3&limit=100');
    assert.equal(row?.['id'], id);
    assert.ok(row && !('xml' in row));
    const asXml = await call(`documents/${String(id)}`, {
      headers: { ...LOGGED_IN, Accept: 'application/xml' },
    });
    assert.equal(await asXml.text(), invoice('RC-3'));
  });

  it('shows a document only to its own team', async () => {
    const { id } = await read(send('RC-4'));
    const others = await call(`documents/${String(id)}`, { headers: { Authorization: 'Bearer another' } });
    assert.equal(others.status, 404);
  });

  for (const [number, receiver, words, times] of [
    ['RC-5-NOTREG', '9930:de123456789', /network\. Participant DNS name '.*' is not registered/, 0],
    ['RC-5', '9930:de123450414', /network\. Failed to resolve SMP endpoint .* - server error$/, 0],
    ['RC-5-REJECT', '9930:de123456789', /network\. No additional context available/, 0],
    // The receiver has the document; the provider does not know this, and stores nothing.
    ['RC-5-NOSIGNAL', '9930:de123456789', /network\. No additional context available/, 1],
  ] as const)
    it(`answers 422 to ${number} for ${receiver}, and lists nothing`, async () => {
      const answer = await send(number, { recipient: receiver });
      assert.equal(answer.status, 422);
      assert.match(await textOf(Promise.resolve(answer)), words);
      assert.deepEqual(await listed(`search=${number}`), []);
      assert.equal(await countDocuments(number), times);
    });

  it('lists a sent document although the caller got no answer', async () => {
    for (const number of ['RC-6-TIMEOUT', 'RC-6-LOST']) {
      await send(number).catch(() => undefined);
      assert.equal((await listed(`search=${number}`)).length, 1);
    }
  });

  it('passes on answers of the buyer, and no MLS', async () => {
    await send('RC-7-MLSRE');
    await send('RC-7-REFUSE');
    const came = () => listed('direction=incoming&companyId=c_01&limit=200');
    for (let rows = await came(); rows.length < 2; rows = await came()) await pause(10);
    const rows = await came();
    assert.deepEqual(
      rows.map((row) => [row['type'], row['receiverId']]),
      [
        ['unknown', '9915:c_01'],
        ['unknown', '9915:c_01'],
      ],
    );
    assert.ok(rows.every((row) => String(row['docTypeId']).includes('invoice_response')));
    const id = String(rows[0]?.['id']);
    const unread = async (): Promise<number> =>
      ((await read(call('inbox?companyId=c_01')))['documents'] as Json[]).length;
    assert.equal(await unread(), 2);
    await call(`documents/${id}/mark-as-read`, { ...posted({ read: true }), headers: LOGGED_IN });
    assert.equal(await unread(), 1);
  });

  it('allows at most 200 on a page', async () => {
    assert.equal((await call('documents?limit=201')).status, 400);
    assert.equal((await call('documents?direction=both')).status, 400);
  });
});
