import assert from 'node:assert/strict';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import type { CareRow } from '../../../src/domain/lifecycle/invoice-record.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { found, runToTheEnd, setUp, toDueTime, type World, workerOn } from './world.ts';

const DAY_MS = 86_400_000;

async function run(world: World): Promise<void> {
  await toDueTime(world);
  await workerOn(world).run(world.id, 'PEPPOL');
}

/** The codes, with the state of their rows. */
const rows = async (world: World) =>
  (await found(world)).care.map(({ code, handledAt }) => [code, handledAt === undefined]);

/** A person marks the open rows as handled. */
async function handle(world: World): Promise<void> {
  const record = await found(world);
  const handledAt = world.clock.now();
  const care = record.care.map((row): CareRow => ({ handledAt, ...row }));
  const changed = { ...record, care, version: record.version + 1 };
  await world.invoices.commit({ record: changed, events: [], files: [], audit: [] });
}

const refused = { mapping: COMMON_STATUSES.credentialRefused, takes: false };

describe('a handled care row', () => {
  it('stays handled while the same failure continues, and reopens with the dead letter', async () => {
    const world = await setUp();
    world.rail.next.send.push(...Array.from({ length: 6 }, () => refused));
    await run(world);
    await handle(world);
    await run(world);
    assert.deepEqual(await rows(world), [['EI-CREDENTIAL-REFUSED', false]]);
    await runToTheEnd(world);
    assert.equal((await found(world)).state, 'dead_letter');
    assert.deepEqual(await rows(world), [['EI-CREDENTIAL-REFUSED', true]]);
  });

  it('reopens if the failure had ended and returns, with a new event', async () => {
    const world = await setUp();
    world.rail.next.send.push(refused, { mapping: WORDS.held });
    world.rail.next.poll.push(refused);
    await run(world);
    await run(world);
    assert.deepEqual(await rows(world), [['EI-CREDENTIAL-REFUSED', false]], 'healed');
    await run(world);
    assert.deepEqual(await rows(world), [['EI-CREDENTIAL-REFUSED', true]]);
    assert.equal(world.telemetry.care.length, 2);
    await runToTheEnd(world);
    assert.deepEqual(await rows(world), [['EI-CREDENTIAL-REFUSED', false]]);
  });

  it('of an overdue status stays handled after any number of inquiries without a result', async () => {
    const world = await setUp(new FakeRail());
    world.rail.next.send.push({ mapping: WORDS.held });
    world.rail.next.poll.push(...Array.from({ length: 4 }, () => ({ mapping: WORDS.held })));
    await run(world);
    world.clock.advance(DAY_MS);
    await run(world);
    assert.deepEqual(await rows(world), [['EI-STATUS-OVERDUE', true]]);
    await handle(world);
    await run(world);
    assert.deepEqual(await rows(world), [['EI-STATUS-OVERDUE', false]]);
  });

  it('is opened also for a route that always answers 429', async () => {
    const world = await setUp();
    world.rail.next.send.push({ mapping: WORDS.held });
    world.rail.next.poll.push({ mapping: COMMON_STATUSES.tooMany });
    await run(world);
    world.clock.advance(DAY_MS);
    await run(world);
    assert.deepEqual(await rows(world), [['EI-STATUS-OVERDUE', true]]);
  });
});
