import { english } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { found, statuses } from '../../../application/sending/world.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import type { Answer } from '../../../sandbox/scripted-network.ts';
import {
  aboutOurs,
  closeAll,
  deliverOver,
  identityIn,
  LOST,
  recordedOf,
  status,
  THEIRS,
} from './access-point.ts';

after(closeAll);

const SUBMIT = 'POST /api/outbound/submit-sbd';
const STATUS = 'GET /api/outbound/status/{id}';
const TRANSMITTING = 'GET /api/outbound/in-transmission';
const HISTORY = 'GET /api/ops/outbound/history';

/** Answers by call. */
interface Script {
  readonly submit: readonly Answer[];
  readonly status?: readonly Answer[];
  readonly transmitting?: readonly Answer[];
  readonly history?: readonly Answer[];
}

const NOTHING: Answer = status(200, '[]');
const NOT_FOUND: Answer = status(404);

async function deliver(script: Script, { runs = 12 } = {}) {
  const answers = {
    [SUBMIT]: script.submit,
    [STATUS]: script.status ?? [NOT_FOUND],
    [TRANSMITTING]: script.transmitting ?? [NOTHING],
    [HISTORY]: script.history ?? [NOTHING],
  };
  const { calls, ...delivery } = await deliverOver('phoss-ap', answers, { specification: 'urn:x', runs });
  for (const { call, query } of calls) {
    assert.ok(call in answers, call);
    if (call === STATUS) assert.equal(query.get('includeArchive'), 'true');
    if (call === HISTORY) assert.ok(query.size > 0);
  }
  const submitted = calls.filter(({ call }) => call === SUBMIT).map(({ body }) => identityIn(body));
  return { ...delivery, submitted, looks: delivery.count(STATUS) };
}

const recorded = (name: string): Answer => {
  const code = Number(/^(?:submit\D*-)?(\d{3})\b/.exec(name)?.[1] ?? 200);
  return aboutOurs(code, recordedOf('phoss-ap')(name));
};
const jsonAnswer = (code: number, value: unknown): Answer => aboutOurs(code, JSON.stringify(value));
const transaction = (own: object): Answer =>
  jsonAnswer(200, {
    sbdhInstanceID: THEIRS,
    status: 'sent',
    attemptCount: 0,
    mlsStatus: 'pending',
    id: 't-1',
    ...own,
  });

/** After each 422 the access point keeps the document and repeats the send: the rail polls for its end and never submits it again. */
const TAKEN: readonly (readonly [submit: string, status: string | undefined, end: string])[] = [
  ['submit-422-as4-security.json', 'status-failed-as4.json', 'submitted'],
  ['submit-422-not-serviced.json', 'status-failed-as4.json', 'submitted'],
  ['submit-422-not-serviced.json', 'status-sent-after-retry.json', 'delivered'],
  [
    'submit-422-not-serviced.json',
    'status-permanently-failed-as4.json',
    'rejected, EI-PEPPOL-REFUSED route, (EI-PEPPOL-REFUSED)',
  ],
  [
    'submit-422-transport.json',
    'status-permanently-failed-as4.json',
    'submitted, EI-SEND-UNKNOWN us, (EI-SEND-UNKNOWN)',
  ],
  ['submit-422-transport.json', 'status-sending.json', 'submitted'],
  ['submit-422-transport.json', 'status-sent.json', 'delivered'],
  [
    'submit-422-smp-404.json',
    'status-failed-smp-404.json',
    'submitted, EI-PEPPOL-NO-ROUTE erp, (EI-PEPPOL-NO-ROUTE)',
  ],
  ['submit-422-smp-404.json', 'status-sent.json', 'delivered, EI-PEPPOL-NO-ROUTE erp handled'],
  [
    'submit-422-no-endpoint.json',
    'status-failed-smp-404.json',
    'submitted, EI-PEPPOL-NO-ROUTE erp, (EI-PEPPOL-NO-ROUTE)',
  ],
  ['submit-422-smp-breaker.json', 'status-failed-breaker.json', 'submitted'],
  ['submit-422-ap-breaker.json', 'status-failed-breaker.json', 'submitted'],
  [
    'submit-422-not-registered.json',
    'status-permanently-failed-dns.json',
    'rejected, EI-PEPPOL-NO-ROUTE erp, (EI-PEPPOL-NO-ROUTE)',
  ],
  ['submit-200.json', undefined, 'delivered'],
  ['submit-422-reporting-failed.json', undefined, 'delivered'],
  // Not stored, but for the last step: a transaction that it cannot read back.
  ['submit-sbd-400-refused.json', 'status-sent.json', 'delivered'],
];

