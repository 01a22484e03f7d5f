import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { PEPPOL_STATUSES } from '../../../../src/adapters/rails/peppol/status-mappings.ts';
import { found } from '../../../application/sending/world.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { aConsignment } from './consignment.ts';
import type { Answer, ReceivedCall } from '../../../sandbox/scripted-network.ts';
import {
  aboutOurs,
  closeAll,
  deliverOver,
  identityIn,
  jsonAnswer,
  LOST,
  provider,
  recordedOf,
  textAnswer,
  THEIRS,
} from './access-point.ts';

after(closeAll);

type End = string;
const NO_ROUTE: End = 'rejected, EI-PEPPOL-NO-ROUTE erp, (EI-PEPPOL-NO-ROUTE)';
const REFUSED_BY_ROUTE: End = 'rejected, EI-PEPPOL-REFUSED route, (EI-PEPPOL-REFUSED)';
const REFUSED_BY_US: End = 'rejected, EI-PEPPOL-REFUSED us, (EI-PEPPOL-REFUSED)';
const DUPLICATE: End = 'rejected, EI-PEPPOL-DUPLICATE us, (EI-PEPPOL-DUPLICATE)';
const NOT_SENT: End = 'dead_letter, EI-ROUTE-UNAVAILABLE route, (EI-ROUTE-UNAVAILABLE)';
const PERHAPS_SENT: End = 'dead_letter, EI-SEND-UNKNOWN us, (EI-SEND-UNKNOWN)';
/** The tries of the contract's schedule: the service repeats a transient failure, because this access point does not. */
const ALL_TRIES = 6;

/** Class and owner are in the README beside the files and in the route notes, 4.1 to 4.3 and 8. */
const REPORTS: readonly (readonly [
  file: string,
  reading: keyof typeof PEPPOL_STATUSES,
  end: End,
  sends: number,
])[] = [
  ['success', 'delivered', 'delivered', 1],
  ['not-registered', 'notRegistered', NO_ROUTE, 1],
  ['dns-technical', 'lookUpFailed', NOT_SENT, ALL_TRIES],
  ['smp-404', 'notOffered', NO_ROUTE, 1],
  ['no-endpoint', 'notOffered', NO_ROUTE, 1],
  ['smp-503', 'lookUpFailed', NOT_SENT, ALL_TRIES],
  ['smp-unreachable', 'lookUpFailed', NOT_SENT, ALL_TRIES],
  ['smp-bad-answer', 'lookUpFailed', NOT_SENT, ALL_TRIES],
  ['certificate-revoked', 'badCertificate', NOT_SENT, ALL_TRIES],
  ['c3-http-503', 'transport', PERHAPS_SENT, ALL_TRIES],
  ['no-signal', 'noSignal', PERHAPS_SENT, ALL_TRIES],
  ['not-serviced', 'notServiced', REFUSED_BY_ROUTE, 1],
  ['duplicate-at-phoss-ap', 'duplicate', DUPLICATE, 1],
  ['duplicate-4001', 'duplicate', DUPLICATE, 1],
  ['bad-sbdh', 'badEnvelope', REFUSED_BY_US, 1],
  ['bad-xml', 'badPayload', REFUSED_BY_US, 1],
];

describeByReference('a recorded report of phase4-peppol-standalone', () => {
  const recorded = recordedOf('phase4-standalone');
  const SEND = 'POST /sendsbdh';
  const report = (file: string): Answer => aboutOurs(200, recorded(`${file}.json`));

  for (const [file, reading, expected, sends] of REPORTS)
    it(`${file}.json: ${expected}; sends under one identity: ${sends}`, async () => {
      const { rail } = await provider({ [SEND]: [report(file)] });
      assert.deepEqual(
        withEnglish((await rail.send(aConsignment())).mapping),
        withEnglish(PEPPOL_STATUSES[reading]),
      );
      const { end, calls } = await deliverOver('phase4', { [SEND]: [report(file)] });
      assert.equal(await end(), expected);
      assert.equal(calls.length, sends);
      assert.equal(new Set(calls.map(({ body }) => identityIn(body))).size, 1);
    });

  it('success.json brings the receipt for the message', async () => {
    const { world } = await deliverOver('phase4', { [SEND]: [report('success')] });
    const { documents } = await found(world);
    assert.ok(documents.some(({ kind }) => kind === 'as4-receipt'));
    const events = (await world.eventFeed.events(world.id)).map(({ text }) => text).join('');
    assert.ok(!events.includes('EI-RECEIPT-UNVERIFIED'), events);
  });

  for (const file of ['duplicate-at-phoss-ap', 'duplicate-4001'])
    it(`${file}.json to a repeat reports our own document: delivered`, async () => {
      for (const lost of [LOST, report('no-signal'), report('c3-http-503')]) {
        const { end, count } = await deliverOver('phase4', { [SEND]: [lost, report(file)] });
        assert.equal(await end(), 'delivered');
        assert.equal(count(SEND), 2);
      }
    });
});

