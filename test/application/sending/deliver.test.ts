import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { COMMON_STATUSES, namingRule } from '../../../src/domain/sending/status-mapping.ts';
import { RETRY_WAITS_MS } from '../../../src/domain/sending/retry.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { newSubmission } from '../../../src/domain/sending/submission.ts';
import { taken } from '../../contract/invoices.ts';
import { found, runToTheEnd, setUp, statuses, workerOn } from './world.ts';

const DAY_MS = 86_400_000;
const SENT_BEFORE = { ...WORDS.accepted, code: 'KSEF-440', owner: 'us', severity: 'information' } as const;

describe('an invoice that is due to be sent', () => {
  it('is delivered with receipt, id and an event for each state', async () => {
    const world = await setUp();
    assert.equal(await workerOn(world).run(world.id, 'PEPPOL'), 'done');
    const record = await found(world);
    assert.deepEqual([record.state, record.legalId, record.dueAt], ['delivered', 'sub-1', null]);
    assert.equal(record.reachedRail, true);
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'delivered']);
    const events = await world.eventFeed.events(world.id);
    const { route, legal_id: legalId } = JSON.parse(events.at(-1)!.text) as Record<string, unknown>;
    assert.deepEqual([route, legalId], [{ submission_id: 'sub-1', raw: { ok: true } }, 'sub-1']);
    assert.deepEqual(
      record.documents.map(({ kind }) => kind),
      ['ubl', 'as4-receipt'],
    );
    assert.deepEqual(world.rail.calls, ['send sub-1']);
  });

  it('has its document parsed once, whatever the number of calls', async () => {
    const world = await setUp();
    world.rail.next.send.push(
      ...Array.from({ length: 3 }, () => ({ mapping: COMMON_STATUSES.unreachable, takes: false })),
    );
    await runToTheEnd(world);
    assert.deepEqual([(await found(world)).state, world.rail.calls.length], ['delivered', 4]);
    assert.equal(world.reads, 1);
  });

  it('waits in the queue on the schedule of the contract while the route surely took nothing', async () => {
    const world = await setUp();
    const { unreachable: mapping } = COMMON_STATUSES;
    world.rail.next.send.push(...RETRY_WAITS_MS.map(() => ({ mapping: mapping, takes: false })));
    for (const wait of RETRY_WAITS_MS) {
      await workerOn(world).run(world.id, 'PEPPOL');
      const { state, dueAt } = await found(world);
      assert.deepEqual([state, Number(dueAt) - Number(world.clock.now())], ['queued', wait]);
      world.clock.advance(wait);
    }
    await workerOn(world).run(world.id, 'PEPPOL');
    assert.equal((await found(world)).state, 'delivered');
    assert.equal(new Set(world.rail.calls).size, 1, 'under one identity');
  });

  it('is a dead letter after the sixth failure, on the care list', async () => {
    const world = await setUp();
    world.rail.next.send.push(
      ...Array.from({ length: 6 }, () => ({ mapping: COMMON_STATUSES.unreachable, takes: false })),
    );
    await runToTheEnd(world);
    const { state, care, reachedRail } = await found(world);
    assert.deepEqual([state, reachedRail], ['dead_letter', false]);
    assert.deepEqual(
      care.map(({ code, whoActs }) => [code, whoActs]),
      [['EI-ROUTE-UNAVAILABLE', 'route']],
    );
    assert.equal(world.rail.calls.length, 6);
  });

  it('has the hint of the catalogue on the care list if its route has none', async () => {
    const world = Object.assign(await setUp(), { advice: 'Ask the receiver.' });
    world.rail.next.send.push({ mapping: WORDS.refused, takes: false });
    await runToTheEnd(world);
    const { errors, care } = await found(world);
    assert.deepEqual(withEnglish([errors[0]?.fixHint, care[0]?.fixHint]), [
      'Ask the receiver.',
      'Ask the receiver.',
    ]);
  });

  it('is rejected after a final refusal, and not tried again', async () => {
    const world = await setUp();
    world.rail.next.send.push({ mapping: WORDS.refused, takes: false });
    await runToTheEnd(world);
    const { state, errors, care } = await found(world);
    assert.deepEqual([state, errors[0]?.code, care[0]?.whoActs], ['rejected', 'KSEF-440', 'us']);
    assert.equal(world.rail.calls.length, 1);
  });

  for (const [advice, expected] of [
    ['Give the county as a code.', 'Give the county as a code.'],
    [undefined, 'Correct it.'],
  ] as const)
    it(`has the hint of a rule that the answer names, if ${advice === undefined ? 'none' : 'one'} is known`, async () => {
      const world = await setUp();
      world.advice = advice;
      const mapping = namingRule({ ...WORDS.refused, fixHint: 'Correct it.' }, 'BR-RO-110');
      world.rail.next.send.push({ mapping, takes: false });
      await runToTheEnd(world);
      const { errors, care } = await found(world);
      assert.deepEqual([errors[0]?.fixHint, care[0]?.fixHint], [expected, expected]);
    });

  it('has every reason of a refusal, each with its care row', async () => {
    const world = await setUp();
    const remarks = [{ ...WORDS.refused, code: 'BR-RO-110', owner: 'erp' as const }];
    world.rail.next.send.push({ mapping: WORDS.refused, remarks, takes: false });
    await runToTheEnd(world);
    const { errors, care } = await found(world);
    assert.deepEqual(
      errors.map(({ code, severity }) => [code, severity]),
      [
        ['KSEF-440', 'error'],
        ['BR-RO-110', 'error'],
      ],
    );
    assert.deepEqual(
      care.map(({ code, whoActs }) => [code, whoActs]),
      [
        ['KSEF-440', 'us'],
        ['BR-RO-110', 'erp'],
      ],
    );
  });

  for (const [what, client, answer, named] of [
    ['refused for', 'acme', { mapping: WORDS.refused, takes: false }, true],
    [
      'refused, with a remark beside it, for',
      'acme',
      { mapping: WORDS.refused, remarks: [SENT_BEFORE], takes: false },
      true,
    ],
    ['accepted with a remark about', 'acme', { mapping: WORDS.accepted, remarks: [SENT_BEFORE] }, true],
    ['refused for another client’s', 'other', { mapping: WORDS.refused, takes: false }, false],
  ] as const)
    it(`names the earlier invoice if it is ${what} one that the route holds`, async () => {
      const world = await setUp();
      const sent = { legalId: 'N-1', invoiceNumber: 'R-7', submission: newSubmission('s-1', new Date()) };
      const earlier = await taken(world.invoices, { client, route: 'PEPPOL', invoiceRef: 'ERP-7', ...sent });
      world.rail.next.send.push({ ...answer, earlierId: 'N-1' });
      await runToTheEnd(world);
      const events = await world.eventFeed.events(world.id);
      const { errors } = JSON.parse(events.at(-1)!.text) as { errors: readonly { message: Text }[] };
      const said = english(errors[0]!.message);
      assert.equal(
        said.endsWith(` The earlier invoice is R-7, reference ERP-7 (${earlier.id}).`),
        named,
        said,
      );
    });

  it('is tried again after a failure that may pass, and rejected at the second one in a row', async () => {
    const world = await setUp();
    const once = { mapping: WORDS.busyOnce, takes: false };
    world.rail.next.send.push(once, { mapping: COMMON_STATUSES.unreachable, takes: false }, once, once);
    await runToTheEnd(world);
    assert.deepEqual([(await found(world)).state, world.rail.calls.length], ['rejected', 4]);
  });

  it('has no failed attempt if the route limits calls', async () => {
    const world = await setUp();
    world.rail.next.send.push({ mapping: COMMON_STATUSES.tooMany, retryAfterSeconds: 7, takes: false });
    world.rail.next.send.push({ mapping: COMMON_STATUSES.tooMany, takes: false });
    for (const wait of [7_000, 60_000]) {
      await workerOn(world).run(world.id, 'PEPPOL');
      const { state, failures, dueAt } = await found(world);
      assert.deepEqual([state, failures, Number(dueAt) - Number(world.clock.now())], ['queued', 0, wait]);
      world.clock.advance(wait);
    }
    await workerOn(world).run(world.id, 'PEPPOL');
    assert.equal((await found(world)).state, 'delivered');
  });
});