describeByReference('a recorded answer of phoss-ap', () => {
  for (const [submit, then, expected] of TAKEN)
    it(`${submit}${then ? `, then ${then}` : ''}: ${expected}; submitted once`, async () => {
      const { end, submitted, looks } = await deliver({
        submit: [recorded(submit)],
        ...(then !== undefined && { status: [recorded(then)] }),
      });
      assert.equal(await end(), expected);
      assert.equal(submitted.length, 1);
      const isSent = expected.startsWith('delivered');
      assert.equal(
        looks > 0,
        then !== undefined || isSent,
        'the status is queried until the end, and for the MLS',
      );
    });

  it('with a receipt: the receipt is stored, also if only the statistics record failed', async () => {
    for (const name of ['submit-200.json', 'submit-422-reporting-failed.json']) {
      const { world } = await deliver({ submit: [recorded(name)] });
      const kinds = (await found(world)).documents.map(({ kind }) => kind);
      assert.ok(kinds.includes('as4-receipt'), name);
    }
  });

  it('401 waits for another credential', async () => {
    const { world } = await deliver({ submit: [recorded('401.json')] });
    const { errors, care } = await found(world);
    assert.equal(errors[0]?.code, 'EI-CREDENTIAL-REFUSED');
    const says = 'The access point says: "Invalid or missing API token".';
    assert.equal(english(errors[0].message), `The route refuses the client's credential. ${says}`);
    assert.ok(english(care[0]?.fixHint)?.includes(says), english(care[0]?.fixHint));
  });

  it('of a negative MLS rejects, although the document was sent', async () => {
    const { world, end } = await deliver({ submit: [LOST], status: [recorded('status-mls-re.json')] });
    assert.equal(await end(), 'rejected, EI-PEPPOL-REFUSED route, (EI-PEPPOL-REFUSED)');
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'delivered', 'rejected']);
  });

  for (const [submit, then] of [
    ['submit-422-not-serviced.json', 'status-permanently-failed-as4.json'],
    ['submit-422-not-registered.json', 'status-permanently-failed-dns.json'],
  ] as const)
    it(`${then}: the same events, with the answer to the submit or without it`, async () => {
      const usual = await deliver({ submit: [recorded(submit)], status: [recorded(then)] });
      const found = await deliver({ submit: [LOST], status: [recorded(then)] });
      const events = await statuses(usual.world);
      assert.deepEqual(events, ['received', 'submitted', 'rejected']);
      assert.deepEqual((await statuses(found.world)).slice(0, 2), events.slice(0, 2));
    });

  it('404 about a document that it has twice does not allow a third send: a care row names both ids', async () => {
    for (const [lists, expected] of [
      [
        { transmitting: [recorded('in-transmission-two.json')] },
        'submitted, EI-PEPPOL-DUPLICATE us, (EI-PEPPOL-DUPLICATE)',
      ],
      [{ history: [recorded('history-two.json')] }, 'delivered, EI-PEPPOL-DUPLICATE us'],
    ] as const) {
      const { world, end, submitted } = await deliver({ submit: [LOST], status: [NOT_FOUND], ...lists });
      assert.equal(await end(), expected);
      assert.equal(submitted.length, 1);
      const events = (await world.eventFeed.events(world.id)).map(({ text }) => text).join('');
      for (const id of ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'])
        assert.ok(events.includes(id), id);
    }
  });
});

