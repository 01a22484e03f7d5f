import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { aSandbox, jsonOf, type TestSandbox } from '../running.ts';
import { BILLING, BILLING_PROCESS, envelope, invoice, TOKEN } from './sending.ts';

type Json = Record<string, unknown>;

describe('the access point of the sandbox, as phoss-ap', () => {
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox()));
  after(() => sandbox.stop());

  const call = (path: string, body?: string, headers: Record<string, string> = TOKEN): Promise<Response> =>
    fetch(`${sandbox.url}/peppol/phoss-ap/api/outbound/${path}`, {
      headers,
      ...(body !== undefined && { method: 'POST', body }),
    });
  const submit = (number: string, id: string, receiver = '9930:de123456789'): Promise<Response> => {
    const path = ['9930:de987654321', receiver, BILLING, BILLING_PROCESS, 'DE']
      .map(encodeURIComponent)
      .join('/');
    return call(`submit/${path}?sbdhInstanceID=${id}`, invoice(number));
  };
  const status = async (id: string): Promise<Json> => (await (await call(`status/${id}`)).json()) as Json;
  const held = async (number: string): Promise<number> => {
    const { data } = await jsonOf(`${sandbox.url}/control/documents`);
    return (data as Json[]).filter((document) => document['number'] === number).length;
  };

  it('answers 401 to a wrong token, 400 with a text to bad identifiers, 404 about what it does not know', async () => {
    assert.equal((await call(`status/${randomUUID()}`, undefined, {})).status, 401);
    assert.equal((await call(`status/${randomUUID()}`, undefined, { 'X-Token': 'x-REFUSED' })).status, 401);
    assert.equal((await call(`status/${randomUUID()}`)).status, 404);
    const bad = await submit('H-1', randomUUID(), '9999:1');
    assert.equal(bad.status, 400);
    assert.match(await bad.text(), /receiving participant ID/);
  });

  it('answers 200 with the report, keeps the identifier of the caller and can be asked what became of it', async () => {
    const id = randomUUID();
    const answer = await submit('H-2', id);
    assert.equal(answer.status, 200);
    assert.equal(((await answer.json()) as Json)['sbdhInstanceIdentifier'], id);
    const known = await status(id);
    assert.equal(known['status'], 'sent');
    assert.equal(known['transactionType'], 'business_document');
    assert.equal(known['attemptCount'], 1);
    assert.equal(known['senderID'], 'iso6523-actorid-upis::9930:de987654321');
    assert.equal(known['docTypeID'], `busdox-docid-qns::${BILLING}`);
    await sandbox.restart();
    assert.deepEqual(await status(id), known);
  });

  it('takes a complete StandardBusinessDocument, and one whose types stand in the document', async () => {
    const instanceIdentifier = randomUUID();
    assert.equal((await call('submit-sbd', envelope(invoice('H-3'), { instanceIdentifier }))).status, 200);
    assert.equal((await status(instanceIdentifier))['status'], 'sent');
    const auto = await call(`submit-auto/9930%3Ade987654321/9930%3Ade123456789/DE`, invoice('H-4'));
    assert.equal(auto.status, 200);
    assert.equal(((await auto.json()) as Json)['processId'], `cenbii-procid-ubl::${BILLING_PROCESS}`);
  });

  for (const [number, receiver, http, ends] of [
    ['H-5-REJECT', undefined, 422, 'rejected'],
    ['H-5-DUPLICATE', undefined, 422, 'rejected'],
    ['H-5-NOTREG', undefined, 422, 'permanently_failed'],
    ['H-5', '9930:de123450410', 422, 'permanently_failed'],
  ] as const)
    it(`answers ${http} to ${number}${receiver ? ` for ${receiver}` : ''}, and it ends ${ends}`, async () => {
      const id = randomUUID();
      assert.equal((await submit(number, id, receiver)).status, http);
      const known = await status(id);
      assert.equal(known['status'], ends);
      assert.equal(known['nextRetryDT'], undefined);
      assert.equal(await held(number), 0);
    });

  it('holds what it took although the caller got no answer', async () => {
    for (const number of ['H-6-TIMEOUT', 'H-6-LOST']) {
      const id = randomUUID();
      const got = await submit(number, id).then(
        (answer) => answer.status,
        () => 'broken',
      );
      assert.equal(got, number.endsWith('LOST') ? 500 : 'broken');
      assert.equal((await status(id))['status'], 'sent');
      assert.equal(await held(number), 1);
    }
  });

  it('knows nothing of what it took nothing of', async () => {
    const id = randomUUID();
    assert.equal((await submit('H-7-5XX', id)).status, 503);
    assert.equal((await call(`status/${id}`)).status, 404);
  });

  it('sends a document once that is submitted twice under one identifier', async () => {
    const id = randomUUID();
    assert.equal((await submit('H-8', id)).status, 200);
    const again = await submit('H-8', id);
    assert.equal(again.status, 422);
    assert.match(await again.text(), /EBMS:4001/);
    assert.equal((await status(id))['status'], 'sent');
    assert.equal(await held('H-8'), 1);
  });

  it('tries again by itself: until it has a receipt, or five times', async () => {
    const [lost, bad] = [randomUUID(), randomUUID()];
    assert.equal((await submit('H-9-NOSIGNAL', lost)).status, 422);
    assert.equal((await submit('H-9', bad, '9930:de123450495')).status, 422);
    const waiting = (await (await call('in-transmission')).json()) as Json[];
    assert.ok(
      waiting.length >= 1 && waiting.every((each) => each['status'] === 'failed' && each['nextRetryDT']),
    );
    for (let waited = 0; waited < 200 && (await status(bad))['status'] === 'failed'; waited += 1)
      await pause(20);
    assert.equal((await status(lost))['status'], 'sent');
    const given = await status(bad);
    assert.deepEqual([given['status'], given['attemptCount']], ['permanently_failed', 5]);
    assert.equal(await held('H-9-NOSIGNAL'), 1);
  });
});
