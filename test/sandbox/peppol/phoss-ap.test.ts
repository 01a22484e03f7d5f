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
  const status = async (id: string): Promise<Json> =>
    (await (await call(`status/${id}?includeArchive=true`)).json()) as Json;
  const countDocuments = async (number: string): Promise<number> => {
    const { data } = await jsonOf(`${sandbox.url}/control/documents`);
    return (data as Json[]).filter((document) => document['number'] === number).length;
  };

  it('answers 401 to a wrong token, 400 with a text to bad identifiers, 404 to an unknown transaction', async () => {
    assert.equal((await call(`status/${randomUUID()}`, undefined, {})).status, 401);
    assert.equal((await call(`status/${randomUUID()}`, undefined, { 'X-Token': 'x-REFUSED' })).status, 401);
    assert.equal((await call(`status/${randomUUID()}`)).status, 404);
    const bad = await submit('H-1', randomUUID(), '9999:1');
    assert.equal(bad.status, 400);
    assert.match((await bad.json()) as string, /receiving participant ID/);
  });

  it('answers 200 with the report, stores it under the identifier of the caller, and answers status inquiries', async () => {
    const id = randomUUID();
    const answer = await submit('H-2', id);
    assert.equal(answer.status, 200);
    assert.equal(((await answer.json()) as Json)['sbdhInstanceIdentifier'], id);
    const transaction = await status(id);
    assert.equal(transaction['status'], 'sent');
    assert.equal(transaction['transactionType'], 'business_document');
    assert.equal(transaction['attemptCount'], 0);
    assert.equal(transaction['senderID'], 'iso6523-actorid-upis::9930:de987654321');
    assert.equal(transaction['docTypeID'], `busdox-docid-qns::${BILLING}`);
    await sandbox.restart();
    assert.deepEqual(await status(id), transaction);
  });

  /** phax/phoss-ap ba7e36b, dto/OutboundTransactionResponse: the type with which clients read it. No registry has the jar. */
  const MEMBERS = [
    ...[
      'id',
      'transactionType',
      'senderID',
      'receiverID',
      'docTypeID',
      'processID',
      'sbdhInstanceID',
      'status',
    ],
    ...[
      'attemptCount',
      'createdDT',
      'completedDT',
      'reportingStatus',
      'nextRetryDT',
      'errorDetails',
      'mlsStatus',
    ],
    ...['custom1', 'custom2', 'custom3'],
  ].sort();
  const VALUES: Readonly<Record<string, readonly string[]>> = {
    transactionType: ['business_document', 'mls_response'],
    status: ['pending', 'rejected', 'sending', 'sent', 'failed', 'permanently_failed'],
    reportingStatus: ['pending', 'reported'],
    mlsStatus: ['pending', 'received_ap', 'received_ab', 'received_re', 'not_applicable'],
  };

  for (const number of ['H-M', 'H-M-REJECT', 'H-M-MLSRE', 'H-M-NOTREG'])
    it(`answers for ${number} with the members of the published response type only`, async () => {
      const id = randomUUID();
      await submit(number, id);
      const transaction = await status(id);
      assert.deepEqual(Object.keys(transaction).sort(), MEMBERS);
      for (const [member, values] of Object.entries(VALUES))
        assert.ok(values.includes(String(transaction[member])), `${member}: ${String(transaction[member])}`);
    });

  it('accepts a complete StandardBusinessDocument, and a document that states its own types', async () => {
    const instanceIdentifier = randomUUID();
    assert.equal((await call('submit-sbd', envelope(invoice('H-3'), { instanceIdentifier }))).status, 200);
    assert.equal((await status(instanceIdentifier))['status'], 'sent');
    const auto = await call(`submit-auto/9930%3Ade987654321/9930%3Ade123456789/DE`, invoice('H-4'));
    assert.equal(auto.status, 200);
    assert.equal(((await auto.json()) as Json)['processId'], `cenbii-procid-ubl::${BILLING_PROCESS}`);
  });

  /** Until the access point has made its own tries. */
  const settled = async (id: string, until: readonly string[]): Promise<Json> => {
    for (;;) {
      const transaction = await status(id);
      if (until.includes(String(transaction['status']))) return transaction;
      await pause(10);
    }
  };

  for (const [what, number, receiver, ends, tries] of [
    ['an AS4 error of any code', 'H-5-REJECT', undefined, 'permanently_failed', 3],
    ['a duplicate', 'H-5-DUPLICATE', undefined, 'permanently_failed', 3],
    ['a bad certificate', 'H-5', '9930:de123450495', 'permanently_failed', 3],
    ['a receiver that is not registered', 'H-5-NOTREG', undefined, 'permanently_failed', 1],
    ['DNS that fails', 'H-5', '9930:de123450408', 'permanently_failed', 1],
    ['an SMP that fails', 'H-5', '9930:de123450503', 'permanently_failed', 1],
  ] as const)
    it(`answers 422 to ${what}, stores the document and ends ${ends} after ${tries} tries`, async () => {
      const id = randomUUID();
      assert.equal((await submit(number, id, receiver)).status, 422);
      const transaction = await settled(id, [ends]);
      assert.equal(transaction['attemptCount'], tries);
      assert.equal(await countDocuments(number), 0);
    });

  for (const [what, receiver] of [
    ['an SMP that answers 404', '9930:de123450414'],
    ['no endpoint that is active', '9930:de123450410'],
    ['an answer of the SMP that cannot be used', '9930:de123450310'],
  ] as const)
    it(`answers 422 to ${what}, and tries again without end`, async () => {
      const id = randomUUID();
      assert.equal((await submit('H-6', id, receiver)).status, 422);
      while (Number((await status(id))['attemptCount']) < 4) await pause(10);
      const transaction = await settled(id, ['failed']);
      assert.ok(transaction['nextRetryDT']);
      assert.match(String(transaction['errorDetails']), /^Failed to resolve SMP endpoint/);
    });

  it('has the accepted document although the caller got no answer', async () => {
    for (const number of ['H-6-TIMEOUT', 'H-6-LOST']) {
      const id = randomUUID();
      const got = await submit(number, id).then(
        (answer) => answer.status,
        () => 'broken',
      );
      assert.equal(got, number.endsWith('LOST') ? 500 : 'broken');
      assert.equal((await status(id))['status'], 'sent');
      assert.equal(await countDocuments(number), 1);
    }
  });

  it('has no transaction of a refused document', async () => {
    const id = randomUUID();
    assert.equal((await submit('H-7-5XX', id)).status, 503);
    assert.equal((await call(`status/${id}`)).status, 404);
  });

  it('makes a second submit a second transaction: then status finds none, both lists show two, and the receiver refuses one', async () => {
    const id = randomUUID();
    assert.equal((await submit('H-8', id)).status, 200);
    const again = await submit('H-8', id);
    assert.equal(again.status, 422);
    assert.match(await again.text(), /Rejecting duplicate SBDH instance/);
    const blind = await call(`status/${id}?includeArchive=true`);
    assert.deepEqual([blind.status, await blind.text()], [404, '']);
    const history = (await (
      await fetch(`${sandbox.url}/peppol/phoss-ap/api/ops/outbound/history?limit=500`, { headers: TOKEN })
    ).json()) as Json[];
    assert.equal(history.filter((each) => each['sbdhInstanceID'] === id).length, 2);
    assert.equal(await countDocuments('H-8'), 1);
  });

  it('gives up a document whose receipt was lost: the receiver refuses the repeats as duplicates', async () => {
    const lost = randomUUID();
    assert.equal((await submit('H-9-NOSIGNAL', lost)).status, 422);
    const waiting = (await (await call('in-transmission')).json()) as Json[];
    assert.ok(waiting.some((each) => each['sbdhInstanceID'] === lost));
    const transaction = await settled(lost, ['permanently_failed']);
    assert.equal(
      transaction['errorDetails'],
      'Error in AS4 sending with result code AS4_ERROR_MESSAGE_RECEIVED',
    );
    assert.equal(await countDocuments('H-9-NOSIGNAL'), 1);
  });

  it('archives a sent document, and then only includeArchive finds it', async () => {
    const id = randomUUID();
    assert.equal((await submit('H-10', id)).status, 200);
    while ((await call(`status/${id}`)).status === 200) await pause(10);
    assert.equal((await call(`status/${id}?includeArchive=true`)).status, 200);
  });

  it('stores an MLS with its transaction, and lists it as an inbound message', async () => {
    const id = randomUUID();
    const sbd = envelope(invoice('H-11-MLSRE'), { instanceIdentifier: id });
    assert.equal((await call('submit-sbd', sbd)).status, 200);
    while (
      ((await (await call(`status/${id}?includeArchive=true`)).json()) as Json)['mlsStatus'] !== 'received_re'
    )
      await pause(10);
    const ops = (path: string) =>
      fetch(`${sandbox.url}/peppol/phoss-ap/api/ops/inbound/${path}`, { headers: TOKEN });
    const came = (await (await ops('history?limit=100')).json()) as Json[];
    const contents = await Promise.all(
      came.map(async ({ sbdhInstanceID }) => (await ops(`${String(sbdhInstanceID)}/payload`)).text()),
    );
    assert.ok(
      contents.some((content) => content.includes(id) && content.includes('StandardBusinessDocument')),
    );
    assert.equal((await fetch(`${sandbox.url}/peppol/phoss-ap/answers`, { headers: TOKEN })).status, 404);
  });

  it('refuses with a JSON string, and stores nothing', async () => {
    const sbd = await call('submit-sbd', '<a/>');
    assert.deepEqual([sbd.status, await sbd.json()], [400, 'Failed to submit outbound SBD transaction']);
    const path = ['9930:de987654321', '9930:de123456789', BILLING, BILLING_PROCESS, 'DE'];
    const raw = await call(`submit/${path.map(encodeURIComponent).join('/')}`, '<a/>');
    assert.deepEqual([raw.status, await raw.json()], [422, 'Failed to submit outbound transaction']);
    const refused = await call('in-transmission', undefined, { 'X-Token': 'x-REFUSED' });
    assert.deepEqual(
      [refused.status, await refused.json()],
      [401, { error: 'Invalid or missing API token' }],
    );
  });
});