describe('a lost answer', () => {
  it('leads to a status inquiry at the next try, and the document is sent once', async () => {
    const world = await setUp();
    world.rail.next.send.push({ mapping: COMMON_STATUSES.answerLost });
    await workerOn(world).run(world.id, 'PEPPOL');
    assert.equal((await found(world)).state, 'submitting');
    await runToTheEnd(world);
    assert.equal((await found(world)).state, 'delivered');
    assert.deepEqual(world.rail.calls, ['send sub-1', 'ask sub-1']);
  });

  it('leads to the same document under the same identity if the route has no status inquiry', async () => {
    const world = await setUp(new FakeRail({ canBeAsked: false }));
    world.rail.next.send.push({ mapping: COMMON_STATUSES.answerLost });
    await runToTheEnd(world);
    assert.deepEqual(world.rail.calls, ['send sub-1', 'ask sub-1', 'send sub-1 again']);
    assert.deepEqual([...world.rail.held], [['sub-1', 1]]);
    assert.equal((await found(world)).state, 'delivered');
  });

  it('leads to as many status inquiries as the route needs before the document is sent again', async () => {
    const world = await setUp(new FakeRail({ emptyLookups: 2 }));
    world.rail.next.send.push({ mapping: COMMON_STATUSES.answerLost, takes: false });
    await runToTheEnd(world);
    assert.deepEqual(world.rail.calls, ['send sub-1', 'ask sub-1', 'ask sub-1', 'send sub-1 again']);
    assert.equal((await found(world)).state, 'delivered');
  });

  it('leads to no other send before the route may show what the call left', async () => {
    const world = await setUp(new FakeRail({ shownAfterMs: 300_000 }));
    world.rail.next.send.push({ mapping: COMMON_STATUSES.answerLost, takes: false });
    await workerOn(world).run(world.id, 'PEPPOL');
    const calledAt = world.clock.now();
    world.clock.advance(RETRY_WAITS_MS[0]);
    await workerOn(world).run(world.id, 'PEPPOL');
    const { state, dueAt } = await found(world);
    assert.deepEqual([state, dueAt?.getTime()], ['submitting', calledAt.getTime() + 300_000]);
    await runToTheEnd(world);
    assert.deepEqual(world.rail.calls, ['send sub-1', 'ask sub-1', 'ask sub-1', 'send sub-1 again']);
  });

  it('leads to a care row while the clock, which was set back, is behind the call', async () => {
    const world = await setUp(new FakeRail({ shownAfterMs: 300_000 }));
    world.rail.next.send.push({ mapping: COMMON_STATUSES.answerLost, takes: false });
    await workerOn(world).run(world.id, 'PEPPOL');
    world.clock.advance(-3 * 3_600_000);
    await workerOn(world).run(world.id, 'PEPPOL');
    const waiting = await found(world);
    assert.deepEqual(
      withEnglish([waiting.state, waiting.errors, waiting.care.map(({ code, whoActs }) => [code, whoActs])]),
      ['submitting', [], [['EI-CLOCK-BEHIND', 'us']]],
    );
    await runToTheEnd(world);
    const { state, care } = await found(world);
    assert.deepEqual([state, care.length, care[0]?.handledAt !== undefined], ['delivered', 1, true]);
    assert.deepEqual([...world.rail.held], [['sub-1', 1]]);
  });

  it('excludes a cancel, also if the next try surely took nothing', async () => {
    const world = await setUp(new FakeRail({ canBeAsked: false }));
    world.rail.next.send.push(
      { mapping: COMMON_STATUSES.answerLost },
      { mapping: COMMON_STATUSES.unreachable, takes: false },
    );
    await workerOn(world).run(world.id, 'PEPPOL');
    world.clock.advance(RETRY_WAITS_MS[0]);
    await workerOn(world).run(world.id, 'PEPPOL');
    assert.equal((await found(world)).state, 'submitting');
  });

  it('leads to a dead letter about the failing route if every answer was a failure', async () => {
    const world = await setUp(new FakeRail({ emptyLookups: 2 }));
    const fails = { mapping: COMMON_STATUSES.outOfOrder, takes: false };
    world.rail.next.send.push(...Array.from({ length: 6 }, () => fails));
    await runToTheEnd(world);
    const { state, errors } = await found(world);
    assert.deepEqual([state, errors[0]?.code], ['dead_letter', 'EI-ROUTE-UNAVAILABLE']);
  });

  it('leads to a dead letter with an unknown outcome', async () => {
    const world = await setUp(new FakeRail({ canBeAsked: false }));
    world.rail.next.send.push({ mapping: COMMON_STATUSES.answerLost });
    world.rail.next.send.push(...Array.from({ length: 5 }, () => ({ mapping: COMMON_STATUSES.unreachable })));
    await runToTheEnd(world);
    const { state, errors } = await found(world);
    assert.deepEqual([state, errors[0]?.code, errors[0]?.whoFixes], ['dead_letter', 'EI-SEND-UNKNOWN', 'us']);
  });
});

