import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import { FakeRail, UPO, WORDS } from '../../fakes/rail.ts';
import { found, runToTheEnd, setUp, statuses, toDueTime, type World, workerOn } from './world.ts';

const HOUR = 3_600_000;

const withReceipts = () => setUp(new FakeRail({ receipts: true, namesSubmissions: true }));
const kinds = async (world: World) => (await found(world)).documents.map(({ kind }) => kind);
const run = (world: World) => workerOn(world).run(world.id, 'PEPPOL');

describe('the receipt of a route', () => {
  it('is fetched at once if the end has none, and becomes a document of the invoice', async () => {
    const world = await withReceipts();
    assert.equal(await run(world), 'done');
    assert.deepEqual(world.rail.calls, ['send sub-1', 'receipt sub-1']);
    const { state, dueAt } = await found(world);
    assert.deepEqual([state, dueAt, await kinds(world)], ['accepted', null, ['ubl', 'upo']]);
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'accepted']);
  });

  it('is not fetched if it came with the end', async () => {
    const world = await withReceipts();
    world.rail.next.send.push({ mapping: WORDS.accepted, receipt: UPO });
    await run(world);
    assert.deepEqual(world.rail.calls, ['send sub-1']);
    assert.deepEqual(await kinds(world), ['ubl', 'upo']);
  });

  it('is fetched at its own pace, without limit, and the end does not change', async () => {
    const world = await withReceipts();
    const { receipt } = world.rail.next;
    receipt.push(
      { mapping: WORDS.notHeld },
      { mapping: COMMON_STATUSES.answerLost },
      { mapping: COMMON_STATUSES.unreachable },
    );
    receipt.push(...Array.from({ length: 9 }, () => ({ mapping: COMMON_STATUSES.outOfOrder })));
    for (const wait of [60_000, 600_000, 600_000]) {
      await run(world);
      const { state, dueAt, failures, errors, care } = await found(world);
      assert.deepEqual([state, Number(dueAt) - Number(world.clock.now())], ['accepted', wait]);
      assert.deepEqual(withEnglish([failures, errors, care]), [0, [], []]);
      world.clock.advance(wait);
    }
    await runToTheEnd(world);
    assert.deepEqual(await kinds(world), ['ubl', 'upo']);
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'accepted']);
  });

  for (const [comes, last] of [
    ['comes', WORDS.receipt],
    ['will never exist', WORDS.refused],
  ] as const)
    it(`has one care row after a day, until it ${comes}`, async () => {
      const world = await withReceipts();
      const rows = async () =>
        (await found(world)).care.map(({ code, whoActs, handledAt }) => [
          code,
          whoActs,
          handledAt !== undefined,
        ]);
      const looks = async (hours: number): Promise<void> => {
        for (const until = world.clock.now().getTime() + hours * HOUR; world.clock.now().getTime() < until;) {
          world.rail.next.receipt.push({ mapping: WORDS.notHeld });
          await run(world);
          await toDueTime(world);
        }
      };
      await looks(23);
      assert.deepEqual(await rows(), []);
      await looks(2);
      assert.deepEqual(await rows(), [['EI-RECEIPT-OVERDUE', 'route', false]]);
      await looks(2);
      assert.deepEqual(await rows(), [['EI-RECEIPT-OVERDUE', 'route', false]]);
      world.rail.next.receipt.push({ mapping: last, ...(last === WORDS.receipt && { receipt: UPO }) });
      await runToTheEnd(world);
      assert.deepEqual(await rows(), [['EI-RECEIPT-OVERDUE', 'route', true]]);
      assert.deepEqual(await statuses(world), ['received', 'submitted', 'accepted']);
    });

  it('is given up if the route reports that there will be none', async () => {
    const world = await withReceipts();
    world.rail.next.receipt.push({ mapping: WORDS.refused });
    await runToTheEnd(world);
    const { state, care, errors } = await found(world);
    assert.deepEqual(withEnglish([state, care, errors, await kinds(world)]), ['accepted', [], [], ['ubl']]);
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'accepted']);
  });

  it('waits for a credential with a care row; the row closes after a credential is stored', async () => {
    const world = await withReceipts();
    world.rail.next.receipt.push({ mapping: WORDS.notHeld });
    await run(world);
    const { credential } = world;
    world.credential = undefined;
    world.clock.advance(60_000);
    await run(world);
    const { care, state } = await found(world);
    assert.deepEqual([state, care.map(({ code }) => code)], ['accepted', ['EI-CREDENTIAL-MISSING']]);
    world.credential = credential;
    await runToTheEnd(world);
    const healed = await found(world);
    assert.ok(healed.care[0]?.handledAt);
    assert.deepEqual(withEnglish([healed.state, healed.errors, await kinds(world)]), [
      'accepted',
      [],
      ['ubl', 'upo'],
    ]);
  });

  it('may come with a refusal', async () => {
    const world = await withReceipts();
    world.rail.next.send.push({ mapping: WORDS.held });
    world.rail.next.poll.push({
      mapping: WORDS.refused,
      receipt: { kind: 'anaf-response', bytes: UPO.bytes },
    });
    await runToTheEnd(world);
    assert.deepEqual(
      [(await found(world)).state, await kinds(world)],
      ['rejected', ['ubl', 'anaf-response']],
    );
  });
});

