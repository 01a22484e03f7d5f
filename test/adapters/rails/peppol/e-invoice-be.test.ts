import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { accessPointOf } from '../../../../src/adapters/rails/peppol/access-point.ts';
import { parseEvent } from '../../../../src/adapters/rails/peppol/e-invoice-be-events.ts';
import { found } from '../../../application/sending/world.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import type { Script } from '../../../sandbox/scripted-network.ts';
import { closeAll, deliverOver, jsonAnswer, LOST, recordedOf, status, textAnswer } from './access-point.ts';

const recorded = recordedOf('e-invoice-be');
const CREATE = 'POST /api/documents/ubl';
const SEND = 'POST /api/documents/doc-1/send';
const ASK = 'GET /api/documents/doc-1';
const TIMELINE = 'GET /api/documents/doc-1/timeline';
const sent = (script: Script, own: Parameters<typeof deliverOver>[2] = {}) =>
  deliverOver('e-invoice-be', script, own);

after(closeAll);

const document = (state: string, id = 'doc-1') =>
  jsonAnswer(200, { id, state, created_at: '2026-09-01T10:00:00Z' });
const DRAFT = jsonAnswer(201, { id: 'doc-1', state: 'DRAFT', created_at: '2026-09-01T10:00:00Z' });
const TRANSIT = document('TRANSIT');
const failed = (details: unknown) =>
  jsonAnswer(200, {
    document_id: 'doc-1',
    events: [
      { event_type: 'send_attempted', timestamp: '2026-09-01T10:00:00Z', details: null },
      { event_type: 'send_failed', timestamp: '2026-09-01T10:00:01Z', details },
    ],
  });

describeByReference('a recorded answer of e-invoice.be', () => {
  it('to each step: a draft, sent, delivered', async () => {
    const { end, count, calls } = await sent({
      [CREATE]: [textAnswer(201, recorded('create-201.json'))],
      [SEND]: [textAnswer(200, recorded('send-200-transit.json'))],
      [ASK]: [TRANSIT, textAnswer(200, recorded('get-200-sent.json'))],
    });
    assert.equal(await end(), 'delivered');
    assert.deepEqual([count(CREATE), count(SEND)], [1, 1]);
    const { query, headers } = calls.find(({ call }) => call === SEND)!;
    assert.equal(headers.authorization, 'Bearer t');
    assert.deepEqual(
      [...query.keys()].sort(),
      ['receiver_peppol_id', 'receiver_peppol_scheme', 'sender_peppol_id', 'sender_peppol_scheme'],
      'by default it derives the addresses from tax numbers',
    );
  });

  it('that it failed, without a reason: the cause is unknown, a care item opens, and nothing is sent again', async () => {
    const { end, count, events } = await sent({
      [CREATE]: [DRAFT],
      [SEND]: [TRANSIT],
      [ASK]: [textAnswer(200, recorded('get-200-failed.json'))],
      [TIMELINE]: [textAnswer(200, recorded('timeline-200.json'))],
    });
    assert.equal(await end(), 'submitted, EI-SEND-UNKNOWN us, (EI-SEND-UNKNOWN)');
    assert.deepEqual(await events(), ['received', 'submitted']);
    assert.equal(count(SEND), 1);
  });

  for (const [name, code, expected] of [
    ['error-400.json', 400, 'rejected, EI-PEPPOL-REFUSED us, (EI-PEPPOL-REFUSED)'],
    ['error-406.json', 406, 'rejected, EI-PEPPOL-REFUSED us, (EI-PEPPOL-REFUSED)'],
    ['error-409.json', 409, 'dead_letter, EI-CREDENTIAL-REFUSED client, (EI-CREDENTIAL-REFUSED)'],
    ['error-401.json', 401, 'dead_letter, EI-CREDENTIAL-REFUSED client, (EI-CREDENTIAL-REFUSED)'],
  ] as const)
    it(`${name} to the send: ${expected}`, async () => {
      const { end } = await sent({
        [CREATE]: [DRAFT],
        [SEND]: [textAnswer(code, recorded(name))],
        [ASK]: [document('DRAFT')],
      });
      assert.equal(await end(), expected);
    });

  for (const [name, code, says] of [
    ['error-409.json', 409, 'Document is not allowed to send from the given Peppol ID'],
    ['error-401.json', 401, 'API key is missing, invalid, or inactive'],
  ] as const)
    it(`${name} to the send: the finding and the care row have the reason`, async () => {
      const { world } = await sent(
        { [CREATE]: [DRAFT], [SEND]: [textAnswer(code, recorded(name))] },
        { runs: 1 },
      );
      const { errors, care } = await found(world);
      assert.ok(
        english(errors[0]?.message ?? '').endsWith(` The access point says: "${says}".`),
        english(errors[0]?.message),
      );
      assert.ok(
        english(care[0]?.fixHint ?? '').endsWith(` The access point says: "${says}".`),
        english(care[0]?.fixHint),
      );
    });

  it('405 to a second send is not a refusal: the first one was taken', async () => {
    const { end, count } = await sent({
      [CREATE]: [DRAFT],
      [SEND]: [textAnswer(405, recorded('error-405.json'))],
      [ASK]: [document('SENT')],
    });
    assert.equal(await end(), 'delivered');
    assert.equal(count(SEND), 1);
  });

  it('404 to the send, because its draft was removed: another draft is made', async () => {
    const { end, count } = await sent({
      [CREATE]: [DRAFT],
      [SEND]: [textAnswer(404, recorded('error-404.json')), TRANSIT],
      [ASK]: [document('SENT')],
    });
    assert.equal(await end(), 'delivered');
    assert.deepEqual([count(CREATE), count(SEND)], [2, 2]);
  });
});

