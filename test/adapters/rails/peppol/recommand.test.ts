import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { accessPointOf } from '../../../../src/adapters/rails/peppol/access-point.ts';
import { parseHint } from '../../../../src/adapters/rails/peppol/recommand-inbound.ts';
import { recommand } from '../../../../src/adapters/rails/peppol/recommand.ts';
import { found } from '../../../application/sending/world.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import type { Script } from '../../../sandbox/scripted-network.ts';
import {
  aReceipt,
  closeAll,
  deliverOver,
  jsonAnswer,
  LOST,
  recordedOf,
  status,
  textAnswer,
} from './access-point.ts';

const recorded = recordedOf('recommand');
const SEND = 'POST /c_01/send';
const LIST = 'GET /documents';
const ONE = 'GET /documents/doc_01';
const COMPANY = { credential: { company_id: 'c_01', token: 'key_1:secret_1' } };
const sent = (script: Script) => deliverOver('recommand', script, COMPANY);

after(closeAll);

const TAKEN = {
  success: true,
  teamId: 'team_01',
  companyId: 'c_01',
  id: 'doc_01',
  peppolMessageId: 'm-1@phase4',
  envelopeId: '7d1c0f0a-5c38-4a53-9a3e-0d2f6f1b9a01',
  sentOverPeppol: true,
  sentOverEmail: false,
  emailRecipients: [],
};
const listed = (own: object = {}): object => ({
  id: 'doc_01',
  docTypeId:
    'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
  parsed: { invoiceNumber: 'R-1' },
  sentOverPeppol: true,
  envelopeId: TAKEN.envelopeId,
  peppolMessageId: 'm-1@phase4',
  receivedPeppolSignalMessage: aReceipt('m-1@phase4'),
  xml: '<Invoice/>',
  ...own,
});
const list = (...documents: readonly object[]) =>
  jsonAnswer(200, { success: true, documents, pagination: {} });
const one = (own: object = {}) => jsonAnswer(200, { success: true, document: listed(own) });

describeByReference('a recorded answer of Recommand to a send', () => {
  for (const [name, code, expected, sends] of [
    ['send-200.json', 200, 'delivered', 1],
    ['send-200-email-only.json', 200, 'rejected, EI-PEPPOL-REFUSED us, (EI-PEPPOL-REFUSED)', 1],
    ['send-400-validation.json', 400, 'rejected, EI-PEPPOL-REFUSED us, (EI-PEPPOL-REFUSED)', 1],
    ['send-422-not-offered.json', 422, 'rejected, EI-PEPPOL-NO-ROUTE erp, (EI-PEPPOL-NO-ROUTE)', 1],
    ['send-422-not-registered.json', 422, 'rejected, EI-PEPPOL-NO-ROUTE erp, (EI-PEPPOL-NO-ROUTE)', 1],
    ['send-422-unknown.json', 422, 'dead_letter, EI-SEND-UNKNOWN us, (EI-SEND-UNKNOWN)', 1],
    ['401.json', 401, 'dead_letter, EI-CREDENTIAL-REFUSED client, (EI-CREDENTIAL-REFUSED)', 6],
  ] as const)
    it(`${name}: ${expected}`, async () => {
      const { end, count } = await sent({ [SEND]: [textAnswer(code, recorded(name))], [LIST]: [list()] });
      assert.equal(await end(), expected);
      assert.equal(count(SEND), sends);
    });

  it('401.json: the finding and the care row have the reason', async () => {
    const { world } = await sent({ [SEND]: [textAnswer(401, recorded('401.json'))] });
    const { errors, care } = await found(world);
    assert.match(english(errors[0]?.message ?? ''), / The access point says: "Unauthorized"\.$/);
    assert.match(
      english(care[0]?.fixHint ?? ''),
      / The access point says: "Unauthorized"\. Peppol has no place .* If the route does not hold/,
    );
  });

  it('of a document: its receipt follows', async () => {
    const { world, end } = await sent({
      [SEND]: [textAnswer(200, recorded('send-200.json'))],
      [ONE]: [textAnswer(200, recorded('document-200.json'))],
    });
    assert.equal(await end(), 'delivered');
    const { documents, legalId } = await found(world);
    assert.ok(documents.some(({ kind }) => kind === 'as4-receipt'));
    assert.equal(legalId, TAKEN.envelopeId);
  });
});