describe('an invoice without a credential', () => {
  it('is on the care list at once; after a credential is stored it continues by itself, and its row is handled', async () => {
    const world = await setUp();
    const { credential } = world;
    world.credential = undefined;
    await workerOn(world).run(world.id, 'PEPPOL');
    const waiting = await found(world);
    assert.deepEqual([waiting.state, waiting.reachedRail, waiting.failures], ['queued', false, 1]);
    assert.deepEqual(
      waiting.care.map(({ code, whoActs }) => [code, whoActs]),
      [['EI-CREDENTIAL-MISSING', 'client']],
    );
    const [hint] = withEnglish(waiting.care.map(({ fixHint }) => fixHint));
    for (const named of ['access-point', 'POST /credentials', '/docs/routes/peppol.md#the-credential'])
      assert.ok(String(hint).includes(named), String(hint));
    world.credential = credential;
    await runToTheEnd(world);
    const { state, care, errors } = await found(world);
    assert.deepEqual(withEnglish([state, errors]), ['delivered', []]);
    assert.ok(care[0]?.handledAt);
  });

  it('ends as a dead letter that did not reach its rail', async () => {
    const world = await setUp();
    world.credential = undefined;
    await runToTheEnd(world);
    const { state, reachedRail, care } = await found(world);
    assert.deepEqual([state, reachedRail, care.length], ['dead_letter', false, 1]);
    assert.deepEqual(world.rail.calls, []);
  });

  it('states on a dead letter that it does not continue by itself', async () => {
    const world = await setUp();
    world.credential = undefined;
    await runToTheEnd(world);
    const { errors, care } = await found(world);
    const hint =
      'Store a credential of the kind access-point (POST /credentials; its form: /docs/routes/peppol.md#the-credential). ' +
      'Then the operator releases the invoice, and it can be sent again.';
    assert.deepEqual(withEnglish([errors[0]?.fixHint, care[0]?.fixHint]), [hint, hint]);
  });
});