describe('e-invoice.be, of a document', () => {
  for (const [what, states, sends] of [
    // The first look comes too early to count.
    ['is still a draft: the same draft is sent', ['DRAFT', 'DRAFT', 'SENT'], 2],
    ['is on its way: its status is polled, and it is sent once', ['TRANSIT', 'SENT'], 1],
    ['is sent: it was sent once', ['SENT'], 1],
  ] as const)
    it(`whose answer to the send was lost, and which ${what}`, async () => {
      for (const lost of [LOST, status(500), status(502, '<html>'), status(200, '{"id":"another"}')]) {
        const { end, count } = await sent({
          [CREATE]: [DRAFT],
          [SEND]: [lost, TRANSIT],
          [ASK]: states.map((state) => document(state)),
        });
        assert.equal(await end(), 'delivered');
        assert.deepEqual([count(CREATE), count(SEND)], [1, sends]);
      }
    });

  for (const code of [400, 404, 405, 406])
    it(`whose send gets ${code} with a page of a server in front of the provider: its status is polled, and it is sent again`, async () => {
      const { end, count } = await sent({
        [CREATE]: [DRAFT],
        [SEND]: [status(code, '<html>Request Rejected</html>'), TRANSIT],
        [ASK]: ['DRAFT', 'DRAFT', 'SENT'].map((state) => document(state)),
      });
      assert.equal(await end(), 'delivered');
      assert.deepEqual([count(CREATE), count(SEND)], [1, 2]);
    });

  it('whose send is answered with 405 although it is still a draft: it does not count as submitted', async () => {
    const { end, count, events } = await sent({
      [CREATE]: [DRAFT],
      [SEND]: [jsonAnswer(405, { detail: 'Method Not Allowed' }), TRANSIT],
      [ASK]: ['DRAFT', 'DRAFT', 'DRAFT', 'SENT'].map((state) => document(state)),
    });
    assert.deepEqual(
      [await end(), await events(), count(SEND)],
      ['delivered', ['received', 'submitted', 'delivered'], 2],
    );
  });

  for (const [what, answer] of [
    ['refuses the log-in', status(401)],
    ['does not know the document', jsonAnswer(404, { detail: 'Not found' })],
  ] as const)
    it(`whose second send gets 405, while the provider ${what}: its outcome is unknown`, async () => {
      const { end } = await sent({
        [CREATE]: [DRAFT],
        [SEND]: [LOST, textAnswer(405, JSON.stringify({ detail: 'Not a draft' }))],
        [ASK]: [document('DRAFT'), answer],
      });
      assert.match(await end(), /^dead_letter, .*EI-SEND-UNKNOWN us, \(EI-SEND-UNKNOWN\)$/);
    });

  it('whose draft a server in front of the provider refuses with a page: another draft is made', async () => {
    for (const code of [406, 415, 422]) {
      const { end, count } = await sent({
        [CREATE]: [status(code, '<html>'), DRAFT],
        [SEND]: [TRANSIT],
        [ASK]: [document('SENT')],
      });
      assert.deepEqual([await end(), count(CREATE), count(SEND)], ['delivered', 2, 1]);
    }
  });

  it('whose answer to the draft was lost: another draft is made, and one is sent', async () => {
    for (const lost of [LOST, status(500), status(201, '{}')]) {
      const { end, count } = await sent({
        [CREATE]: [lost, DRAFT],
        [SEND]: [TRANSIT],
        [ASK]: [document('SENT')],
      });
      assert.equal(await end(), 'delivered');
      assert.deepEqual([count(CREATE), count(SEND)], [2, 1]);
    }
  });

  for (const details of [
    { error: "Participant DNS name 'x' is not registered [HOST_NOT_FOUND]" },
    { report: { sendingException: 'Failed to resolve SMP endpoint (x) [static] - server error' } },
  ])
    it(`that failed because no receiver was found (${Object.keys(details).join()}): rejected, the ERP corrects the address`, async () => {
      const { end, events } = await sent({
        [CREATE]: [DRAFT],
        [SEND]: [TRANSIT],
        [ASK]: [document('FAILED')],
        [TIMELINE]: [failed(details)],
      });
      assert.equal(await end(), 'rejected, EI-PEPPOL-NO-ROUTE erp, (EI-PEPPOL-NO-ROUTE)');
      assert.deepEqual(await events(), ['received', 'submitted', 'rejected']);
    });

  it('that failed after it may have been taken: never rejected', async () => {
    const { world, end } = await sent({
      [CREATE]: [DRAFT],
      [SEND]: [TRANSIT],
      [ASK]: [document('FAILED')],
      [TIMELINE]: [failed({ sendingResult: 'NO_SIGNAL_MESSAGE_RECEIVED', text: 'no receipt' })],
    });
    assert.equal(await end(), 'submitted, EI-SEND-UNKNOWN us, (EI-SEND-UNKNOWN)');
    assert.equal((await found(world)).state, 'submitted');
  });

  it('that is not UBL of BIS Billing 3: rejected without a call', async () => {
    const xrechnung = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';
    const { end, calls } = await sent({}, { specification: xrechnung });
    assert.equal(await end(), 'rejected, EI-PEPPOL-NO-ROUTE erp, (EI-PEPPOL-NO-ROUTE)');
    assert.deepEqual(calls, []);
  });
});

