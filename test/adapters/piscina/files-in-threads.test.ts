import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { PoolValidator } from '../../../src/adapters/piscina/pool-validator.ts';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import type { FileReading } from '../../../src/domain/findings/file-reading.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import type { DocumentToCheck, PoolAccess } from '../../../src/ports/validator.ts';
import { removePack } from 'en16931-rules/packs/install/store-pack.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { builtThread, plainThread } from '../../support/built.ts';
import { emptyFolder } from '../../support/folder.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';
import {
  SMALL_FORMS,
  SMALL_SCHEMA,
  TOTAL_RULES,
  bringSmallPacks,
  document,
  smallRules,
} from '../../support/small-packs.ts';

const THREAD = builtThread('src/adapters/piscina/check-entry.cts');
const MISBEHAVING = plainThread(fileURLToPath(new URL('misbehaving-thread.cjs', import.meta.url)));
const WAIT: PoolAccess = { client: 'acme', whenBusy: 'wait' };
const REFUSE: PoolAccess = { client: 'acme', whenBusy: 'refuse' };
const silent = { info: () => {}, warn: () => {}, error: () => {} };

interface Wish {
  readonly rules?: RulesFolder;
  readonly queue?: number;
  readonly documentMs?: (bytes: number) => number;
  /** Real threads run the small packs. */
  readonly threads?: 'real' | 'misbehaving';
}

function poolOf({ rules, queue = 0, documentMs = () => 60_000, threads = 'real' }: Wish = {}): PoolValidator {
  return new PoolValidator(
    {
      environment: 'sandbox',
      ruleEngine: 'compiled',
      xsdEngine: DEFAULT_XSD_ENGINE,
      crossCheck: 0,
      poolThreads: 1,
      poolQueue: queue,
    },
    {
      clock: new FakeClock(),
      log: silent,
      telemetry: new FakeTelemetry(),
      rules: rules ?? new RulesFolder(emptyFolder().path),
      forms: SMALL_FORMS,
    },
    {
      time: { ...NO_LIMITS, documentMs },
      ...(threads === 'misbehaving' ? { ...MISBEHAVING, heapMb: 32 } : THREAD),
    },
  );
}

const asDocument = (bytes: Uint8Array): DocumentToCheck => ({
  bytes,
  syntax: 'ubl-invoice',
  customization: BT24.xrechnung,
  route: 'DE-XRECHNUNG',
  issueDate: '2026-03-01',
});

interface Examined {
  readonly reading: FileReading;
  readonly layers: readonly Layer[];
}

const examined = (
  pool: PoolValidator,
  bytes: Uint8Array,
  between: () => Promise<unknown> = async () => {},
): Promise<Examined> =>
  pool.openFile(bytes, WAIT, async (file) => {
    const reading = await file.read();
    await between();
    return { reading, layers: reading.reading === 'read' ? await file.check(asDocument(bytes)) : [] };
  });

