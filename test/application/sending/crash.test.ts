import assert from 'node:assert/strict';
import { STATUS_INQUIRY } from '../../../src/domain/routes/route-caps.ts';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import type { InvoiceChange } from '../../../src/ports/invoice-store.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import { Mortal } from './mortal.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { found, runToTheEnd, setUp, statuses, toDueTime, type World, workerOn } from './world.ts';

/** Runs the delivery until the process dies or the invoice ends. @returns the number of its calls */
async function runUntilDeath(world: World, diesAt: number, when: 'before' | 'after'): Promise<number> {
  const mortal = new Mortal(diesAt, when);
  const ports = {
    invoices: mortal.wrap(world.invoices),
    rail: mortal.wrap(world.rail),
    jobs: mortal.wrap(world.jobs),
    caps: mortal.wrap(world.caps),
  };
  while (mortal.calls < diesAt && (await found(world)).dueAt) {
    await toDueTime(world);
    await workerOn(world, ports)
      .run(world.id, 'PEPPOL')
      .catch(() => undefined);
  }
  world.clock.advance(LEASE_MS + 1);
  return mortal.calls;
}

const LIVES: readonly {
  readonly name: string;
  readonly rail: () => FakeRail;
  readonly own?: Partial<InvoiceRecord>;
  readonly end?: 'accepted';
}[] = [
  { name: 'over a route with a status inquiry', rail: () => new FakeRail() },
  { name: 'over a route without a status inquiry', rail: () => new FakeRail({ canBeAsked: false }) },
  { name: 'over a route that needs two status inquiries', rail: () => new FakeRail({ emptyLookups: 2 }) },
  {
    name: 'after a lost answer',
    rail: () => {
      const rail = new FakeRail({ canBeAsked: false });
      rail.next.send.push({ mapping: COMMON_STATUSES.answerLost });
      return rail;
    },
  },
  {
    name: 'to a route that reports the end later',
    rail: () => {
      const rail = new FakeRail();
      rail.next.send.push({ mapping: WORDS.held });
      return rail;
    },
  },
  {
    name: 'to a route that requires a log-in',
    rail: () => new FakeRail({ prepares: true, namesSubmissions: true }),
  },
  {
    name: 'to a route that reports the receipt later',
    rail: () => {
      const rail = new FakeRail({ receipts: true });
      rail.next.send.push({ mapping: WORDS.held });
      rail.next.poll.push({ mapping: WORDS.accepted }, { mapping: WORDS.accepted });
      rail.next.receipt.push({ mapping: WORDS.notHeld });
      return rail;
    },
    end: 'accepted',
  },
  {
    name: 'under caps',
    rail: () => {
      const windows = [{ seconds: 2, limit: 1 }];
      const rail = new FakeRail({ caps: [{ works: ['send', STATUS_INQUIRY, 'poll'], windows }] });
      rail.next.send.push({ mapping: WORDS.held });
      return rail;
    },
  },
];

describe('a worker that dies between any two steps of a delivery', () => {
  for (const { name, rail, end = 'delivered' } of LIVES)
    for (const when of ['before', 'after'] as const)
      it(`sends once, ${name}, killed ${when} each call`, async () => {
        let diesAt = 0;
        for (let calls = 0; calls >= diesAt;) {
          diesAt += 1;
          const world = await setUp(rail());
          calls = await runUntilDeath(world, diesAt, when);
          // The permit of a dead call is free after a while.
          await runToTheEnd(world, 100);
          const { state, documents } = await found(world);
          const at = `killed ${when} call ${diesAt}: ${world.rail.calls.join(', ')}`;
          assert.equal(state, end, at);
          assert.equal((await statuses(world)).filter((status) => status === end).length, 1, at);
          const receipt = world.rail.receipt ? 'upo' : 'as4-receipt';
          assert.deepEqual(
            documents.map(({ kind }) => kind),
            ['ubl', receipt],
            at,
          );
          assert.deepEqual([...world.rail.held.values()], [1], at);
        }
        assert.ok(diesAt > 4);
      });

  it('is followed by a status inquiry: a route that has the document gets no second one', async () => {
    const world = await setUp();
    // The calls are lease, mark, lease confirmed, send: the process dies after the send.
    await runUntilDeath(world, 4, 'after');
    assert.deepEqual(world.rail.calls, ['send sub-1']);
    await runToTheEnd(world);
    assert.deepEqual(world.rail.calls, ['send sub-1', 'ask sub-1']);
  });

  it('has stored the identity before the first byte leaves', async () => {
    const world = await setUp();
    await runUntilDeath(world, 4, 'before');
    const { submission, reachedRail, state } = await found(world);
    assert.deepEqual(
      [submission?.id, submission?.isCalling, reachedRail, state],
      ['sub-1', true, true, 'submitting'],
    );
    assert.deepEqual(world.rail.calls, []);
  });
});

describe('a worker that freezes between the mark and the call', () => {
  /** Another worker takes over and delivers meanwhile. */
  async function freezeAfterMark(world: World, commits: number): Promise<void> {
    const { invoices } = world;
    let left = commits;
    const frozen = new Proxy(invoices, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        if (name !== 'commit') return member.bind(target) as unknown;
        return async (change: InvoiceChange) => {
          const result = await target.commit(change);
          if ((left -= 1) !== 0) return result;
          world.clock.advance(LEASE_MS + 1);
          await runToTheEnd(world);
          return result;
        };
      },
    });
    assert.equal(await workerOn(world, { ...world, invoices: frozen }).run(world.id, 'PEPPOL'), 'conflict');
  }

  it('sends nothing after the freeze: the other worker has sent the invoice', async () => {
    const world = await setUp(new FakeRail());
    await freezeAfterMark(world, 1);
    assert.deepEqual(world.rail.calls, ['ask sub-1', 'ask sub-1', 'send sub-1 again']);
    assert.equal((await found(world)).state, 'delivered');
  });
});
