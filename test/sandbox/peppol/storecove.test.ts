import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../support/until.ts';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../running.ts';
import { BILLING, BILLING_PROCESS, invoice } from './sending.ts';

type Json = Record<string, unknown>;

/**
 * Storecove's OpenAPI description 2.0.1 (APIs-guru/openapi-directory), deegitalbe/laravel-trustup-io-storecove bf0038b5, src/Model;
 * events: vantigo-io/vantigo 3cf847cd, storecovetest/server.go.
 */
describe('Storecove in the sandbox', () => {
  let sandbox: TestSandbox;
  let key = '';
  before(async () => (sandbox = await aSandbox({ stepMs: 1 })));
  after(() => sandbox.stop());
  beforeEach(() => void (key = randomUUID()));

  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${sandbox.url}/peppol/storecove/api/v2/${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${key}` },
    });
  const order = (number: string, data: object = {}, own: object = {}): object => ({
    legalEntityId: 4711,
    idempotencyGuid: randomUUID(),
    document: {
      documentType: 'enveloped_data',
      envelopedData: {
        application: 'peppol',
        processId: BILLING_PROCESS,
        processIdSchemeId: 'cenbii-procid-ubl',
        documentId: BILLING,
        documentIdSchemeId: 'busdox-docid-qns',
        document: Buffer.from(invoice(number)).toString('base64'),
        envelope: { sender: '9930:DE987654321', receiver: '9930:DE123456789' },
        metadata: {
          documentNumber: number,
          documentDate: '2026-11-20',
          receiverName: 'Buyer',
          receiverCountry: 'DE',
          payloadType: 'Invoice',
        },
        ...data,
      },
    },
    ...own,
  });
  const submit = (body: object): Promise<Response> => call('document_submissions', posted(body));
  const guidOf = async (body: object): Promise<string> => {
    const answer = await submit(body);
    assert.equal(answer.status, 200, await answer.clone().text());
    return String(((await answer.json()) as Json)['guid']);
  };
  const countOf = async (number: string): Promise<number> => {
    const { data } = await jsonOf(`${sandbox.url}/control/documents`);
    return (data as Json[]).filter((document) => document['number'] === number).length;
  };
  /** The events of the account, each removed once it is read. */
  async function events(): Promise<readonly Json[]> {
    await pause(20);
    const all: Json[] = [];
    for (;;) {
      const answer = await call('webhook_instances/');
      if (answer.status === 204) return all;
      const { guid, body } = (await answer.json()) as { guid: string; body: string };
      all.push(JSON.parse(body) as Json);
      const remove = () => call(`webhook_instances/${guid}`, { method: 'DELETE' });
      assert.deepEqual([(await remove()).status, (await remove()).status], [204, 404]);
    }
  }

  it('refuses a call without a key', async () => {
    for (const wrong of ['', 'x-REFUSED']) {
      key = wrong;
      for (const path of [
        'webhook_instances/',
        'legal_entities/1',
        'document_submissions/x/evidence/sending',
      ])
        assert.equal((await call(path)).status, 401);
    }
  });

  it('refuses with the place what its description does not allow, and sends nothing', async () => {
    const metadata = (own: object) => ({
      metadata: {
        ...{ documentNumber: 'SC-1', documentDate: '2026-11-20', receiverName: 'Buyer' },
        ...{ receiverCountry: 'DE', payloadType: 'Invoice' },
        ...own,
      },
    });
    for (const [body, source] of [
      [order('SC-1', {}, { legalEntityId: undefined }), 'legalEntityId'],
      [order('SC-1', {}, { idempotencyGuid: 'short' }), 'idempotencyGuid'],
      [order('SC-1', {}, { document: { documentType: 'invoice' } }), 'document.documentType'],
      [order('SC-1', { application: 'as2' }), 'document.envelopedData.application'],
      [order('SC-1', { documentIdSchemeId: 'x' }), 'document.envelopedData.documentIdSchemeId'],
      [order('SC-1', { document: '!' }), 'document.envelopedData.document'],
      [order('SC-1', { envelope: { sender: 'x' } }), 'document.envelopedData.envelope.receiver'],
      [order('SC-1', metadata({ receiverName: 'B' })), 'document.envelopedData.metadata.receiverName'],
      [order('SC-1', metadata({ receiverCountry: 'de' })), 'document.envelopedData.metadata.receiverCountry'],
      [order('SC-1', metadata({ payloadType: 'Bill' })), 'document.envelopedData.metadata.payloadType'],
      [order('SC-1', { documentId: BILLING.replace('billing', 'selfbilling') }), 'document'],
      [{}, 'document.documentType'],
    ] as const) {
      const answer = await submit(body);
      const faults = (await answer.json()) as { source: string; details: string }[];
      assert.equal(answer.status, 422);
      assert.ok(
        faults.some((fault) => fault.source === source && fault.details !== ''),
        source,
      );
    }
    assert.equal((await call('document_submissions', { method: 'POST', body: 'x' })).status, 422);
    assert.equal(await countOf('SC-1'), 0);
    assert.deepEqual(await events(), []);
  });

  it('processes the first of several submissions under one idempotencyGuid, and refuses the others without its name', async () => {
    const body = order('SC-2');
    const guid = await guidOf(body);
    const answer = await submit(body);
    assert.equal(answer.status, 422);
    assert.equal((await answer.text()).includes(guid), false);
    assert.equal(await countOf('SC-2'), 1);
  });

  it('has no evidence before the document is sent, then the receipt and the document as it was', async () => {
    const body = order('SC-3') as { idempotencyGuid: string };
    const guid = await guidOf(body);
    await pause(20);
    const path = `document_submissions/${guid}/evidence`;
    const read = (await (await call(`${path}/sending`)).json()) as {
      guid: string;
      network: string;
      documents: { document: string; expires_at: string; mime_type: string }[];
      evidence: Json;
    };
    assert.deepEqual([read.guid, read.network], [guid, 'peppol']);
    assert.match(String(read.evidence['xml']), /SignalMessage/);
    assert.match(read.documents[0]?.expires_at ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const file = await fetch(read.documents[0]?.document ?? '');
    assert.equal(await file.text(), invoice('SC-3'));
    assert.equal((await call(`${path}/clearing`)).status, 404);
    const [event] = await events();
    assert.deepEqual(
      [event?.['event'], event?.['guid'], event?.['idempotencyGuid']],
      ['succeeded', guid, body.idempotencyGuid],
    );
    key = randomUUID();
    assert.equal((await call(`${path}/sending`)).status, 404, 'of another account');
    assert.deepEqual(await events(), []);
  });

  for (const [ending, expected, held] of [
    ['-NOTREG', 'no_action_taken', 0],
    ['-REJECT', 'failed', 0],
    ['-NOSIGNAL', 'failed', 1],
  ] as const)
    it(`${ending}: ${expected}, and no evidence`, async () => {
      const guid = await guidOf(order(`SC-4${ending}`));
      assert.deepEqual(
        (await events()).map(({ event }) => event),
        [expected],
      );
      assert.equal((await call(`document_submissions/${guid}/evidence/sending`)).status, 404);
      assert.equal(await countOf(`SC-4${ending}`), held);
    });

  it('-5XX-ONCE: nothing is known of the first call; -LOST: the document is sent', async () => {
    const once = order('SC-5-5XX-ONCE');
    assert.equal((await submit(once)).status, 503);
    assert.equal((await submit(once)).status, 200);
    const lost = order('SC-5-LOST');
    assert.equal((await submit(lost)).status, 500);
    assert.equal((await submit(lost)).status, 422);
    assert.equal(await countOf('SC-5-LOST'), 1);
  });

  it('has the buyer’s answers as events, in their order', async () => {
    await guidOf(order('SC-6-REFUSE'));
    const came: unknown[] = [];
    await until(async () => {
      came.push(...(await events()).map(({ event }) => event));
      return came.length >= 3;
    }, 'three events');
    assert.deepEqual(came, ['succeeded', 'acknowledged', 'rejected']);
  });

  it('lists a received document once, for the legal entity of its receiver', async () => {
    const arrive = (recipient: string): Promise<Json> =>
      jsonOf(`${sandbox.url}/control/inbound?route=PEPPOL&recipient=${recipient}`, {
        method: 'POST',
        body: invoice('SC-7'),
      });
    await guidOf(order('SC-8'));
    await arrive('9930:de987654321');
    await arrive('9930:de111111125');
    const [, notice, ...more] = await events();
    assert.deepEqual([notice?.['event_type'], more], ['received_document', []]);
    const path = `received_documents/${String(notice?.['document_guid'])}`;
    const read = (await (await call(`${path}/original`)).json()) as Json;
    assert.deepEqual([read['legal_entity_id'], read['direction']], [4711, 'in']);
    assert.match(String(read['original']), /StandardBusinessDocument.*SC-7/s);
    assert.equal((await call(`${path}/json`)).status, 404);
    key = randomUUID();
    assert.equal((await call(`${path}/original`)).status, 404, 'of another account');
  });
});
