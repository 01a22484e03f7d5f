import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { accessPointOf } from '../../../../src/adapters/rails/peppol/access-point.ts';
import { parseEvent } from '../../../../src/adapters/rails/peppol/e-invoice-be-events.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { closeAll, CREDENTIAL, jsonAnswer, provider, recordedOf, textAnswer } from './access-point.ts';

after(closeAll);

/** The seller in all files. */
const SELLER = '0208:0100000074';
const credentialOf = (own: object) => ({
  client: 'acme',
  id: 'crd_1',
  kind: 'access-point',
  value: JSON.stringify({ ...CREDENTIAL, sender_participant_id: SELLER, ...own }),
});

describeByReference('the recorded inbound history of phoss-ap', () => {
  const recorded = recordedOf('phoss-ap');
  const credential = credentialOf({ dialect: 'phoss-ap' });
  const [RESPONSE, MLS] = ['push-invoice-response.xml', 'push-mls-re.xml'] as const;
  /** The recorded push with this InstanceIdentifier; its header has it, too. */
  const payloadPath = (push: string): string => {
    const headers = recorded(push.replace('.xml', '.headers.txt'));
    const id = /^X-SBDH-Instance-ID: (.*\S)/m.exec(headers)?.[1] ?? '';
    return `GET /api/ops/inbound/${id}/payload`;
  };
  const history = () =>
    provider({
      'GET /api/ops/inbound/history': [textAnswer(200, recorded('inbound-history.json'))],
      [payloadPath(RESPONSE)]: [textAnswer(200, recorded(RESPONSE))],
      [payloadPath(MLS)]: [textAnswer(200, recorded(MLS))],
    });

  it('brings the Invoice Response for the seller, and the MLS, each once', async () => {
    const { rail } = await history();
    const page = await rail.fetchMessages(credential, null);
    assert.ok(page && 'messages' in page);
    assert.deepEqual(
      page.messages.map(({ bytes }) => Buffer.from(bytes).toString('utf8')),
      [RESPONSE, MLS].map(recorded),
    );
    assert.equal(page.unreadable, 0);
    const again = await rail.fetchMessages(credential, page.next ?? '');
    assert.deepEqual(withEnglish(again && 'messages' in again && again.messages), []);
  });

  it('tells the country of the participant for each of its documents that has none, if the credential names it', async () => {
    const report = 'POST /api/inbound/report';
    const world = await provider({
      'GET /api/ops/inbound/history': [textAnswer(200, recorded('inbound-history.json'))],
      [payloadPath(RESPONSE)]: [textAnswer(200, recorded(RESPONSE))],
      [payloadPath(MLS)]: [textAnswer(200, recorded(MLS))],
      [report]: [textAnswer(200, recorded('report-200.json'))],
    });
    const page = await world.rail.fetchMessages(credentialOf({ dialect: 'phoss-ap', country: 'BE' }), null);
    assert.ok(page && 'messages' in page && page.messages.length === 2);
    assert.deepEqual(
      world.calls.flatMap(({ call, query }) => (call === report ? [Object.fromEntries(query)] : [])),
      [{ sbdhInstanceID: '3f0a5b1c-0000-4000-8000-00000000ab01', c4CountryCode: 'BE' }],
    );
  });

  it('brings another participant only the MLS, which is matched by its reference', async () => {
    const { rail } = await history();
    const other = credentialOf({ dialect: 'phoss-ap', sender_participant_id: '9930:de1' });
    const page = await rail.fetchMessages(other, null);
    assert.ok(page && 'messages' in page);
    assert.deepEqual(
      page.messages.map(({ kind }) => kind),
      ['mls'],
    );
  });

  it('has no invoice to receive', async () => {
    const { rail, calls } = await history();
    const page = await rail.receiving.fetch({
      ...{ credential, after: null },
      isKnown: async () => false,
      take: async () => undefined,
      now: new Date(),
    });
    assert.deepEqual(page && 'documents' in page && page.documents, []);
    assert.equal(calls.length, 1);
  });

  it('has the same messages as the pushes with the headers of the forwarder', async () => {
    const { rail } = await history();
    const page = await rail.fetchMessages(credential, null);
    assert.ok(page && 'messages' in page);
    for (const [n, push] of [RESPONSE, MLS].entries()) {
      const lines = recorded(push.replace('.xml', '.headers.txt')).trim().split(/\r?\n/).slice(1);
      const headers = Object.fromEntries(
        lines.map((line) => [line.split(': ')[0]?.toLowerCase() ?? '', line.split(': ')[1]]),
      );
      const secret = headers['x-receiver-secret'];
      const own = { callback_header: 'X-Receiver-Secret', callback_secret: secret };
      const hint = rail.readCallback(credentialOf({ dialect: 'phoss-ap', ...own }), {
        body: Buffer.from(recorded(push)),
        headers,
      });
      assert.deepEqual(withEnglish(hint?.messages?.map(plain)), withEnglish([plain(page.messages[n]!)]));
    }
  });
});

