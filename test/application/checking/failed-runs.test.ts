import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import sinon from 'sinon';
import { RETRY_WAITS_MS } from '../../../src/domain/sending/retry.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { packMissing } from '../../../src/domain/findings/pack-missing.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { ContentUnreadable } from '../../../src/ports/content-store.ts';
import { statuses, found } from '../sending/world.ts';
import { ID, VALID, NOT_RUN, INVALID, setUp, type World, workerOn, json, runToTheEnd } from './world.ts';
import { withMethods } from '../../support/with-methods.ts';

describe('checks that did not run', () => {
  it('are repeated on the schedule, and end as a dead letter with KOSIT-RUN', async () => {
    const world = await setUp();
    world.layers = NOT_RUN;
    for (const [n, wait] of RETRY_WAITS_MS.entries()) {
      assert.equal(await workerOn(world).run(ID, 'check'), 'retried');
      const { state, failures, dueAt, lease } = await found(world);
      const due = new Date(world.clock.now().getTime() + wait);
      assert.deepEqual([state, failures, dueAt, lease], ['queued', n + 1, due, null]);
      assert.deepEqual(world.jobs.waiting.get(ID), due);
      assert.equal(await workerOn(world).run(ID, 'check'), 'idle', 'it ran before it was due');
      world.clock.advance(wait);
      world.jobs.forget();
    }
    assert.equal(await workerOn(world).run(ID, 'check'), 'dead-letter');
    const record = await found(world);
    assert.equal(record.state, 'dead_letter');
    assert.equal(record.reachedRail, false);
    assert.deepEqual(
      record.care.map(({ code, whoActs }) => [code, whoActs]),
      [['KOSIT-RUN', 'us']],
    );
    assert.deepEqual(await statuses(world), ['received', 'dead_letter']);
    assert.equal((await json(world, 'validation-report'))['valid'], false);
    assert.equal(world.jobs.waiting.size, 0);
  });

  it('count from zero again after a check ran', async () => {
    const world = await setUp();
    world.layers = NOT_RUN;
    await workerOn(world).run(ID, 'check');
    world.clock.advance(RETRY_WAITS_MS[0]);
    world.layers = VALID;
    await workerOn(world).run(ID, 'check');
    const { state, failures } = await found(world);
    assert.deepEqual([state, failures], ['ready', 0]);
  });
});

describe('an invoice that was accepted before its rule pack was removed', () => {
  const MISSING = packMissing('urn:x', undefined);
  const WAITING = [{ ...NOT_RUN[0], code: 'EI-PACK-MISSING', findings: [MISSING] }] as readonly Layer[];
  const rowsOf = async (world: World) =>
    (await found(world)).care.map(({ code, whoActs, handledAt }) => [code, whoActs, handledAt]);

  it('waits with a finding and a care row from the first check on, and never becomes a dead letter', async () => {
    const world = await setUp();
    world.layers = WAITING;
    for (let looks = 0; looks < 20; looks += 1) {
      assert.equal(await workerOn(world).run(ID, 'check'), 'retried');
      const { state, errors, failures, dueAt } = await found(world);
      assert.deepEqual([state, errors.map(({ code }) => code), failures], ['queued', ['EI-PACK-MISSING'], 0]);
      assert.deepEqual(await rowsOf(world), [['EI-PACK-MISSING', 'us', undefined]]);
      world.clock.advance(dueAt!.getTime() - world.clock.now().getTime());
      world.jobs.forget();
    }
    assert.deepEqual(await statuses(world), ['received']);
  });

  it('goes on by itself once the pack is installed again, and the row is handled', async () => {
    const world = await setUp();
    world.layers = WAITING;
    await workerOn(world).run(ID, 'check');
    const { dueAt } = await found(world);
    world.clock.advance(dueAt!.getTime() - world.clock.now().getTime());
    world.layers = VALID;
    await workerOn(world).run(ID, 'check');
    const { state, errors } = await found(world);
    assert.deepEqual(withEnglish([state, errors]), ['ready', []]);
    assert.deepEqual(await rowsOf(world), [['EI-PACK-MISSING', 'us', world.clock.now()]]);
  });
});