describe('an invoice that the route holds', () => {
  const held = async () => {
    const world = await setUp();
    world.rail.next.send.push({ mapping: WORDS.held, legalId: 'idx-1' });
    await workerOn(world).run(world.id, 'PEPPOL');
    return world;
  };

  it('is polled until it has an end', async () => {
    const world = await held();
    world.rail.next.poll.push(
      { mapping: WORDS.held },
      { mapping: COMMON_STATUSES.answerLost },
      { mapping: WORDS.acceptedSoFar },
    );
    await runToTheEnd(world);
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'accepted', 'delivered']);
    const { care, failures } = await found(world);
    assert.deepEqual(withEnglish([care, failures]), [[], 0]);
  });

  it('causes no warning in the log while its route is only slow', async () => {
    const world = await held();
    world.rail.next.poll.push({ mapping: WORDS.held }, { mapping: WORDS.held });
    await runToTheEnd(world);
    assert.equal((await found(world)).state, 'delivered');
    assert.deepEqual(world.log.warn.args, []);
  });

  it('waits between two equal answers', async () => {
    const world = await held();
    world.rail.next.poll.push({ mapping: WORDS.acceptedSoFar }, { mapping: WORDS.acceptedSoFar });
    for (const _ of [1, 2]) {
      world.clock.advance(10_000);
      await workerOn(world).run(world.id, 'PEPPOL');
      const { state, dueAt } = await found(world);
      assert.equal(state, 'accepted');
      assert.ok(dueAt && dueAt > world.clock.now());
    }
    await runToTheEnd(world);
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'accepted', 'delivered']);
  });

  it('ends with the acceptance if nothing follows, also with a late acceptance', async () => {
    for (const before of [[], [{ mapping: WORDS.acceptedSoFar }]]) {
      const world = await held();
      world.rail.next.poll.push(...before, { mapping: WORDS.accepted });
      await runToTheEnd(world);
      const { state, dueAt } = await found(world);
      assert.deepEqual([state, dueAt], ['accepted', null]);
      assert.deepEqual(await statuses(world), ['received', 'submitted', 'accepted']);
    }
  });

  it('opens no care item if it is accepted without a delivery', async () => {
    const world = await held();
    world.rail.next.poll.push(...Array.from({ length: 4 }, () => ({ mapping: WORDS.acceptedSoFar })));
    for (let polls = 0; polls < 4; polls += 1) {
      world.clock.advance(DAY_MS);
      await workerOn(world).run(world.id, 'PEPPOL');
    }
    const { state, care } = await found(world);
    assert.deepEqual(withEnglish([state, care]), ['accepted', []]);
  });

  it('never becomes a dead letter; after a day without an end a care row opens, which closes by itself', async () => {
    const world = await held();
    world.rail.next.poll.push(
      ...Array.from({ length: 12 }, () => ({ mapping: COMMON_STATUSES.unreachable })),
    );
    for (let polls = 0; polls < 12; polls += 1) {
      world.clock.advance(DAY_MS / 10);
      await workerOn(world).run(world.id, 'PEPPOL');
    }
    const overdue = await found(world);
    assert.deepEqual(
      [overdue.state, overdue.care.map(({ code }) => code)],
      ['submitted', ['EI-STATUS-OVERDUE']],
    );
    await runToTheEnd(world);
    const { state, care } = await found(world);
    assert.equal(state, 'delivered');
    assert.ok(care[0]?.handledAt);
  });

  it('is submitted again under another identity if the route dropped it', async () => {
    const world = await held();
    world.rail.next.poll.push({ mapping: WORDS.dropped });
    await runToTheEnd(world);
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'submitted', 'delivered']);
    assert.deepEqual(world.rail.calls, ['send sub-1', 'poll sub-1', 'send sub-2']);
  });

  it('waits longer after each drop, and is a dead letter after the sixth', async () => {
    const world = await held();
    world.rail.next.send.push(...Array.from({ length: 5 }, () => ({ mapping: WORDS.held })));
    world.rail.next.poll.push(...Array.from({ length: 6 }, () => ({ mapping: WORDS.dropped })));
    for (const wait of RETRY_WAITS_MS) {
      world.clock.advance(1000);
      await workerOn(world).run(world.id, 'PEPPOL');
      const { state, dueAt } = await found(world);
      assert.deepEqual([state, Number(dueAt) - Number(world.clock.now())], ['queued', wait]);
      world.clock.advance(wait);
      await workerOn(world).run(world.id, 'PEPPOL');
    }
    await runToTheEnd(world);
    const { state, care } = await found(world);
    assert.deepEqual([state, care.map(({ code }) => code)], ['dead_letter', ['EI-ROUTE-UNAVAILABLE']]);
    assert.equal(world.rail.calls.filter((call) => call.startsWith('send')).length, 6);
  });

  it('is rejected at the second drop if only one is allowed', async () => {
    const world = await held();
    world.rail.next.send.push({ mapping: WORDS.held });
    world.rail.next.poll.push({ mapping: WORDS.droppedOnce }, { mapping: WORDS.droppedOnce });
    await runToTheEnd(world);
    const { state, errors } = await found(world);
    assert.deepEqual([state, errors[0]?.code], ['rejected', 'KSEF-435']);
    assert.deepEqual(world.rail.calls, ['send sub-1', 'poll sub-1', 'send sub-2', 'poll sub-2']);
  });

  it('waits if its credential was revoked, and is polled under the next one', async () => {
    const world = await held();
    world.credential = undefined;
    world.clock.advance(1000);
    await workerOn(world).run(world.id, 'PEPPOL');
    const { care, state } = await found(world);
    assert.deepEqual([state, care.map(({ code }) => code)], ['submitted', ['EI-CREDENTIAL-MISSING']]);
    world.credential = { client: 'acme', id: 'crd_2', kind: 'access-point', value: '{}' };
    await runToTheEnd(world);
    const ended = await found(world);
    assert.deepEqual(withEnglish([ended.state, ended.errors]), ['delivered', []]);
    assert.ok(ended.care[0]?.handledAt);
    assert.equal(world.rail.inquiries.at(-1)?.credential.id, 'crd_2');
  });

  it('gets its messages under the next credential before that one sends an invoice', async () => {
    const world = await held();
    world.credential = { client: 'acme', id: 'crd_2', kind: 'access-point', value: '{}' };
    world.clock.advance(1000);
    await workerOn(world).run(world.id, 'PEPPOL');
    const feeds = await world.feeds.list(undefined, 10);
    assert.deepEqual(
      feeds.map(({ credentialId }) => credentialId),
      ['crd_1', 'crd_2'],
    );
  });
});

