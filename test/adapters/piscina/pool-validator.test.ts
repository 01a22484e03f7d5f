import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { StillStarting } from '../../../src/ports/probe.ts';
import { PoolValidator } from '../../../src/adapters/piscina/pool-validator.ts';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import type { DocumentToCheck, PoolAccess } from '../../../src/ports/validator.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { plainThread } from '../../support/built.ts';
import { emptyFolder } from '../../support/folder.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';
import { until } from '../../support/until.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';

const MISBEHAVING = plainThread(fileURLToPath(new URL('misbehaving-thread.cjs', import.meta.url)));
const LAYERS = ['xsd', 'en16931', 'xrechnung'] as const;

const silent = { info: () => {}, warn: () => {}, error: () => {} };

interface Wish {
  readonly threads?: number;
  readonly queue?: number;
  readonly documentMs?: number;
  readonly telemetry?: FakeTelemetry;
  readonly log?: typeof silent;
}

function poolOf(wish: Wish = {}): PoolValidator {
  const { threads = 1, queue = 0, documentMs = 1_000, telemetry = new FakeTelemetry(), log = silent } = wish;
  return new PoolValidator(
    {
      environment: 'sandbox',
      ruleEngine: 'compiled',
      xsdEngine: DEFAULT_XSD_ENGINE,
      crossCheck: 0,
      poolThreads: threads,
      poolQueue: queue,
    },
    { clock: new FakeClock(), log, telemetry, rules: new RulesFolder(emptyFolder().path), forms: [] },
    { ...MISBEHAVING, heapMb: 32, time: { ...NO_LIMITS, documentMs: timeFor(documentMs) } },
  );
}

/** Short for long documents, which are to be stopped; generous for others: a thread starts slowly on a busy machine. */
const timeFor = (shortMs: number) => (bytes: number) => (bytes > 100 ? shortMs : 60_000);
const stopped = (text: string): string => (/ (hang|sleep|memory)$/.test(text) ? text.padEnd(200) : text);

const aDocument = (text: string, customization: string = BT24.xrechnung): DocumentToCheck => ({
  bytes: new TextEncoder().encode(stopped(text)),
  syntax: 'ubl-invoice',
  customization,
  route: 'DE-XRECHNUNG',
  issueDate: '2026-03-01',
});

const REFUSE: PoolAccess = { client: 'acme', whenBusy: 'refuse' };
const WAIT: PoolAccess = { client: 'acme', whenBusy: 'wait' };

const largeBytes = (text: string): Uint8Array => new TextEncoder().encode(text.padEnd(2_300_000));

describe('a validator thread that fails', () => {
  let pool: PoolValidator;
  before(() => (pool = poolOf()));
  after(() => pool.close());

  for (const [how, reason] of Object.entries({
    hang: /too long/,
    sleep: /too long/,
    exit: /failed/,
    throw: /failed/,
    // A slow machine stops it by its time limit.
    memory: /memory|too long/,
    nothing: /failed/,
    empty: /failed/,
    uncloneable: /failed/,
    'no-layers': /failed/,
    short: /failed/,
    swapped: /failed/,
  }))
    for (const layer of LAYERS)
      it(`inside ${layer} (${how}) leaves no layer that counts as checked`, async () => {
        const layers = await pool.check(aDocument(`${layer} ${how}`), REFUSE);
        assert.deepEqual(
          layers.map((each) => [each.layer, each.outcome]),
          LAYERS.map((each) => [each, 'not_run']),
        );
        for (const each of layers) {
          assert.ok(each.outcome === 'not_run');
          assert.equal(each.code, 'KOSIT-RUN');
          assert.match(english(each.reason), reason);
        }
        assert.equal(verdictOf(layers).verdict, 'not_run');
      });

  it('is replaced', async () => {
    const layers = await pool.check(aDocument('none'), REFUSE);
    assert.equal(verdictOf(layers).verdict, 'valid');
  });

  it('is counted by its outcome', async () => {
    const { refused, died, 'timed-out': timedOut, 'out-of-memory': outOfMemory } = pool.stats().failures;
    assert.deepEqual([refused, died, timedOut + outOfMemory], [0, 24, 9]);
    assert.ok(timedOut >= 6);
  });

  it('does not affect another document in work', async () => {
    const two = poolOf({ threads: 2 });
    const [lost, kept] = await Promise.all([
      two.check(aDocument('xsd exit'), REFUSE),
      two.check(aDocument('none'), REFUSE),
    ]);
    assert.deepEqual([verdictOf(lost).verdict, verdictOf(kept).verdict], ['not_run', 'valid']);
    await two.close();
  });
});