describe('an event of e-invoice.be', () => {
  const SECRET = 'a-secret-of-a-webhook';
  const accessPoint = accessPointOf(
    JSON.stringify({
      token: 't',
      sender_participant_id: '0208:0100000074',
      dialect: 'e-invoice-be',
      callback_secret: SECRET,
    }),
  )!;
  /** Computed with Python's json.dumps(event, sort_keys=True) and hmac. */
  const EVENT =
    '{"id":"evt-1","tenant_id":"ten-1","created_at":1788256807,"type":"document.sent","data":{"document_id":"doc-1"},"text":"⚡️ é\\n😀"}';
  const SIGNATURE = 'sha256=88fe1ac3b05e2ba0198eef1e16d766d54e80969cbe23d31fb4cffc1b4972c278';
  const readEvent = (body: string, signature: string | undefined) =>
    parseEvent(accessPoint, { body: Buffer.from(body), headers: { 'x-signature': signature } });

  it('is verified over the event as Python writes it; its own order and blanks do not matter', () => {
    assert.deepEqual(withEnglish(readEvent(EVENT, SIGNATURE)), { submissionId: 'doc-1' });
    const { id, ...others } = JSON.parse(EVENT) as Record<string, unknown>;
    assert.deepEqual(withEnglish(readEvent(JSON.stringify({ ...others, id }, null, 4), SIGNATURE)), {
      submissionId: 'doc-1',
    });
  });

  it('is ignored if it is changed, unsigned, signed with another key, or not JSON', () => {
    assert.deepEqual(withEnglish(readEvent(EVENT.replace('doc-1', 'doc-2'), SIGNATURE)), undefined);
    assert.deepEqual(withEnglish(readEvent(EVENT, undefined)), undefined);
    assert.deepEqual(
      withEnglish(
        readEvent(
          EVENT,
          SIGNATURE.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        ),
      ),
      undefined,
    );
    for (const body of ['', '[]', 'null', '{"created_at":1.5}', `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`])
      assert.deepEqual(withEnglish(readEvent(body, SIGNATURE)), undefined);
  });

  it('is ignored for a credential without a secret', () => {
    const { callback: _none, ...others } = accessPoint;
    const event = { body: Buffer.from(EVENT), headers: { 'x-signature': SIGNATURE } };
    assert.deepEqual(withEnglish(parseEvent(others, event)), undefined);
  });
});