describeByReference('a recorded answer of phoss-ap to a submit', () => {
  const recorded = recordedOf('phoss-ap');
  const SUBMIT = 'POST /api/outbound/submit-sbd';
  const STATUS = 'GET /api/outbound/status/{id}';
  const submit = (file: string): Answer =>
    aboutOurs(Number(/\d{3}/.exec(file)?.[0] ?? 200), recorded(`${file}.json`));
  const status = (file: string): Answer => aboutOurs(200, recorded(`${file}.json`));
  /** A status with the text that `OutboundOrchestrator` stores of a failed try: the text of the recorded report (route notes, 4.4). */
  const givenUpStatus = (errorDetails: string, attemptCount: number): Answer =>
    aboutOurs(
      200,
      JSON.stringify({
        ...(JSON.parse(recorded('status-permanently-failed-as4.json')) as object),
        errorDetails,
        attemptCount,
      }),
    );
  const memberOf = (file: string, name: string): string =>
    String((JSON.parse(recorded(`${file}.json`)) as Record<string, unknown>)[name]);

  for (const [file, then, expected] of [
    ['submit-422-certificate', 'status-sending', 'submitted'],
    ['submit-422-certificate', 'status-sent-after-retry', 'delivered'],
    ['submit-422-dns-technical', 'status-sending', 'submitted'],
    ['submit-422-smp-503', 'status-sending', 'submitted'],
  ] as const)
    it(`${file}.json, then ${then}.json: ${expected}; submitted once`, async () => {
      const { end, count } = await deliverOver('phoss-ap', {
        [SUBMIT]: [submit(file)],
        [STATUS]: [status(then)],
      });
      assert.equal(await end(), expected);
      assert.equal(count(SUBMIT), 1);
    });

  const DNS = 'submit-422-dns-technical';
  const SMP = 'submit-422-smp-503';
  const CERTIFICATE = 'submit-422-certificate';
  const GIVEN_UP = [
    [DNS, () => `${memberOf(DNS, 'lookupError')}. Technical details: Technical DNS failure resolving 'x'`, 1],
    [SMP, () => memberOf(SMP, 'lookupError'), 1],
    [CERTIFICATE, () => `Error in AS4 sending with result code ${memberOf(CERTIFICATE, 'sendingResult')}`, 3],
  ] as const;
  const submittedIn = (calls: readonly ReceivedCall[]) =>
    calls.filter(({ call }) => call === SUBMIT).map(({ body }) => identityIn(body));
  for (const [file, details, tries] of GIVEN_UP) {
    it(`${file}.json, given up before anything was sent: once more, under a new identity`, async () => {
      const { end, calls } = await deliverOver('phoss-ap', {
        [SUBMIT]: [submit(file), submit('submit-200')],
        [STATUS]: [givenUpStatus(details(), tries)],
      });
      assert.equal(await end(), 'delivered');
      const submitted = submittedIn(calls);
      assert.equal(submitted.length, 2);
      assert.notEqual(submitted[0], submitted[1]);
    });

    it(`${file}.json, given up at every try: ${NOT_SENT}, each try under a new identity`, async () => {
      const script = { [SUBMIT]: [submit(file)], [STATUS]: [givenUpStatus(details(), tries)] };
      const { end, calls } = await deliverOver('phoss-ap', script, { runs: 40 });
      assert.equal(await end(), NOT_SENT);
      const submitted = submittedIn(calls);
      assert.deepEqual([submitted.length, new Set(submitted).size], [ALL_TRIES, ALL_TRIES]);
    });
  }

  it('submit-400-receiver.json: is asked about before any other submit', async () => {
    const { calls } = await deliverOver('phoss-ap', { [SUBMIT]: [submit('submit-400-receiver')] });
    assert.match(calls[1]!.call, /\/api\/outbound\/status\//);
  });
});

describeByReference('a recorded answer of Recommand', () => {
  const recorded = recordedOf('recommand');
  const SEND = 'POST /c_01/send';
  const LIST = 'GET /documents';
  const ONE = 'GET /documents/doc_01';
  const COMPANY = { credential: { company_id: 'c_01', token: 'key_1:secret_1' } };

  it('documents-200.json about a document that is not certainly ours: unknown, sent once', async () => {
    const { end, count } = await deliverOver(
      'recommand',
      { [SEND]: [LOST], [LIST]: [textAnswer(200, recorded('documents-200.json'))] },
      COMPANY,
    );
    assert.equal(await end(), PERHAPS_SENT);
    assert.equal(count(SEND), 1);
  });

  it('documents-200.json about our number and text: delivered with its receipt, sent once', async () => {
    const numbered = (name: string): string =>
      recorded(name).replace('"parsed": null', '"parsed": { "invoiceNumber": "R-1" }');
    const { world, end, count } = await deliverOver(
      'recommand',
      {
        [SEND]: [LOST],
        [LIST]: [textAnswer(200, numbered('documents-200.json'))],
        [ONE]: [textAnswer(200, numbered('document-200.json').replace('<Invoice …/>', '<Invoice/>'))],
      },
      COMPANY,
    );
    assert.equal(await end(), 'delivered');
    assert.equal(count(SEND), 1);
    const { documents, legalId } = await found(world);
    assert.equal(legalId, THEIRS);
    assert.ok(documents.some(({ kind }) => kind === 'as4-receipt'));
  });

  it('send-request.json has the members that we send, and the same type and process', async () => {
    const { calls } = await deliverOver(
      'recommand',
      { [SEND]: [textAnswer(200, recorded('send-200.json'))] },
      COMPANY,
    );
    const own = JSON.parse(calls[0]?.body ?? '') as Record<string, unknown>;
    const theirs = JSON.parse(recorded('send-request.json')) as Record<string, unknown>;
    assert.deepEqual(Object.keys(own).sort(), Object.keys(theirs).sort());
    for (const name of ['documentType', 'doctypeId', 'processId'])
      assert.equal(own[name], theirs[name], name);
  });
});

describeByReference('a recorded answer of the framework of e-invoice.be', () => {
  const recorded = recordedOf('e-invoice-be');
  const CREATE = 'POST /api/documents/ubl';
  const SEND = 'POST /api/documents/doc-1/send';
  const ASK = 'GET /api/documents/doc-1';
  const FRAMEWORK = textAnswer(422, recorded('error-422-framework.json'));
  const DRAFT = textAnswer(201, recorded('create-201.json'));

  it(`error-422-framework.json to the draft: ${REFUSED_BY_US}, with the named parameter`, async () => {
    const { world, end, calls } = await deliverOver('e-invoice-be', { [CREATE]: [FRAMEWORK] });
    assert.equal(await end(), REFUSED_BY_US);
    assert.equal(calls.length, 1);
    const events = (await world.eventFeed.events(world.id)).map(({ text }) => text).join('');
    assert.ok(events.includes('query.peppol_id: Field required'), events);
  });

  it('error-422-framework.json to the send of a draft: not sent, and there is one draft', async () => {
    const { end, count } = await deliverOver('e-invoice-be', {
      [CREATE]: [DRAFT],
      [SEND]: [FRAMEWORK],
      [ASK]: [jsonAnswer(200, { id: 'doc-1', state: 'DRAFT' })],
    });
    assert.equal(await end(), NOT_SENT);
    assert.equal(count(CREATE), 1);
  });
});