describe('Recommand', () => {
  it('gets the document under the company of the credential, with its type and process, and without e-mail', async () => {
    const { calls } = await sent({ [SEND]: [jsonAnswer(200, TAKEN)], [ONE]: [one()] });
    const [call] = calls;
    assert.equal(call?.headers.authorization, `Basic ${Buffer.from('key_1:secret_1').toString('base64')}`);
    const { recipient, ...order } = JSON.parse(call?.body ?? '') as Record<string, unknown>;
    assert.match(String(recipient), /^\d{4}:/);
    assert.deepEqual(Object.keys(order).sort(), ['doctypeId', 'document', 'documentType', 'processId']);
    assert.equal(order['document'], '<Invoice/>');
    assert.equal(order['documentType'], 'xml');
    assert.doesNotMatch(String(order['doctypeId']), /^busdox-docid-qns/);
  });

  const UNKNOWN = 'dead_letter, EI-SEND-UNKNOWN us, (EI-SEND-UNKNOWN)';
  for (const [what, script, expected] of [
    ['is listed with our text: delivered', { [LIST]: [list(listed())], [ONE]: [one()] }, 'delivered'],
    [
      'is listed after a while: delivered',
      { [LIST]: [list(), list(), list(listed())], [ONE]: [one()] },
      'delivered',
    ],
    ['is not listed: unknown', { [LIST]: [list()] }, UNKNOWN],
    [
      'is listed with another text under its number: unknown',
      { [LIST]: [list(listed())], [ONE]: [one({ xml: '<Invoice><!-- of another system --></Invoice>' })] },
      UNKNOWN,
    ],
    [
      'is listed under a number that contains ours: unknown',
      { [LIST]: [list(listed({ parsed: { invoiceNumber: 'R-10' } }))], [ONE]: [one()] },
      UNKNOWN,
    ],
    [
      'was sent only by e-mail: unknown',
      { [LIST]: [list(listed({ sentOverPeppol: false }))], [ONE]: [one()] },
      UNKNOWN,
    ],
    [
      'is unreadable there and has no number: unknown',
      { [LIST]: [list(listed({ parsed: null }))], [ONE]: [one()] },
      UNKNOWN,
    ],
    ['cannot be looked up, since the list fails: unknown', { [LIST]: [status(500)] }, UNKNOWN],
    ['cannot be looked up, since the list is HTML: unknown', { [LIST]: [status(200, '<html>')] }, UNKNOWN],
  ] as const)
    it(`whose answer was lost; the document ${what}, and it is sent once`, async () => {
      for (const lost of [LOST, status(500), status(502, '<html>'), jsonAnswer(400, { success: false })]) {
        const { end, count } = await sent({ [SEND]: [lost], ...script });
        assert.equal(await end(), expected);
        assert.equal(count(SEND), 1);
      }
    });

  it('that limits calls has taken nothing: the document is sent again', async () => {
    const { end, count } = await sent({
      [SEND]: [status(429, '', { 'Retry-After': '1' }), jsonAnswer(200, TAKEN)],
      [ONE]: [one()],
    });
    assert.equal(await end(), 'delivered');
    assert.equal(count(SEND), 2);
  });

  it('with a receipt for another message: delivered; the receipt is stored unchanged, and the event reports it', async () => {
    const { world, end } = await sent({
      [SEND]: [jsonAnswer(200, TAKEN)],
      [ONE]: [one({ receivedPeppolSignalMessage: aReceipt('another@phase4') })],
    });
    assert.equal(await end(), 'delivered');
    assert.ok((await found(world)).documents.some(({ kind }) => kind === 'as4-receipt'));
    const last = (await world.eventFeed.events(world.id)).at(-1)?.text ?? '';
    assert.ok(last.includes('EI-RECEIPT-UNVERIFIED'), last);
  });

  it('calls back without any proof: a call about our company is a hint to poll; one about another company is ignored', () => {
    const accessPoint = accessPointOf(
      JSON.stringify({
        token: 'a:b',
        sender_participant_id: '0208:0100000074',
        dialect: 'recommand',
        company_id: 'c_01',
      }),
    )!;
    assert.equal(accessPoint.baseUrl, 'https://app.recommand.eu/api/v1');
    const hint = (body: object) =>
      parseHint(accessPoint, { body: Buffer.from(JSON.stringify(body)), headers: {} });
    assert.deepEqual(
      withEnglish(hint({ eventType: 'document.received', documentId: 'doc_02', companyId: 'c_01' })),
      {},
    );
    assert.deepEqual(
      withEnglish(hint({ eventType: 'document.received', documentId: 'doc_02', companyId: 'c_02' })),
      undefined,
    );
    assert.equal(recommand.readCallback, parseHint);
  });
});