/** Pushed and fetched messages have the same bytes in different kinds of array. */
const plain = <T extends { readonly bytes: Uint8Array }>(message: T) => ({
  ...message,
  bytes: Buffer.from(message.bytes).toString('latin1'),
});

describeByReference('the recorded inbox of Recommand', () => {
  const recorded = recordedOf('recommand');
  const credential = credentialOf({ dialect: 'recommand', company_id: 'c_01', token: 'key_1:secret_1' });
  /** Recommand shows a document without its envelope. */
  const response = () =>
    /<ApplicationResponse[^]*<\/ApplicationResponse>/.exec(
      recordedOf('phoss-ap')('push-invoice-response.xml'),
    )?.[0];

  it('inbox-200.json: the Invoice Response is read, and not marked as read', async () => {
    const { rail, calls } = await provider({
      'GET /documents': [textAnswer(200, recorded('inbox-200.json'))],
      'GET /documents/doc_02': [
        jsonAnswer(200, { success: true, document: { id: 'doc_02', xml: response() } }),
      ],
    });
    const page = await rail.fetchMessages(credential, null);
    assert.ok(page && 'messages' in page);
    assert.deepEqual(
      page.messages.map(({ bytes }) => Buffer.from(bytes).toString('utf8')),
      [response()],
    );
    assert.deepEqual(
      calls.map(({ call }) => call),
      ['GET /documents', 'GET /documents/doc_02'],
    );
  });

  it('documents-200.json, of sent invoices: nothing is read', async () => {
    const { rail, calls } = await provider({
      'GET /documents': [textAnswer(200, recorded('documents-200.json'))],
    });
    const page = await rail.fetchMessages(credential, null);
    assert.deepEqual(withEnglish(page && 'messages' in page && page.messages), []);
    assert.equal(calls.length, 1);
  });

  it('webhook-received.json: a hint to poll for its company, nothing for another', async () => {
    const { rail } = await provider({});
    const call = { body: Buffer.from(recorded('webhook-received.json')), headers: {} };
    assert.deepEqual(withEnglish(rail.readCallback(credential, call)), {});
    const other = credentialOf({ dialect: 'recommand', company_id: 'c_02', token: 'key_1:secret_1' });
    assert.deepEqual(withEnglish(rail.readCallback(other, call)), undefined);
  });
});

describeByReference('a recorded webhook of e-invoice.be', () => {
  const recorded = recordedOf('e-invoice-be');
  const signed = (name: string): string =>
    new RegExp(`^${name}: (.*\\S)`, 'm').exec(recorded('webhook-sent.signature.txt'))?.[1] ?? '';
  const accessPoint = () => ({
    ...accessPointOf(credentialOf({ dialect: 'e-invoice-be' }).value)!,
    // The secret of the file is shorter than those of the provider, and than a credential may name.
    callback: { header: 'x-signature', secret: signed('secret') },
  });
  const readEvent = (file: string, signature: string) =>
    parseEvent(accessPoint(), {
      body: Buffer.from(recorded(file)),
      headers: { 'x-signature': signature },
    });
  /** Python's text of the other event, which differs in id and type. */
  const failedSignature = (): string => {
    const canonical = signed('canonical')
      .replace('"evt-1"', '"evt-2"')
      .replace('"type": "document.sent"', '"type": "document.sent.failed"');
    return `sha256=${createHmac('sha256', signed('secret')).update(canonical).digest('hex')}`;
  };

  it('webhook-sent.json verifies with its recorded signature: its document is polled', () =>
    assert.deepEqual(withEnglish(readEvent('webhook-sent.json', signed('X-Signature'))), {
      submissionId: 'doc-1',
    }));

  it('webhook-failed.json verifies in the same form: its document is polled, and the event itself ends nothing', () =>
    assert.deepEqual(withEnglish(readEvent('webhook-failed.json', failedSignature())), {
      submissionId: 'doc-1',
    }));

  it('is ignored with the signature of the other', () => {
    assert.deepEqual(withEnglish(readEvent('webhook-failed.json', signed('X-Signature'))), undefined);
    assert.deepEqual(withEnglish(readEvent('webhook-sent.json', failedSignature())), undefined);
  });
});
