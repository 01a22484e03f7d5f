import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { aSandbox, jsonOf, type TestSandbox } from '../running.ts';
import { invoice } from './sending.ts';

type Json = Record<string, unknown>;

/** e-invoice-be/peppol-cli db05da8, api/openapi.json 1.1.0 */
describe('e-invoice.be in the sandbox', () => {
  let sandbox: TestSandbox;
  // Even a busy machine answers within a step.
  before(async () => (sandbox = await aSandbox({ stepMs: 300 })));
  after(() => sandbox.stop());

  const KEY = { Authorization: 'Bearer an-api-key' };
  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${sandbox.url}/peppol/e-invoice-be/api/${path}`, { headers: KEY, ...init });
  const read = async (answer: Promise<Response>): Promise<Json> => (await (await answer).json()) as Json;
  const create = (xml: string): Promise<Response> => {
    const form = new FormData();
    form.append('file', new Blob([xml], { type: 'application/xml' }), 'document.xml');
    return call('documents/ubl', { method: 'POST', body: form });
  };
  const draft = async (number: string): Promise<string> =>
    String((await read(create(invoice(number))))['id']);
  const addresses = (receiver = 'de123456789', sender = 'de987654321'): string =>
    `sender_peppol_scheme=9930&sender_peppol_id=${sender}&receiver_peppol_scheme=9930&receiver_peppol_id=${receiver}`;
  const send = (id: string, query = addresses()): Promise<Response> =>
    call(`documents/${id}/send?${query}`, { method: 'POST' });
  const stateOf = async (id: string): Promise<unknown> => (await read(call(`documents/${id}`)))['state'];
  const ended = async (id: string): Promise<unknown> => {
    for (let state = await stateOf(id); ; state = await stateOf(id)) {
      if (state !== 'TRANSIT') return state;
      await pause(5);
    }
  };
  const countDocuments = async (number: string): Promise<number> => {
    const { data } = await jsonOf(`${sandbox.url}/control/documents`);
    return (data as Json[]).filter((document) => document['number'] === number).length;
  };

  it('refuses a call without a key, and accepts only a UBL file in the part `file`', async () => {
    assert.equal((await call('documents/x', { headers: {} })).status, 401);
    assert.equal((await call('documents/x')).status, 404);
    assert.equal((await create('no xml')).status, 415);
    assert.equal((await create('<Order xmlns="urn:x"/>')).status, 415);
    assert.equal((await call('documents/ubl', { method: 'POST', body: invoice('E-0') })).status, 422);
  });

  it('creates a draft, and sends it only in the second call', async () => {
    const id = await draft('E-1');
    assert.equal(await stateOf(id), 'DRAFT');
    assert.equal(await countDocuments('E-1'), 0);
    const { items } = await read(call('outbox/drafts?search=E-1'));
    assert.deepEqual(
      (items as Json[]).map((one) => one['id']),
      [id],
    );
  });

  it('answers TRANSIT first, then SENT; a second sending is 405', async () => {
    const id = await draft('E-2');
    assert.equal((await read(send(id)))['state'], 'TRANSIT');
    assert.equal((await send(id)).status, 405);
    assert.equal(await ended(id), 'SENT');
    assert.equal((await send(id)).status, 405);
    assert.equal(await countDocuments('E-2'), 1);
  });

  it('requires all four addresses, the tenant as sender, and a document that conforms to its schema', async () => {
    assert.equal((await send(await draft('E-3'), '')).status, 400);
    assert.equal((await send(await draft('E-3'), addresses('de123456789', 'de0409'))).status, 409);
    const broken = invoice('E-3').replace('<cbc:IssueDate>2026-11-20</cbc:IssueDate>', '');
    const id = String((await read(create(broken)))['id']);
    assert.equal((await send(id)).status, 406);
    assert.equal(await countDocuments('E-3'), 0);
  });

  for (const [number, receiver, reason] of [
    ['E-4-NOTREG', 'de123456789', /Participant DNS name '.*' is not registered/],
    ['E-4', 'de123450414', /server error/],
    ['E-4-REJECT', 'de123456789', /AS4_ERROR_MESSAGE_RECEIVED/],
  ] as const)
    it(`fails ${number} for ${receiver}, and its timeline has the reason`, async () => {
      const id = await draft(number);
      assert.equal((await send(id, addresses(receiver))).status, 200);
      assert.equal(await ended(id), 'FAILED');
      const { events } = await read(call(`documents/${id}/timeline`));
      const last = (events as Json[]).at(-1);
      assert.equal(last?.['event_type'], 'send_failed');
      assert.match(JSON.stringify(last['details']), reason);
    });

  it('has sent a document whose answer was lost, and none for which it answered 503', async () => {
    for (const number of ['E-5-TIMEOUT', 'E-5-LOST']) {
      const id = await draft(number);
      await send(id).catch(() => undefined);
      assert.equal(await ended(id), 'SENT');
      assert.equal(await countDocuments(number), 1);
    }
    const id = await draft('E-5-5XX');
    assert.equal((await send(id)).status, 503);
    assert.equal(await stateOf(id), 'DRAFT');
  });

  it('reports answers of receiver and buyer without their content', async () => {
    const id = await draft('E-6-REFUSE');
    await send(id);
    assert.equal(await ended(id), 'SENT');
    const events = async (): Promise<unknown[]> =>
      ((await read(call(`documents/${id}/timeline`)))['events'] as Json[]).map((one) => one['event_type']);
    while (!(await events()).includes('imr_received')) await pause(5);
    assert.ok((await events()).includes('send_success'));
  });

  it('deletes a draft, but no sent document', async () => {
    const id = await draft('E-7');
    assert.equal((await call(`documents/${id}`, { method: 'DELETE' })).status, 200);
    assert.equal((await call(`documents/${id}`)).status, 404);
    const other = await draft('E-7');
    await send(other);
    assert.equal((await call(`documents/${other}`, { method: 'DELETE' })).status, 400);
  });

  it('shows a document only to its own tenant', async () => {
    const id = await draft('E-8');
    assert.equal(
      (await call(`documents/${id}`, { headers: { Authorization: 'Bearer another' } })).status,
      404,
    );
  });

  it('allows at most 100 on a page', async () => {
    assert.equal((await call('outbox/?page_size=101')).status, 422);
  });
});
