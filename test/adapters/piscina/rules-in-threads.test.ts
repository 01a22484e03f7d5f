import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { type PoolSettings, PoolValidator } from '../../../src/adapters/piscina/pool-validator.ts';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { type Layer, verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import { factForms } from '../../../src/domain/documents/document-facts.ts';
import type { Log } from '../../../src/ports/log.ts';
import type { DocumentToCheck } from '../../../src/ports/validator.ts';
import { ENGINES, type Engine } from 'en16931-rules/packs/manifest.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { builtThread } from '../../support/built.ts';
import { SYNTAXES } from '../../support/documents.ts';
import { emptyFolder } from '../../support/folder.ts';
import { NO_LIMITS } from '../../support/no-limits.ts';
import {
  SMALL_SCHEMA,
  TOTAL_RULES,
  bringSmallPacks,
  document,
  smallRules,
  withFaultyModule,
} from '../../support/small-packs.ts';
import { removePack } from 'en16931-rules/packs/install/store-pack.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';

const THREAD = builtThread('src/adapters/piscina/check-entry.cts');

const NOTE_RULES = smallRules(
  '<rule context="s:Note"><assert id="N-1" test="normalize-space()">Empty.</assert></rule>',
);
/** Backtracks for a very long time on a run of a's with another end. */
const HOSTILE_RULES = smallRules(
  `<rule context="s:Note"><assert id="N-1" test="matches(., '^(a|aa)+$')">No.</assert></rule>`,
);
const HOSTILE_NOTE = `<Note>${'a'.repeat(60)}!</Note>`;
const GOOD = document('5', '<Note>n</Note>');

/** In the module of the rules: an assert fires if its test does not hold. */
const FIRST_TEST = /return !(?=K\d)/;

interface World {
  readonly rulesDir: string;
  readonly rules: RulesFolder;
  readonly pool: PoolValidator;
  readonly telemetry: FakeTelemetry;
  readonly logged: readonly string[];
  readonly time: { documentMs: number };
  close(): Promise<void>;
}

type Folder = ReturnType<typeof emptyFolder>;

interface Packs {
  readonly en16931?: string;
  readonly xrechnung?: string;
  readonly engines?: readonly Engine[];
}

/** Folders of compiled packs: SaxonJS compiles for seconds, and most tests have the same packs. */
const folders = new Map<string, Promise<Folder>>();
after(async () => {
  for (const folder of folders.values()) (await folder).remove();
});

async function compiled(packs: Packs): Promise<string> {
  const key = JSON.stringify(packs);
  const folder = folders.get(key) ?? compile(packs);
  folders.set(key, folder);
  return (await folder).path;
}

async function compile({
  en16931 = TOTAL_RULES,
  xrechnung = NOTE_RULES,
  engines = ENGINES,
}: Packs): Promise<Folder> {
  const folder = emptyFolder();
  const packs = [
    { layer: 'xsd', text: SMALL_SCHEMA },
    { layer: 'en16931', text: en16931 },
    { layer: 'xrechnung', text: xrechnung },
  ] as const;
  await bringSmallPacks(folder.path, packs, engines);
  return folder;
}

/** A pool with real threads over small packs of three layers. */
async function world(
  packs: Packs = {},
  settings: Partial<PoolSettings> = {},
  prepare: (rulesDir: string) => Promise<void> = async () => {},
  packsMaxAgeMs = 0,
): Promise<World> {
  const folder = emptyFolder();
  cpSync(await compiled(packs), folder.path, { recursive: true });
  await prepare(folder.path);
  const telemetry = new FakeTelemetry();
  const logged: string[] = [];
  const error: Log['error'] = (fields, message) => logged.push(JSON.stringify({ ...fields, message }));
  const time = { documentMs: 60_000 };
  const rules = new RulesFolder(folder.path, packsMaxAgeMs);
  const pool = new PoolValidator(
    {
      environment: 'sandbox',
      ruleEngine: 'compiled',
      xsdEngine: DEFAULT_XSD_ENGINE,
      crossCheck: 0,
      poolThreads: 1,
      poolQueue: 8,
      ...settings,
    },
    {
      clock: new FakeClock(),
      log: { info: () => {}, warn: () => {}, error },
      telemetry,
      rules,
      forms: factForms(SYNTAXES),
    },
    { ...THREAD, time: { ...NO_LIMITS, documentMs: () => time.documentMs } },
  );
  const close = async () => {
    await pool.close();
    folder.remove();
  };
  return { rulesDir: folder.path, rules, pool, telemetry, logged, time, close };
}

const check = (
  { pool }: World,
  bytes: Uint8Array,
  customization: string = BT24.xrechnung,
): Promise<readonly Layer[]> =>
  pool.check(documentOf(bytes, customization), { client: 'acme', whenBusy: 'wait' });

const documentOf = (bytes: Uint8Array, customization: string): DocumentToCheck => ({
  bytes,
  syntax: 'ubl-invoice',
  customization,
  route: 'DE-XRECHNUNG',
  issueDate: '2026-03-01',
});

const describeLayers = (layers: readonly Layer[]): readonly string[] =>
  layers.map(
    (layer) =>
      `${layer.layer} ${layer.outcome}${layer.outcome === 'not_run' ? ` ${english(layer.reason)}` : ''}`,
  );

const ALL_VALID = ['xsd valid', 'en16931 valid', 'xrechnung valid'];

describe('rules in pool threads', () => {
  it('run on the compiled engine', async () => {
    const at = await world({ engines: ['compiled'] });
    assert.deepEqual(describeLayers(await check(at, GOOD)), ALL_VALID);
    const refused = await check(at, document('-1', '<Note>n</Note>'));
    assert.deepEqual(describeLayers(refused), ['xsd valid', 'en16931 invalid', 'xrechnung valid']);
    await at.close();
  });

  for (const layer of ['en16931', 'xrechnung'] as const)
    it(`that take too long in ${layer} end with their thread, and the next document is checked`, async () => {
      const at = await world({ [layer]: HOSTILE_RULES, engines: ['compiled'] });
      await check(at, GOOD);
      at.time.documentMs = 500;
      const layers = await check(at, document('5', HOSTILE_NOTE));
      assert.deepEqual(
        layers.map(({ outcome }) => outcome),
        ['not_run', 'not_run', 'not_run'],
      );
      assert.equal(verdictOf(layers).verdict, 'not_run');
      assert.equal(at.pool.stats().failures['timed-out'], 1);
      assert.match(at.logged.join(), /timed-out/);
      at.time.documentMs = 60_000;
      const next = await check(at, document('5', '<Note>aaa</Note>'));
      assert.equal(
        next.every(({ outcome }) => outcome !== 'not_run'),
        true,
        describeLayers(next).join(),
      );
      await at.close();
    });

  it('may not make code from strings', async () => {
    const at = await world({ engines: ['compiled'] }, {}, (rulesDir) =>
      withFaultyModule(rulesDir, 'en16931', (module) =>
        module.replace(FIRST_TEST, `new Function('return 1')(); return !`),
      ),
    );
    const layers = await check(at, GOOD);
    assert.deepEqual(describeLayers(layers), [
      'xsd valid',
      'en16931 not_run the rule engine failed',
      'xrechnung valid',
    ]);
    await at.close();
  });

  it('that cannot be linked leave their layer unchecked, and the log names the rule', async () => {
    const at = await world({ engines: ['compiled'] }, {}, (rulesDir) =>
      withFaultyModule(rulesDir, 'en16931', (module) => module.replace('const K0', 'secret.value; const K0')),
    );
    const layers = await check(at, GOOD);
    assert.deepEqual(describeLayers(layers), [
      'xsd valid',
      'en16931 not_run the check failed',
      'xrechnung valid',
    ]);
    assert.match(at.logged.join(), /ReferenceError.*at /);
    await at.close();
  });

  it('run again on SaxonJS if the compiled engine cannot decide', async () => {
    const at = await world({}, {}, (rulesDir) =>
      withFaultyModule(rulesDir, 'en16931', (module) => module.replace(FIRST_TEST, 'undefined.x; return !')),
    );
    assert.deepEqual(describeLayers(await check(at, GOOD)), ALL_VALID);
    const refused = await check(at, document('-1', '<Note>n</Note>'));
    assert.equal(describeLayers(refused)[1], 'en16931 invalid');
    await at.close();
  });
});

describe('a cross-check of the engines', () => {
  const faulty = (rulesDir: string) =>
    withFaultyModule(rulesDir, 'en16931', (module) => module.replace(FIRST_TEST, 'return '));

  it('reports nothing if they agree', async () => {
    const at = await world({}, { crossCheck: 1 });
    await check(at, document('-1', '<Note>n</Note>'));
    assert.deepEqual([at.telemetry.differences, at.logged], [[], []]);
    assert.equal(await at.pool.describePacks(), undefined);
    await at.close();
  });

  it('reports a difference by metric, log and health, while the compiled verdict counts', async () => {
    const at = await world({}, { crossCheck: 1 }, faulty);
    const layers = await check(at, document('4711', '<Note>n</Note>'));
    assert.equal(describeLayers(layers)[1], 'en16931 invalid');
    assert.deepEqual(at.telemetry.differences, ['small-en16931 1']);
    assert.match(at.logged.join(), /S-1/);
    assert.doesNotMatch(at.logged.join(), /4711/);
    assert.match((await at.pool.describePacks()) ?? '', /differed on 1 document/);
    await at.pool.ready();
    await at.close();
  });

  it('names in health the packs that do not run on the configured engine', async () => {
    const at = await world({ engines: ['compiled'] }, { ruleEngine: 'saxon' });
    assert.match((await at.pool.describePacks()) ?? '', /2 not compiled for saxon/);
    await at.close();
  });

  it('does not run for a share of zero, nor on a single engine', async () => {
    const at = await world({}, { crossCheck: 0 }, faulty);
    await check(at, GOOD);
    assert.deepEqual(at.telemetry.differences, []);
    await at.close();
  });
});

describe('the engine that is set', () => {
  it('decides: SaxonJS does not use a faulty module', async () => {
    const faulty = (rulesDir: string) =>
      withFaultyModule(rulesDir, 'en16931', (module) => module.replace(FIRST_TEST, 'return '));
    const at = await world({}, { ruleEngine: 'saxon' }, faulty);
    assert.deepEqual(describeLayers(await check(at, GOOD)), ALL_VALID);
    await at.close();
  });
});

describe('packs that change while the pool runs', () => {
  it('count without a restart', async () => {
    const at = await world({ engines: ['compiled'] });
    assert.deepEqual(describeLayers(await check(at, GOOD)), ALL_VALID);
    const stricter = smallRules(
      '<rule context="s:Note"><assert id="N-2" test="false()">Never.</assert></rule>',
    );
    await bringSmallPacks(at.rulesDir, [{ layer: 'xrechnung', text: stricter, version: '2' }]);
    assert.deepEqual(describeLayers(await check(at, GOOD)), [
      'xsd valid',
      'en16931 valid',
      'xrechnung invalid',
    ]);
    await at.close();
  });

  const STRICT = smallRules('<rule context="s:Note"><assert id="N-2" test="false()">Never.</assert></rule>');
  /** A pool that reads its folder again only after a pack was removed. */
  const SELDOM = Infinity;

  it('lead to a new plan for a document whose plan names a replaced pack', async () => {
    const at = await world({ engines: ['compiled'] }, {}, undefined, SELDOM);
    // The document's plan has this list; no thread has loaded a pack.
    await at.rules.read();
    await bringSmallPacks(at.rulesDir, [{ layer: 'xrechnung', text: STRICT }]);
    assert.deepEqual(describeLayers(await check(at, GOOD)), [
      'xsd valid',
      'en16931 valid',
      'xrechnung invalid',
    ]);
    assert.deepEqual(at.logged, []);
    await at.close();
  });

  it('leave a layer without a verdict only if no pack is left for it', async () => {
    const at = await world({ engines: ['compiled'] }, {}, undefined, SELDOM);
    await bringSmallPacks(at.rulesDir, [{ layer: 'xrechnung', text: STRICT, version: '2' }]);
    await at.rules.read();
    await removePack(at.rulesDir, 'small-xrechnung', '2');
    assert.deepEqual(describeLayers(await check(at, GOOD)), ALL_VALID);
    await removePack(at.rulesDir, 'small-xrechnung');
    // The thread keeps its loaded packs, so this plan is still valid.
    assert.deepEqual(describeLayers(await check(at, GOOD)), ALL_VALID);
    at.rules.lookAgain();
    assert.deepEqual(describeLayers(await check(at, GOOD)), [
      'xsd valid',
      'en16931 valid',
      `xrechnung not_run no rule pack is installed for ${BT24.xrechnung}; the built-in pack xrechnung 3.0.2-sch-2.6.0 has its rules`,
    ]);
    await at.close();
  });

  it('are named without a thread if a document lacks one, until it is installed', async () => {
    const at = await world({ engines: ['compiled'] }, {}, undefined, 0);
    const named = async (customization: string) =>
      (await at.pool.missingPacks(documentOf(GOOD, customization))).map(({ code, message }) => [
        code,
        message,
      ]);
    assert.deepEqual(withEnglish(await named(BT24.xrechnung)), []);
    await removePack(at.rulesDir, 'small-xrechnung');
    assert.deepEqual(withEnglish(await named(BT24.xrechnung)), [
      [
        'EI-PACK-MISSING',
        `No rule pack is installed for ${BT24.xrechnung}; the built-in pack xrechnung 3.0.2-sch-2.6.0 has its rules.`,
      ],
    ]);
    await bringSmallPacks(at.rulesDir, [{ layer: 'xrechnung', text: STRICT, version: '2' }]);
    assert.deepEqual(withEnglish(await named(BT24.xrechnung)), []);
    await at.close();
  });

  it('bring new specification identifiers with them', async () => {
    const at = await world({ engines: ['compiled'] });
    const four = `${BT24.en16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_4.0`;
    const findings = async () => (await check(at, GOOD, four)).flatMap((layer) => layer.findings.map(({ code }) => code)); // prettier-ignore
    assert.deepEqual(await findings(), ['EI-BT24-UNKNOWN']);
    await bringSmallPacks(at.rulesDir, [
      { layer: 'xrechnung', text: STRICT, version: '4', customizations: [four] },
    ]);
    assert.deepEqual(await findings(), ['N-2']);
    await removePack(at.rulesDir, 'small-xrechnung', '4');
    assert.deepEqual(await findings(), ['EI-BT24-UNKNOWN']);
    await at.close();
  });
});