describe('a pool that is closed during its warm-up', () => {
  it('reports no failure: no call waits for the samples', async () => {
    const logged: unknown[] = [];
    const note = (...line: unknown[]): void => void logged.push(line);
    const pool = poolOf({ documentMs: 10_000, log: { ...silent, error: note } });
    const warm = pool.warmUp([aDocument('xsd sleep')], 100);
    while (pool.stats().busyThreads === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await pool.close();
    await warm;
    assert.deepEqual(logged, []);
    assert.deepEqual(Object.values(pool.stats().failures), [0, 0, 0, 0]);
  });
});

describe('a pool that is closed', () => {
  it('checks nothing, and creates no thread', async () => {
    const pool = poolOf();
    await pool.check(aDocument('none'), REFUSE);
    await pool.close();
    assert.equal(verdictOf(await pool.check(aDocument('none'), REFUSE)).verdict, 'not_run');
    await assert.rejects(pool.ready(), /no thread is alive/);
  });
});

describe('a thread that replaces a lost one', () => {
  const samplesSeen = async (pool: PoolValidator) =>
    (await pool.check(aDocument('none'), WAIT)).map(({ durationMs }) => durationMs)[0]!;

  it('is warmed up like the first ones', async () => {
    const pool = poolOf();
    await pool.warmUp([aDocument('none')], 5);
    assert.equal(await samplesSeen(pool), 5);
    await pool.check(aDocument('xsd exit'), WAIT);
    // It may answer before it is warm.
    await until(async () => (await samplesSeen(pool)) > 0, 'it is warm');
    assert.equal(await samplesSeen(pool), 1);
    await pool.close();
  });

  it('is not warmed up if the samples cause the loss of threads', async () => {
    const pool = poolOf();
    assert.equal(await samplesSeen(pool), 0);
    await pool.warmUp([aDocument('xsd exit')], 1);
    for (let replaced = 0; replaced < 3; replaced += 1) await pool.check(aDocument('en16931 exit'), WAIT);
    assert.equal(await samplesSeen(pool), 0);
    assert.equal(pool.stats().failures.died, 4);
    await pool.close();
  });
});

describe('a pool that is full', () => {
  const full = async (act: (pool: PoolValidator, work: Promise<unknown>[]) => Promise<void>) => {
    // As long as a test needs on a busy machine for its looks at the pool.
    const pool = poolOf({ queue: 1, documentMs: 3_000 });
    const work = [pool.check(aDocument('xsd sleep'), REFUSE), pool.check(aDocument('none'), REFUSE)];
    // The list of packs is read first.
    while (pool.stats().waiting === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await act(pool, work);
    await Promise.all(work);
    await pool.close();
  };

  it('answers busy at once', () =>
    full(async (pool) => {
      await assert.rejects(pool.check(aDocument('none'), REFUSE), (error) => {
        assert.ok(error instanceof CallFailed && error.failure.kind === 'busy');
        assert.ok(error.failure.retryAfterSeconds >= 1);
        return true;
      });
      assert.deepEqual(
        [pool.stats().busyThreads, pool.stats().waiting, pool.stats().failures.refused],
        [1, 1, 1],
      );
    }));

  it('lets queued invoices wait past the limit', () =>
    full(async (pool, work) => {
      const waiting = [1, 2, 3].map(() => pool.check(aDocument('none'), WAIT));
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual([pool.stats().busyThreads, pool.stats().waiting], [1, 4]);
      for (const layers of await Promise.all(waiting)) assert.equal(verdictOf(layers).verdict, 'valid');
      await Promise.all(work);
      assert.deepEqual([pool.stats().busyThreads, pool.stats().waiting], [0, 0]);
    }));

  it('counts the documents that came, without those of work that gives way', async () => {
    const pool = poolOf({ threads: 1, queue: 1 });
    const before = pool.stats().arrivals;
    await pool.check(aDocument('none'), { client: 'alpha', whenBusy: 'give-way' });
    await pool.check(aDocument('none'), WAIT);
    assert.equal(pool.stats().arrivals - before, 1);
    await pool.close();
  });

  it('answers the small document of one client while eight large ones of another run', async () => {
    const pool = poolOf({ threads: 2, queue: 16, documentMs: 20_000 });
    await pool.check(aDocument('none'), WAIT);
    const large = (): DocumentToCheck => ({ ...aDocument('xsd sleep'), bytes: largeBytes('xsd sleep') });
    const heavy = Promise.all(Array.from({ length: 8 }, () => pool.check(large(), WAIT)));
    while (pool.stats().waiting < 7) await new Promise((resolve) => setTimeout(resolve, 1));
    for (const whenBusy of ['refuse', 'wait'] as const) {
      const light = await pool.check(aDocument('none'), { client: 'zeta', whenBusy });
      assert.equal(verdictOf(light).verdict, 'valid');
    }
    assert.equal(pool.stats().waiting, 7);
    await pool.close();
    await heavy;
  });

  it('does not count the wait as checking time of the document', async () => {
    const pool = poolOf({ queue: 5, documentMs: 400 });
    const [first, second, third] = await Promise.all(
      ['xsd sleep', 'xsd sleep', 'none'].map((text) => pool.check(aDocument(text), REFUSE)),
    );
    assert.deepEqual(
      [first, second, third].map((layers) => verdictOf(layers!).verdict),
      ['not_run', 'not_run', 'valid'],
    );
    await pool.close();
  });
});

describe('bytes that the pool gets', () => {
  for (const [name, bytes] of Object.entries({
    'an array': new TextEncoder().encode('none'),
    'a Buffer': Buffer.alloc(4, 'none'),
    'a Buffer in a pool of buffers': Buffer.from('none'),
    'a part of a larger array': new TextEncoder().encode('a none b').subarray(2, 6),
  }))
    it(`stay with the caller if they are ${name}`, async () => {
      const pool = poolOf();
      for (const _ of ['once', 'twice'])
        assert.equal(verdictOf(await pool.check({ ...aDocument(''), bytes }, REFUSE)).verdict, 'valid');
      assert.equal(new TextDecoder().decode(bytes), 'none');
      await pool.close();
    });
});

describe('a pool whose threads have not answered yet', () => {
  it('is not ready', async () => {
    const pool = poolOf();
    await assert.rejects(pool.ready(), /no thread has answered/);
    await pool.check(aDocument('xsd exit'), REFUSE);
    await assert.rejects(pool.ready(), /no thread has answered/);
    await pool.close();
  });

  it('is starting until its warm-up has ended, and fails if no thread has answered by then', async () => {
    const pool = poolOf();
    await assert.rejects(pool.ready(), StillStarting);
    await pool.warmUp([aDocument('xsd exit')], 1);
    await assert.rejects(pool.ready(), (error) => !(error instanceof StillStarting));
    await pool.close();
  });

  it('reports that no pack is installed', async () => {
    const pool = poolOf();
    await assert.rejects(pool.describePacks(), /no rule pack/);
    await pool.close();
  });
});

describe('a specification identifier that no pack names', () => {
  it('is a remark in the last layer, or an error on FR-PA', async () => {
    const pool = poolOf();
    const [de, fr, known] = await Promise.all([
      pool.check(aDocument('none', 'urn:other'), WAIT),
      pool.check({ ...aDocument('none', 'urn:other'), route: 'FR-PA' }, WAIT),
      pool.check(aDocument('none'), WAIT),
    ]);
    const last = (layers: typeof de) =>
      layers
        .map(({ outcome, findings }) => [
          outcome,
          ...findings.map(({ code, severity }) => `${code} ${severity}`),
        ])
        .at(-1);
    assert.deepEqual(last(de), ['valid', 'EI-BT24-UNKNOWN warning']);
    assert.deepEqual(last(fr), ['invalid', 'EI-BT24-UNKNOWN error']);
    assert.deepEqual(last(known), ['valid']);
    await pool.close();
  });
});

describe('threads that start after the pool', () => {
  it('refuse code from strings, while the main thread still makes it', async () => {
    await poolOf().close();
    const asks = `const { parentPort } = require('node:worker_threads');
      try { new Function('return 1')(); parentPort.postMessage('made'); }
      catch (error) { parentPort.postMessage(error.name); }`;
    const message = await new Promise((resolve) => new Worker(asks, { eval: true }).once('message', resolve));
    assert.equal(message, 'EvalError');
    // The request validator makes code from strings.
    assert.equal(new Function('return 1')(), 1);
  });
});