describe('the data of a submission for its rail', () => {
  it('has the session that the rail opened before the send, the reference of the route, and the last resume token', async () => {
    const world = await setUp(new FakeRail({ prepares: true, namesSubmissions: true, receipts: true }));
    world.rail.next.send.push({ mapping: WORDS.held, reference: 'EE-1' });
    world.rail.next.poll.push({ mapping: WORDS.held, resumeToken: 'seen 7' });
    await runToTheEnd(world);
    assert.deepEqual(
      world.rail.inquiries.map(({ resumeToken: memo, reference }) => [memo, reference]),
      [
        [undefined, undefined],
        ['session of sub-1', undefined],
        ['session of sub-1', 'EE-1'],
        ['seen 7', 'EE-1'],
        ['seen 7', 'EE-1'],
      ],
    );
    const events = await world.eventFeed.events(world.id);
    const routes = events.map(({ text }) => (JSON.parse(text) as { route?: unknown }).route);
    assert.deepEqual(routes.slice(1), [
      { submission_id: 'EE-1' },
      { submission_id: 'EE-1', raw: { ok: true } },
    ]);
  });

  it('names the submission in events only after the route has named it', async () => {
    const world = await setUp(new FakeRail({ namesSubmissions: true }));
    world.rail.next.send.push({ mapping: WORDS.refused, takes: false, raw: { no: true } });
    await runToTheEnd(world);
    const events = await world.eventFeed.events(world.id);
    assert.deepEqual((JSON.parse(events.at(-1)!.text) as { route?: unknown }).route, { raw: { no: true } });
  });

  it('has the document only if the rail needs it', async () => {
    const world = await setUp();
    world.rail.next.send.push({ mapping: WORDS.held });
    world.rail.next.poll.push(...Array.from({ length: 5 }, () => ({ mapping: WORDS.held })));
    await runToTheEnd(world);
    assert.equal(world.rail.calls.length, 7);
    assert.equal(world.reads, 1, 'for the send');
    const { facts, bytes } = await world.rail.inquiries.at(-1)!.document();
    assert.equal(facts.number, 'R-1');
    assert.ok(bytes.length > 0);
    assert.equal(world.reads, 1, 'the addressing is sealed with the invoice');
  });
});

describe('a route that requires a log-in', () => {
  const preparing = () => setUp(new FakeRail({ prepares: true }));

  it('gets the document only after the log-in', async () => {
    const world = await preparing();
    const { credentialRefused, tooMany, unreachable } = COMMON_STATUSES;
    world.rail.next.prepare.push(
      { mapping: credentialRefused },
      { mapping: tooMany },
      { mapping: unreachable },
    );
    for (const failures of [1, 1, 2]) {
      await run(world);
      const record = await found(world);
      assert.deepEqual([record.state, record.failures, record.reachedRail], ['queued', failures, false]);
      world.clock.advance(Number(record.dueAt) - Number(world.clock.now()));
    }
    await run(world);
    assert.equal((await found(world)).state, 'delivered');
    assert.deepEqual(world.rail.calls.slice(-2), ['prepare sub-1', 'send sub-1']);
  });

  it('refuses finally only by an answer to the submission', async () => {
    const world = await preparing();
    world.rail.next.prepare.push({ mapping: WORDS.refused });
    await runToTheEnd(world);
    assert.equal((await found(world)).state, 'rejected');
    assert.deepEqual(world.rail.calls, ['prepare sub-1']);
  });
});
