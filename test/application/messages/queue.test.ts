import assert from 'node:assert/strict';
import { COMMON_STATUSES, type StatusMapping } from '../../../src/domain/sending/status-mapping.ts';
import type { MessagePage, RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { found, setUp, statuses, workerOn } from '../sending/world.ts';
import { cursor, delivered, pulling, status } from './messages.ts';

/** The end of a submission in a queue, as the route names it. */
const ending = (submissionId: string): RouteMessage => ({
  kind: 'mls',
  bytes: new TextEncoder().encode('{}'),
  about: { submissionId },
  named: { reference: 'theirs', legalId: 'theirs' },
  effect: { kind: 'answer', mapping: WORDS.delivered },
  raw: {},
});

/** An invoice whose send got an answer, and a queue of pages; each fetch notes the position. */
async function queued(sent: StatusMapping, collect: readonly 'PEPPOL'[] = []) {
  const pages: MessagePage[] = [];
  const fetched: (string | null)[] = [];
  const rail = Object.assign(new FakeRail(), {
    fetchMessages: async (_: unknown, after: string | null) => {
      fetched.push(after);
      return pages[0] ?? { messages: [], isQueue: true as const, isLast: true };
    },
  });
  rail.next.send.push({ mapping: sent });
  const world = await setUp(rail, { invoiceNumber: 'R-1' });
  await workerOn(world).run(world.id, 'PEPPOL');
  const taken: string[] = [];
  const takeReceived = {
    run: async ({ railId = '' }: { readonly railId?: string | undefined }) => {
      taken.push(railId);
      return { outcome: 'taken', received: { id: 'rcv_1' } } as never;
    },
  };
  const answers = pulling(world, { rail, takeReceived, collect });
  const submissionId = (await found(world)).submission?.id ?? '';
  return { world, submissionId, pages, fetched, taken, answers };
}

describe('a message of a queue', () => {
  it('ends a call whose answer was lost, under the name of the route', async () => {
    const { world, submissionId, pages, answers } = await queued(COMMON_STATUSES.answerLost);
    assert.equal((await found(world)).state, 'submitting');
    pages.push({ messages: [ending(submissionId)], isQueue: true, next: 'event:1', isLast: true });
    await answers.run();
    const { state, legalId, submission } = await found(world);
    assert.deepEqual([state, legalId, submission?.reference], ['delivered', 'theirs', 'theirs']);
    assert.deepEqual(await statuses(world), ['received', 'submitted', 'delivered']);
    assert.equal(await cursor(world), 'event:1');
  });

  it('is removed once, also if the queue was empty before it and is empty behind it', async () => {
    const { pages, fetched, pull } = await delivered();
    const empty: MessagePage = { messages: [], isQueue: true, isLast: true, next: 'empty' };
    pages.push(empty);
    await pull.run();
    pages.push({ messages: [status('accepted')], isQueue: true, next: 'event:1' }, empty);
    await pull.run();
    await pull.run();
    assert.deepEqual(fetched, [null, 'empty', 'event:1', 'empty']);
  });

  it('without the name of the route does not: the inquiry has the answer', async () => {
    const { world, submissionId, pages, answers } = await queued(COMMON_STATUSES.answerLost);
    const { named: _named, ...message } = ending(submissionId);
    pages.push({ messages: [message], isQueue: true, next: 'event:1', isLast: true });
    await answers.run();
    assert.equal((await found(world)).state, 'submitting');
  });

  it('that has to wait is read again from the queue, and the position stays before it', async () => {
    const { world, submissionId, pages, fetched, answers } = await queued(COMMON_STATUSES.answerLost);
    const record = await found(world);
    const submission = { ...record.submission!, isCalling: true };
    await world.invoices.commit({
      record: { ...record, submission, version: record.version + 1 },
      events: [],
      files: [],
      audit: [],
    });
    pages.push({ messages: [ending(submissionId)], isQueue: true, next: 'event:1' });
    await answers.run();
    await answers.run();
    assert.deepEqual(fetched, [null, null]);
    assert.equal(await cursor(world), null);
    assert.equal((await found(world)).state, 'submitting');
  });
});

describe('an invoice in a queue of messages', () => {
  const arrived = (own: Partial<MessagePage> = {}): MessagePage => ({
    messages: [],
    received: [{ railId: 'doc-1', bytes: new Uint8Array([60]) }],
    isQueue: true,
    next: 'event:1',
    isLast: true,
    ...own,
  });

  it('is taken in before the position moves, if the client collects from the route', async () => {
    for (const [collect, expected] of [
      [['PEPPOL'], ['doc-1']],
      [[], []],
    ] as const) {
      const { world, pages, taken, answers } = await queued(WORDS.delivered, collect);
      pages.push(arrived());
      await answers.run();
      assert.deepEqual([taken, await cursor(world)], [expected, 'event:1']);
    }
  });

  it('that is for no credential of the client stays in the queue, also if the client has others', async () => {
    const mapping: StatusMapping = {
      ...COMMON_STATUSES.unreachable,
      code: 'EI-CREDENTIAL-MISSING',
      owner: 'us',
      opensCareAtOnce: true,
    };
    for (const [own, expected] of [
      ['crd_1', ['doc-1']],
      ['crd_other', ['doc-1']],
      ['crd_of_another_client', []],
    ] as const) {
      const { world, pages, taken, answers } = await queued(WORDS.delivered, ['PEPPOL']);
      world.others = [{ client: 'acme', id: 'crd_other', kind: 'access-point', value: '{}' }];
      pages.push(arrived({ owner: { is: ({ id }) => id === own, otherwise: mapping } }));
      await answers.run();
      assert.deepEqual(taken, expected);
      const care = (await found(world)).care.map(({ code }) => code);
      assert.deepEqual(care, expected.length > 0 ? [] : ['EI-CREDENTIAL-MISSING']);
    }
  });
});