describe('an internal failure', () => {
  const careOf = async (world: World) =>
    (await found(world)).care.map(({ code, whoActs, handledAt }) => [code, whoActs, handledAt]);

  it('is repeated on the schedule, and ends as a dead letter for the operator', async () => {
    const world = await setUp();
    const waits = await runToTheEnd(
      world,
      workerOn(world, () => Promise.reject(new TypeError('a bug'))),
    );
    const longest = RETRY_WAITS_MS[4];
    assert.deepEqual(waits, [...RETRY_WAITS_MS, longest, longest, longest, longest]);
    assert.equal((await found(world)).state, 'dead_letter');
    assert.deepEqual(await careOf(world), [['EI-SERVICE-FAULT', 'us', undefined]]);
    assert.deepEqual(await statuses(world), ['received', 'dead_letter']);
    assert.deepEqual(world.telemetry.jobs, [...waits.map(() => 'failed'), 'dead-letter']);
    assert.equal(world.log.error.callCount, 10);
  });

  it('has a code of its own if the stored content cannot be opened', async () => {
    const world = await setUp();
    const get = () => Promise.reject(new ContentUnreadable('acme', 'a'.repeat(64)));
    const content = Object.assign(Object.create(world.content) as typeof world.content, { get });
    await runToTheEnd(world, workerOn(Object.assign(Object.create(world) as World, { content })));
    assert.deepEqual(await careOf(world), [['EI-CONTENT-UNREADABLE', 'us', undefined]]);
  });

  it('has a count separate from checks that did not run', async () => {
    const world = await setUp();
    world.layers = NOT_RUN;
    let runs = 0;
    const worker = workerOn(world, async () => {
      runs += 1;
      if (runs % 2) throw new Error('now and then');
    });
    await runToTheEnd(world, worker);
    assert.deepEqual([runs, (await found(world)).crashes], [12, 6]);
    assert.deepEqual(await careOf(world), [['KOSIT-RUN', 'us', undefined]]);
  });

  it('includes a store that refuses the result of a step', async () => {
    const world = await setUp();
    const invoices = withMethods(world.invoices, {
      commit: async (change) =>
        change.files.length > 0 ? Promise.reject(new Error('too large')) : world.invoices.commit(change),
    });
    await runToTheEnd(world, workerOn(Object.assign(Object.create(world) as World, { invoices })));
    assert.deepEqual(await careOf(world), [['EI-SERVICE-FAULT', 'us', undefined]]);
  });
});

describe('the log of a worker', () => {
  it('names each invoice that changed state, and each retry', async () => {
    const world = await setUp();
    world.layers = NOT_RUN;
    await workerOn(world).run(ID, 'check');
    const about = { invoice_id: ID, client: 'acme', route: 'DE-XRECHNUNG' };
    const due_at = new Date(world.clock.now().getTime() + RETRY_WAITS_MS[0]);
    sinon.assert.calledOnceWithExactly(
      world.log.warn,
      { ...about, state: 'queued', failures: 1, due_at, code: 'KOSIT-RUN', owner: 'us' },
      'retry scheduled',
    );
    world.clock.advance(RETRY_WAITS_MS[0]);
    world.layers = INVALID;
    await workerOn(world).run(ID, 'check');
    sinon.assert.calledOnceWithExactly(
      world.log.info,
      { ...about, state: 'validation_failed', codes: ['BR-01', 'BR-03'] },
      'moved',
    );
  });
});

describe('the log of a worker whose own program fails', () => {
  it('says that the retry is ours', async () => {
    const world = await setUp();
    await workerOn(world, () => Promise.reject(new TypeError('a bug'))).run(ID, 'check');
    const [fields, message] = world.log.warn.firstCall.args as [Record<string, unknown>, string];
    assert.equal(message, 'retry scheduled');
    assert.deepEqual([fields['code'], fields['owner']], ['EI-SERVICE-FAULT', 'us']);
  });
});

describe('a store that fails during a run', () => {
  it('leaves the invoice unchanged, due and free for the next worker', async () => {
    const world = await setUp();
    const before = await found(world);
    const failing = workerOn(world, () => Promise.reject(new CallFailed({ kind: 'no-master-key' })));
    await assert.rejects(failing.run(ID, 'check'), CallFailed);
    assert.deepEqual(withEnglish(await found(world)), withEnglish(before));
    assert.deepEqual(world.telemetry.jobs, ['failed']);
    assert.equal(await workerOn(world).run(ID, 'check'), 'done');
  });

  it('makes a run that could not take the lease count as failed', async () => {
    const world = await setUp();
    const invoices = Object.assign(Object.create(world.invoices) as typeof world.invoices, {
      lease: async () => Promise.reject(new Error('no store')),
    });
    const blind = Object.assign(Object.create(world) as World, { invoices });
    assert.equal(await workerOn(blind).run(ID, 'check'), 'failed');
    assert.deepEqual(world.telemetry.jobs, ['failed']);
  });
});