describe('phoss-ap, of a document whose answer was lost', () => {
  it('that neither status nor lists show: sent again under the same identity', async () => {
    const { end, submitted } = await deliver({
      submit: [
        LOST,
        jsonAnswer(200, { overallSuccess: true, sendingSuccess: true, sendingResult: 'SUCCESS' }),
      ],
    });
    assert.equal(await end(), 'delivered');
    assert.deepEqual(submitted, [submitted[0], submitted[0]]);
  });

  it('that one list shows in work: not sent again', async () => {
    const alive = jsonAnswer(200, [{ sbdhInstanceID: THEIRS, status: 'sending', id: 't-1' }]);
    const { end, submitted } = await deliver({ submit: [LOST], transmitting: [alive] });
    assert.equal(await end(), 'submitted');
    assert.equal(submitted.length, 1);
  });

  for (const [what, list] of Object.entries<Answer>({
    'cannot be reached': LOST,
    'does not exist there': NOT_FOUND,
    'is HTML': status(200, '<html>'),
    'is an object': status(200, '{}'),
    fails: status(500),
    'has a row that is none': status(200, '["x"]'),
    'has a row without an InstanceIdentifier': status(200, '[{"id":"1","status":"sent"}]'),
  }))
    it(`with a list that ${what}: not sent again, and a care row opens`, async () => {
      const { world, submitted } = await deliver({ submit: [LOST], history: [list] });
      assert.equal((await found(world)).state, 'dead_letter');
      assert.equal((await found(world)).errors[0]?.code, 'EI-SEND-UNKNOWN');
      assert.equal(submitted.length, 1);
    });
});

describeByReference('phoss-ap that could not store a document, for whatever reason', () => {
  for (const refusal of [
    'submit-sbd-400-refused.json',
    'submit-raw-422-refused.json',
    'submit-400-custom.json',
  ]) {
    it(`${refusal}: is asked, then gets it again under the same identity`, async () => {
      const { end, submitted, looks } = await deliver({
        submit: [recorded(refusal), recorded('submit-200.json')],
      });
      assert.equal(await end(), 'delivered');
      assert.deepEqual(submitted, [submitted[0], submitted[0]]);
      assert.ok(looks > 0);
    });

    it(`${refusal}: six times ends in a care row`, async () => {
      const { end, submitted } = await deliver({ submit: [recorded(refusal)] }, { runs: 20 });
      assert.equal(await end(), 'dead_letter, EI-ROUTE-UNAVAILABLE route, (EI-ROUTE-UNAVAILABLE)');
      assert.equal(submitted.length, 6);
    });
  }
});

