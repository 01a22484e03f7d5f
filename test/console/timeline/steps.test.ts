import assert from 'node:assert/strict';
import { courseOf } from '../../../src/console/components/timeline/history.ts';
import { rowsOf } from '../../../src/console/components/timeline/rows.ts';
import {
  firstStepToShow,
  stepsOf,
  unansweredBecause,
  verdictIn,
  waitsOf,
} from '../../../src/console/components/timeline/steps.ts';

type Events = Parameters<typeof stepsOf>[0];
type Calls = Parameters<typeof stepsOf>[1];

const START = Date.parse('2026-11-24T06:35:24.000Z');
const at = (ms: number): string => new Date(START + ms).toISOString();

const event = (ms: number, status: string, more: object = {}) =>
  ({
    event_id: `evt_${ms}`,
    sequence: 1,
    occurred_at: at(ms),
    status,
    direction: 'out',
    invoice_ref: 'SO-24118',
    country_route: 'PL-KSEF',
    environment: 'sandbox',
    ...more,
  }) as Events[number];

const call = (ms: number, purpose: string, status: number, more: object = {}) =>
  ({ no: 1, at: at(ms), purpose, outcome: 'answered', status, took_ms: 10, ...more }) as Calls[number];

/** A send whose answer is unclear, two look-ups, a second send. */
const EVENTS = [
  event(0, 'received'),
  event(110, 'validated'),
  event(64_000, 'submitted'),
  event(65_012, 'accepted'),
];
const CALLS = [
  call(1000, 'log_in', 200),
  call(2000, 'log_in', 201, { next: 'sends' }),
  call(3000, 'send', 502, { taken_as: 'unclear', next: 'looks_up' }),
  call(33_000, 'look_up', 200, { taken_as: 'not_held', next: 'looks_up_again' }),
  call(63_900, 'send', 202, { taken_as: 'held', next: 'asks_again' }),
  call(65_000, 'status', 200, { taken_as: 'accepted', next: 'ends' }),
];

describe('the steps of an invoice', () => {
  const steps = stepsOf(EVENTS, CALLS);

  it('are its events and calls in one order, a log-in as one step', () =>
    assert.deepEqual(
      steps.map(({ no, lane, kind, role, answer = '' }) => `${no} ${lane} ${kind} ${role} ${answer}`.trim()),
      [
        '1 intake intake ok',
        '2 checks checks ok',
        '3 route log-in mute 201',
        '4 route send bad 502',
        '5 route look-up mute 200',
        '6 route send ok 202',
        '7 route status ok 200',
      ],
    ));

  it('number the attempts', () =>
    assert.deepEqual(
      steps.flatMap(({ attempt }) => attempt ?? []),
      [1, 2],
    ));

  it('leave out an event that a call shows already, and show it if no call is known', () => {
    const old = stepsOf(EVENTS, []);
    assert.deepEqual(
      old.map(({ kind, status = '' }) => `${kind} ${status}`.trim()),
      ['intake', 'checks validated', 'state submitted', 'state accepted'],
    );
  });

  it('have the answers of the buyer in a lane of their own', () => {
    const refused = event(70_000, 'accepted', {
      buyer_status: 'refused',
      route: { raw: { code: 'RE' } },
    });
    const last = stepsOf([...EVENTS, refused], CALLS).at(-1);
    assert.deepEqual([last?.lane, last?.status, last?.role, last?.answer], ['buyer', 'refused', 'bad', 'RE']);
  });

  it('have the mail of a document, which leaves the state as it is', () => {
    const ready = [event(0, 'received'), event(110, 'validated'), event(120, 'ready')];
    const mailed = event(900, 'ready', { event: 'document_mailed', route: { submission_id: '<1@ids>' } });
    const failed = event(900, 'ready', {
      event: 'document_not_mailed',
      errors: [{ code: 'EI-MAIL-REFUSED' }],
    });
    const lastOf = (events: Events) => {
      const { kind, lane, role, answer } = stepsOf(events, []).at(-1)!;
      return [kind, lane, role, answer];
    };
    assert.deepEqual(lastOf([...ready, mailed]), ['mail', 'buyer', 'ok', undefined]);
    assert.deepEqual(lastOf([...ready, failed]), ['mail', 'buyer', 'bad', 'EI-MAIL-REFUSED']);
  });

  it('of an invoice that came are checks and the answers of its reader, refused ones with the reason', () => {
    const incoming = (ms: number, status: string, more: object = {}) =>
      event(ms, status, { direction: 'in', ...more });
    const steps = stepsOf(
      [
        incoming(0, 'received'),
        incoming(500, 'validated'),
        incoming(900, 'validated', { buyer_status: 'accepted' }),
        incoming(950, 'validated', { errors: [{ code: 'EI-STATUS-REFUSED', message: 'Too late.' }] }),
      ],
      [],
    );
    assert.deepEqual(
      steps.map(({ lane, status, role, answer }) => [lane, status, role, answer]),
      [
        ['intake', undefined, 'ok', undefined],
        ['checks', 'validated', 'ok', undefined],
        ['buyer', 'accepted', 'ok', undefined],
        ['buyer', undefined, 'bad', 'EI-STATUS-REFUSED'],
      ],
    );
  });

  it('begin with what went wrong', () => assert.equal(firstStepToShow(steps)?.no, 4));
  it('begin with what ended it, not with the first try', () => {
    const dead = stepsOf([...EVENTS.slice(0, 2), event(90_000, 'dead_letter')], CALLS);
    assert.equal(firstStepToShow(dead)?.status, 'dead_letter');
  });

  it('have waits between the checks, the questions and what is due', () => {
    const rounded = (due?: number) =>
      waitsOf(steps, due, START + 70_000).map(({ from, to }) => [from - START, to - START]);
    const known = [
      [110, 1000],
      [2010, 3000],
      [3010, 33_000],
      [33_010, 63_900],
      [63_910, 65_000],
    ];
    assert.deepEqual(rounded(), known);
    assert.deepEqual(rounded(START + 90_000), [...known, [65_010, 70_000]]);
  });
});