describe('an invoice whose credential is unreadable', () => {
  it('waits for another credential without a call; its dead letter has not reached the route', async () => {
    const rail = Object.assign(new FakeRail(), {
      canReadCredential: ({ id }: { id: string | null }) => id === 'crd_2',
      explainUnreadable: () => 'Its base_url is missing.',
    });
    const world = await setUp(rail);
    await runToTheEnd(world);
    const { state, reachedRail, care, errors } = await found(world);
    assert.deepEqual(withEnglish(errors.map(({ message }) => message)), [
      "The value of the client's credential cannot be read, so the route is not called. Its base_url is missing.",
    ]);
    assert.deepEqual([state, reachedRail, rail.calls], ['dead_letter', false, []]);
    assert.deepEqual(
      care.map(({ code, whoActs }) => [code, whoActs]),
      [['EI-CREDENTIAL-REFUSED', 'client']],
    );
  });

  it('continues after the credential is replaced', async () => {
    const rail = Object.assign(new FakeRail(), {
      canReadCredential: ({ id }: { id: string | null }) => id === 'crd_2',
    });
    const world = await setUp(rail);
    await workerOn(world).run(world.id, 'PEPPOL');
    world.credential = { client: 'acme', id: 'crd_2', kind: 'access-point', value: '{}' };
    await runToTheEnd(world);
    const { state, care } = await found(world);
    assert.equal(state, 'delivered');
    assert.ok(care[0]?.handledAt);
  });
});