const outcomes = ({ layers }: Examined) => layers.map(({ layer, outcome }) => `${layer} ${outcome}`);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a file in a pool thread', () => {
  const folder = emptyFolder();
  const bytes = document('5', '<Note>n</Note>');
  before(() =>
    bringSmallPacks(folder.path, [
      { layer: 'xsd', text: SMALL_SCHEMA },
      { layer: 'en16931', text: TOTAL_RULES },
      {
        layer: 'xrechnung',
        text: smallRules('<rule context="s:Note"><assert id="N-1" test="true()">m</assert></rule>'),
      },
    ]),
  );
  after(() => folder.remove());

  it('gets the layers of a document, and its bytes stay with the caller', async () => {
    const pool = poolOf({ rules: new RulesFolder(folder.path, 0) });
    for (const each of [bytes, document('-1', '<Note>n</Note>'), document('5', '<Other/>')]) {
      const { layers } = await examined(pool, each);
      const timeless = (all: readonly Layer[]) => all.map((layer) => ({ ...layer, durationMs: 0 }));
      assert.deepEqual(
        withEnglish(timeless(layers)),
        withEnglish(timeless(await pool.check(asDocument(each), WAIT))),
      );
      assert.notEqual(each.length, 0);
    }
    assert.deepEqual(Object.values(pool.stats().failures), [0, 0, 0, 0]);
    await pool.close();
  });

  it('is read and checked if both are asked for at once, from the first file of a thread on', async () => {
    const pool = poolOf({ rules: new RulesFolder(folder.path, 0) });
    for (let n = 0; n < 100; n += 1) {
      const [reading, layers] = await pool.openFile(bytes, WAIT, (file) =>
        Promise.all([file.read(), file.check(asDocument(bytes))]),
      );
      assert.ok(reading.reading === 'read', `${n}`);
      assert.equal(reading.facts.number, '5');
      assert.deepEqual(outcomes({ reading, layers }), ['xsd valid', 'en16931 valid', 'xrechnung valid']);
    }
    await pool.close();
  });

  it('is checked with a new plan if a pack is removed while it is read', async () => {
    const rules = new RulesFolder(folder.path, 60_000);
    await bringSmallPacks(folder.path, [{ layer: 'xrechnung', text: TOTAL_RULES, version: '2' }]);
    await rules.read();
    const pool = poolOf({ rules });
    const gone = await examined(pool, bytes, () => removePack(folder.path, 'small-xrechnung', '2'));
    assert.deepEqual(outcomes(gone), ['xsd valid', 'en16931 valid', 'xrechnung valid']);
    assert.equal(gone.layers[2]!.pack?.version, '1');
    await pool.close();
  });

  it('frees its slot if it is not checked, and if its caller fails', async () => {
    const pool = poolOf({ rules: new RulesFolder(folder.path, 0) });
    assert.equal((await pool.readFile(bytes, REFUSE)).reading, 'read');
    await assert.rejects(
      pool.openFile(bytes, REFUSE, () => Promise.reject(new Error('of its caller'))),
      /caller/,
    );
    assert.equal((await pool.readFile(bytes, REFUSE)).reading, 'read');
    assert.deepEqual([pool.stats().busyThreads, pool.stats().waiting], [0, 0]);
    await pool.close();
  });
});

describe('a file in a thread that fails', () => {
  const stopped = (text: string) => utf8(text.padEnd(200));
  const pool = poolOf({
    threads: 'misbehaving',
    queue: 4,
    documentMs: (bytes) => (bytes > 100 ? 1_500 : 60_000),
  });
  after(() => pool.close());

  for (const how of ['hang', 'sleep', 'exit', 'throw', 'memory', 'nothing', 'empty'])
    it(`while it is read (${how}) counts as not read`, async () => {
      const { reading } = await examined(pool, stopped(`reading ${how}`));
      assert.ok(reading.reading === 'not_run');
      assert.match(english(reading.reason), /too long|failed|memory/);
    });

  for (const how of ['hang', 'sleep', 'exit', 'throw', 'memory', 'nothing', 'short'])
    it(`while it is checked (${how}) counts as read, and no layer as checked`, async () => {
      const { reading, layers } = await examined(pool, stopped(`en16931 ${how}`));
      assert.equal(reading.reading, 'read');
      assert.deepEqual(
        layers.map(({ outcome }) => outcome),
        ['not_run', 'not_run', 'not_run'],
      );
    });

  it('is followed by a thread that checks the next file', async () => {
    const next = await examined(pool, utf8('none'));
    assert.deepEqual(outcomes(next), ['xsd valid', 'en16931 valid', 'xrechnung valid']);
  });
});

describe('a file that is opened while the pool is full', () => {
  it('is refused, or waits once for a slot', async () => {
    const pool = poolOf({ threads: 'misbehaving' });
    let leave = (): void => undefined;
    const stays = new Promise<void>((resolve) => (leave = resolve));
    const first = examined(pool, utf8('none'), () => stays);
    await assert.rejects(
      pool.readFile(utf8('none'), REFUSE),
      (error) => error instanceof CallFailed && error.failure.kind === 'busy',
    );
    const second = examined(pool, utf8('none'));
    assert.equal(pool.stats().waiting, 1);
    leave();
    assert.deepEqual(outcomes(await first), outcomes(await second));
    await pool.close();
  });
});