/** As Peppol is asked: the copy, what is on its way, the history; only the last answer decides. */
const lookUp = (ms: number, more: object = { taken_as: 'not_held', next: 'looks_up_again' }): Calls => [
  call(ms, 'look_up', 404),
  call(ms + 20, 'look_up', 200),
  call(ms + 40, 'look_up', 200, more),
];
const SEND = { taken_as: 'unclear', next: 'looks_up' } as const;

describe('the rows of a course', () => {
  const rowsIn = (calls: Calls, events = EVENTS.slice(0, 2)) =>
    rowsOf(stepsOf(events, calls), ({ answer }) => answer).map(
      ([{ no, kind }, ...others]) => `${no} ${kind} ${others.length + 1}`,
    );
  const tries = (times: number) =>
    Array.from({ length: times }, (_, n) => [
      call(n * 5000 + 1000, 'send', 503, SEND),
      ...lookUp(n * 5000 + 2000),
    ]).flat();

  it('have equal tries in one row, each with its look-up, whose calls are one step', () => {
    const dead = [...EVENTS.slice(0, 2), event(90_000, 'dead_letter')];
    assert.deepEqual(rowsIn(tries(6), dead), [
      '1 intake 1',
      '2 checks 1',
      '3 send 6',
      '4 look-up 6',
      '15 state 1',
    ]);
  });

  for (const [what, calls, rows] of [
    ['one try', tries(1), ['3 send 1', '4 look-up 1']],
    ['another answer', [...tries(2), call(20_000, 'send', 202)], ['3 send 2', '4 look-up 2', '7 send 1']],
    [
      'a last send without a look-up',
      [...tries(2), call(20_000, 'send', 503, SEND)],
      ['3 send 2', '4 look-up 2', '7 send 1'],
    ],
    [
      'look-ups that follow each other',
      [...lookUp(1000), ...lookUp(9000), ...lookUp(19_000)],
      ['3 look-up 3'],
    ],
    ['no call', [], []],
  ] as const)
    it(`keep apart what differs: ${what}`, () =>
      assert.deepEqual(rowsIn(calls as Calls), ['1 intake 1', '2 checks 1', ...rows]));

  it('never have events in one row, however equal they are', () => {
    const again = event(300_000, 'delivered', { buyer_status: 'in_process' });
    const events = [
      ...EVENTS,
      again,
      event(400_000, 'delivered', { buyer_status: 'received' }),
      { ...again, occurred_at: at(500_000) },
    ];
    assert.ok(rowsIn([], events).every((row) => row.endsWith(' 1')));
  });
});

describe('what is said of a buyer without an answer', () => {
  const sent = stepsOf(EVENTS.slice(0, 2), [call(3000, 'send', 503, SEND)]);
  const notSent = stepsOf(EVENTS.slice(0, 2), []);
  const delivered = stepsOf(
    [...EVENTS.slice(0, 2), event(9000, 'delivered')],
    [call(3000, 'send', 202, { taken_as: 'held' })],
  );
  for (const [state, steps, says] of [
    ['queued', notSent, 'not-sent-yet'],
    ['validation_failed', notSent, 'nothing-sent'],
    ['dead_letter', notSent, 'nothing-sent'],
    ['cancelled', notSent, 'nothing-sent'],
    ['rejected', sent, 'nothing-sent'],
    ['rejected', delivered, 'none-yet'],
    ['dead_letter', sent, 'unknown'],
    ['submitting', sent, 'unknown'],
    ['submitted', sent, 'none-yet'],
    ['delivered', delivered, 'none-yet'],
    ['delivered', notSent, 'none-yet'],
  ] as const)
    it(`${state}, ${steps.length} steps: ${says}`, () => assert.equal(unansweredBecause(state, steps), says));
});

describe('the deadline of a course', () => {
  const INVOICE = { route: 'PL-KSEF', state: 'rejected', deadline_at: at(3_600_000) } as const;
  const deadlineOf = (more: object) =>
    courseOf(
      { ...INVOICE, ...more } as Parameters<typeof courseOf>[0],
      { events: EVENTS, calls: CALLS },
      START,
    ).deadline;

  it('is drawn while the invoice is still to be sent', () =>
    assert.equal(deadlineOf({}), INVOICE.deadline_at));

  it('is not drawn once another invoice stands in its place, nor of one that was cancelled', () =>
    assert.deepEqual(
      [deadlineOf({ sent_again_as: { id: 'inv_2', state: 'accepted' } }), deadlineOf({ state: 'cancelled' })],
      [undefined, undefined],
    ));
});

describe('what a network said of an invoice', () => {
  for (const [purpose, meaning, verdict] of [
    ['status', 'held', 'none'],
    ['status', 'later', 'none'],
    ['status', 'accepted_so_far', 'accepted'],
    ['status', 'delivered', 'delivered'],
    ['status', 'not_taken', undefined],
    ['send', 'held', undefined],
  ] as const)
    it(`is ${verdict ?? 'no verdict'} after a ${purpose} that is taken as ${meaning}`, () => {
      const steps = stepsOf(EVENTS, [call(65_000, purpose, 200, { taken_as: meaning })]);
      assert.equal(verdictIn(steps.find(({ calls }) => calls.length > 0)!), verdict);
    });
});
