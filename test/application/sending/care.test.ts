import assert from 'node:assert/strict';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import type { CareRow } from '../../../src/domain/lifecycle/invoice-record.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { REPEATED_NUMBER } from '../../../src/domain/checks/pre-check/repeated-number.ts';
import { withEnglish } from '../../support/words.ts';
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

describe('an open care row', () => {
  it('keeps its age and its note when the same trouble comes again, and ends the invoice', async () => {
    const world = await setUp();
    world.rail.next.send.push(...Array.from({ length: 6 }, () => refused));
    await run(world);
    const record = await found(world);
    const [first] = record.care;
    const note = { sealedNote: 'Asked the provider.', notedAt: world.clock.now(), notedBy: 'key_1' };
    const changed = { ...record, care: [{ ...first!, ...note }], version: record.version + 1 };
    await world.invoices.commit({ record: changed, events: [], files: [], audit: [] });
    await runToTheEnd(world);
    const { state, care } = await found(world);
    assert.equal(state, 'dead_letter');
    assert.deepEqual(
      care.map(({ openedAt, sealedNote }) => [openedAt, sealedNote]),
      [[first!.openedAt, note.sealedNote]],
    );
  });
});

describe('a care row that opens again', () => {
  it('keeps what people have noted on it', async () => {
    const world = await setUp();
    world.rail.next.send.push(refused, { mapping: WORDS.held });
    world.rail.next.poll.push(refused);
    await run(world);
    const record = await found(world);
    const note = { sealedNote: 'Asked the provider.', notedAt: world.clock.now(), notedBy: 'key_1' };
    const care = record.care.map((row) => ({ ...row, ...note }));
    const noted = { ...record, care, version: record.version + 1 };
    await world.invoices.commit({ record: noted, events: [], files: [], audit: [] });
    for (const isOpen of [false, true]) {
      await run(world);
      const [row] = (await found(world)).care;
      assert.deepEqual([row?.handledAt === undefined, row?.sealedNote], [isOpen, note.sealedNote]);
    }
  });
});

describe('an invoice with the number of another one and other content', () => {
  const warnings = [REPEATED_NUMBER];
  const ended = async (own: object, ...refusal: readonly object[]) => {
    const world = await setUp(new FakeRail(), own);
    world.rail.next.send.push(
      ...refusal.map((answer) => ({ mapping: WORDS.refused, takes: false, ...answer })),
    );
    await runToTheEnd(world);
    return world;
  };

  it('is on the care list of its sender once it is out, with what to do about both', async () => {
    const world = await ended({ warnings });
    const { care } = await found(world);
    assert.deepEqual(
      care.map(({ code, whoActs, field }) => [code, whoActs, field]),
      [['EI-NUMBER-REPEATED', 'erp', 'invoice.number']],
    );
    assert.match(
      String(withEnglish(care[0]?.fixHint)),
      /its content differs or was not compared\. If both are out, credit /,
    );
    assert.deepEqual(world.telemetry.care, ['EI-NUMBER-REPEATED erp']);
  });

  it('is not on it if nothing warned of it, or if the route refuses it', async () => {
    assert.deepEqual(await rows(await ended({})), []);
    assert.deepEqual(await rows(await ended({ warnings }, {})), [['KSEF-440', true]]);
  });

  for (const [sentence, handled, answer, expected] of [
    [
      'leaves it once the route refuses the invoice',
      false,
      WORDS.refused,
      [
        ['EI-NUMBER-REPEATED', false],
        ['KSEF-440', true],
      ],
    ],
    [
      'is not on it again after a person has closed its row',
      true,
      WORDS.delivered,
      [['EI-NUMBER-REPEATED', false]],
    ],
  ] as const)
    it(sentence, async () => {
      const world = await setUp(new FakeRail(), { warnings });
      world.rail.next.send.push({ mapping: WORDS.acceptedSoFar, takes: true });
      world.rail.next.poll.push({ mapping: answer });
      await run(world);
      assert.deepEqual(await rows(world), [['EI-NUMBER-REPEATED', true]]);
      if (handled) await handle(world);
      await runToTheEnd(world);
      assert.deepEqual(await rows(world), expected);
    });
});