describe('phoss-ap that gives a document up', () => {
  it('whose first answer was lost: the AS4 error is unknown, so that it stays submitted and a care item opens', async () => {
    const details = 'Error in AS4 sending with result code AS4_ERROR_MESSAGE_RECEIVED';
    const gone = transaction({ status: 'permanently_failed', attemptCount: 3, errorDetails: details });
    const { world, end, submitted } = await deliver({ submit: [LOST], status: [gone] });
    assert.equal(await end(), 'submitted, EI-SEND-UNKNOWN us, (EI-SEND-UNKNOWN)');
    assert.deepEqual(await statuses(world), ['received', 'submitted']);
    assert.equal(submitted.length, 1);
  });

  const retriedLater = (sendingException?: object, own: object = {}): Answer =>
    jsonAnswer(422, {
      overallSuccess: false,
      sendingSuccess: false,
      as4ResponseError: false,
      ...(sendingException && { sendingException }),
      ...own,
    });
  const dns = (message: string) => ({
    lookupError: "The participant ID 'x' is not registered in the Peppol Network",
    lookupException: { class: 'com.helger.smpclient.url.SMPDNSResolutionException', message, stackTrace: '' },
  });
  const SENT = jsonAnswer(200, { overallSuccess: true, sendingSuccess: true, sendingResult: 'SUCCESS' });

  for (const [what, submit, details] of [
    [
      'DNS failed',
      retriedLater(undefined, dns('Technical DNS failure resolving')),
      "The participant ID 'x' is not registered in the Peppol Network. Technical details: Technical DNS failure resolving 'y'",
    ],
    [
      'an SMP is down',
      retriedLater(undefined, { lookupError: 'Failed to resolve SMP endpoint (x)' }),
      'Failed to resolve SMP endpoint (x)',
    ],
  ] as const)
    it(`before anything was sent, because ${what}: it is sent once more, under a new identity`, async () => {
      const gone = transaction({ status: 'permanently_failed', attemptCount: 1, errorDetails: details });
      const { end, submitted } = await deliver({ submit: [submit, SENT], status: [gone] });
      assert.equal(await end(), 'delivered');
      assert.equal(submitted.length, 2);
      assert.notEqual(submitted[0], submitted[1]);
    });

  it('because the receiver has it from our lost call: it is not shown as refused, and a care item opens', async () => {
    const errorDetails = 'Error in AS4 sending with result code AS4_ERROR_MESSAGE_RECEIVED';
    const duplicate = { errorCode: 'EBMS:0004', errorDetails: `Rejecting duplicate SBDH instance 'x'` };
    const { end, submitted } = await deliver({
      submit: [
        LOST,
        retriedLater(undefined, {
          sendingResult: 'AS4_ERROR_MESSAGE_RECEIVED',
          as4ResponseError: true,
          as4ResponseErrors: [duplicate],
        }),
      ],
      status: [
        NOT_FOUND,
        NOT_FOUND,
        transaction({ status: 'permanently_failed', attemptCount: 3, errorDetails }),
      ],
    });
    assert.equal(await end(), 'submitted, EI-SEND-UNKNOWN us, (EI-SEND-UNKNOWN)');
    assert.deepEqual(submitted, [submitted[0], submitted[0]]);
  });

  it('after a try that may have been taken: never sent again, whatever the last try reports', async () => {
    const gone = transaction({
      status: 'permanently_failed',
      attemptCount: 3,
      errorDetails: 'Failed to resolve SMP endpoint (x)',
    });
    const { end, submitted } = await deliver({
      submit: [retriedLater(undefined, { sendingResult: 'NO_SIGNAL_MESSAGE_RECEIVED' })],
      status: [gone],
    });
    assert.equal(await end(), 'submitted, EI-SEND-UNKNOWN us, (EI-SEND-UNKNOWN)');
    assert.equal(submitted.length, 1);
  });

  it('stays submitted while the document is in work there', async () => {
    const { world } = await deliver({
      submit: [retriedLater(undefined, { sendingResult: 'TRANSPORT_ERROR' })],
      status: [transaction({ status: 'failed', attemptCount: 1 })],
    });
    assert.equal((await found(world)).state, 'submitted');
    assert.deepEqual(await statuses(world), ['received', 'submitted']);
  });
});

describe('phoss-ap, of a document that it has sent', () => {
  const SENT = jsonAnswer(200, { overallSuccess: true, sendingSuccess: true, sendingResult: 'SUCCESS' });
  const mls = (mlsStatus: unknown): Answer => transaction({ mlsStatus });

  it('whose MLS is negative: delivered, then rejected, with the care row of its receiver', async () => {
    const { world, end, submitted } = await deliver({
      submit: [SENT],
      status: [mls('pending'), mls('received_re')],
    });
    assert.equal(await end(), 'rejected, EI-PEPPOL-REFUSED route, (EI-PEPPOL-REFUSED)');
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'delivered', 'rejected']);
    assert.equal(submitted.length, 1);
  });

  for (const mlsStatus of ['received_ap', 'received_ab', 'not_applicable', null])
    it(`whose MLS is ${mlsStatus}: asked for once`, async () => {
      const { end, looks } = await deliver({ submit: [SENT], status: [mls(mlsStatus)] });
      assert.deepEqual([await end(), looks], ['delivered', 1]);
    });

  for (const [what, answer] of Object.entries<Answer>({
    'has no MLS': mls('pending'),
    'is archived': NOT_FOUND,
    'is shown as given up': transaction({ status: 'permanently_failed', errorDetails: 'x' }),
    'is not shown to our token': status(401),
    'is queried too often': status(429),
    'is not shown at all': LOST,
  }))
    it(`and that ${what}: polled five times within a day, stays delivered, and no care item opens`, async () => {
      const { world, end, looks, submitted } = await deliver({ submit: [SENT], status: [answer] });
      assert.deepEqual([await end(), looks, submitted.length], ['delivered', 5, 1]);
      assert.deepEqual(await statuses(world), ['received', 'submitted', 'delivered']);
      assert.equal((await found(world)).dueAt, null);
    });
});
