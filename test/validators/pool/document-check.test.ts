import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { LAYER_SOURCES, type PackLayer } from 'en16931-rules/layers/layer-selection.ts';
import type { Severity } from 'en16931-rules/vocabulary/finding.ts';
import { verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { ENGINES, type Engine, type InstalledEntry } from 'en16931-rules/packs/manifest.ts';
import checkInThread from '../../../src/adapters/piscina/check-thread.ts';
import { difference } from 'en16931-rules/pool/difference.ts';
import { severityOf } from 'en16931-rules/packs/severity.ts';
import { DEFAULT_XSD_ENGINE, type LayerTask, type XsdEngine } from 'en16931-rules/pool/task.ts';
import type { RuleRun } from 'en16931-rules/engine/result.ts';
import { emptyFolder } from '../../support/folder.ts';
import {
  SMALL_SCHEMA,
  type SmallPack,
  TOTAL_RULES,
  bringSmallPacks,
  document,
  smallRules,
} from '../../support/small-packs.ts';

const PACKS: readonly SmallPack[] = [
  { layer: 'xsd', text: SMALL_SCHEMA },
  { layer: 'en16931', text: TOTAL_RULES },
  {
    layer: 'xrechnung',
    text: smallRules(
      '<rule context="s:Note"><assert id="N-1" test="normalize-space()">Empty.</assert></rule>',
    ),
  },
];

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const declared = (encoding: string, text: string, as: BufferEncoding): Uint8Array =>
  Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>${text}`, as);
const NOTE = '<Invoice xmlns="urn:small"><Total>5</Total><Note>ü</Note></Invoice>';
const range = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');

/** Files that libxml2 accepts, and files that take it minutes; `says` is missing if they get a verdict. */
const hostile = (
  pieces: number,
): Readonly<Record<string, { readonly bytes: Uint8Array; readonly says?: RegExp }>> => ({
  'ISO-8859-1': { bytes: declared('ISO-8859-1', NOTE, 'latin1') },
  'UTF-16 with its mark': { bytes: Buffer.from(`\ufeff${NOTE}`, 'utf16le') },
  'UTF-8 with its mark': { bytes: utf8(`\ufeff${NOTE}`) },
  'windows-1252': { bytes: declared('windows-1252', NOTE, 'latin1'), says: /"windows-1252"/ },
  Shift_JIS: { bytes: declared('Shift_JIS', NOTE.replace('ü', ''), 'latin1'), says: /"Shift_JIS"/ },
  'UTF-16 without its mark': { bytes: Buffer.from(NOTE, 'utf16le'), says: /UTF-16 .*byte order mark/ },
  '50,000 namespaces': {
    bytes: document(
      '5',
      range(50_000, (at) => `<Note xmlns:p${at}="urn:${at}"/>`),
    ),
    says: /10000/,
  },
  '50,000 declarations in one tag': {
    bytes: document('5', `<Note${range(50_000, (at) => ` xmlns:p${at}="urn:${at}"`)}/>`),
    says: /1000/,
  },
  'text in very many pieces': { bytes: document('5', `<Note>${'a<?b?>'.repeat(pieces)}</Note>`) },
  'text in many pieces that is then not well-formed': {
    bytes: document('5', `<Note>${'a<?b?>'.repeat(1_000)}&</Note>`),
    says: /"&"/,
  },
});

/** The schema is asked in the same way whichever engine runs the rules: Saxon, which is slower, gets fewer. */
const PIECES: Readonly<Record<Engine, number>> = { compiled: 700_000, saxon: 50_000 };

const KSEF_FILE = { check: 'ksef-file', today: '2026-10-01', wrongNip: 'error' } as const;

interface Wish {
  readonly layers?: readonly PackLayer[];
  readonly engine?: Engine;
  readonly severities?: ReadonlyMap<string, Severity>;
  readonly advisory?: PackLayer;
  readonly crossCheck?: boolean;
  readonly trusted?: boolean;
  readonly entries?: readonly InstalledEntry[];
  readonly xsdEngine?: XsdEngine;
}

/** Runs the thread's program in this process, with the packs of a folder. */
async function checked(rulesDir: string, bytes: Uint8Array, wish: Wish = {}): Promise<readonly Layer[]> {
  const entries = wish.entries ?? (await readInstalled(rulesDir)).entries;
  const {
    layers = ['xsd', 'en16931', 'xrechnung'],
    engine = 'saxon',
    xsdEngine = DEFAULT_XSD_ENGINE,
    severities = new Map(),
  } = wish;
  const tasks = layers.map((layer): LayerTask => {
    const entry = entries.find((each) => each.layer === layer);
    const engines = entry?.engines.toSorted((a) => (a === engine ? -1 : 1)) ?? [];
    const pack = entry && { id: entry.id, version: entry.version, origin: entry.origin };
    return {
      layer,
      source: LAYER_SOURCES[layer],
      advisory: wish.advisory === layer,
      ...(layer === 'ksef-file' && { coded: KSEF_FILE }),
      entry: entry && pack ? { pack, ref: entry.ref, kind: entry.kind, engines, xsdEngine } : null,
    };
  });
  const crossCheck = wish.crossCheck ?? false;
  const answer = await checkInThread({
    rulesDir,
    bytes,
    layers: tasks,
    severities,
    crossCheck,
    // No test here is about the deadline: a busy machine must not reach it.
    layerMs: 60_000,
    trusted: wish.trusted ?? false,
  });
  assert.deepEqual(withEnglish(structuredClone(answer)), withEnglish(answer));
  return answer.layers;
}

const shown = (layers: readonly Layer[]): readonly string[] =>
  layers.map(({ layer, outcome, findings }) =>
    [layer, outcome, ...findings.map(({ code, severity }) => `${code}:${severity}`)].join(' '),
  );

const reason = (layers: readonly Layer[], name: PackLayer): string => {
  const layer = layers.find((each) => each.layer === name);
  assert.equal(layer?.outcome, 'not_run');
  return english(layer.reason);
};

/** Runs with a copy of the packs and the list that was read before, as a running process does. */
async function tampered(
  packs: string,
  engine: Engine,
  layer: PackLayer,
  tamper: (pack: string) => void,
  xsdEngine: XsdEngine = DEFAULT_XSD_ENGINE,
): Promise<readonly Layer[]> {
  const copy = emptyFolder();
  cpSync(packs, copy.path, { recursive: true });
  const { entries } = await readInstalled(copy.path);
  tamper(join(copy.path, entries.find((entry) => entry.layer === layer)!.ref.folder));
  const wish = { engine, entries, xsdEngine };
  return checked(copy.path, document('5', '<Note>n</Note>'), wish).finally(() => copy.remove());
}

const PROGRAMS: Readonly<Record<Engine, string>> = { compiled: '.mjs', saxon: '.sef.json' };
const fileIn = (folder: string, ending: string): string =>
  join(
    folder,
    readdirSync(folder).find((name) => name.endsWith(ending))!,
  );

for (const engine of ENGINES)
  describe(`a document in a pool thread, on the ${engine} engine`, () => {
    const folder = emptyFolder();
    before(() => bringSmallPacks(folder.path, PACKS, [engine]));
    after(() => folder.remove());
    const check = (bytes: Uint8Array, wish: Wish = {}) => checked(folder.path, bytes, { engine, ...wish });

    it('is valid in every layer', async () => {
      const layers = await check(document('5', '<Note>n</Note>'));
      assert.deepEqual(shown(layers), ['xsd valid', 'en16931 valid', 'xrechnung valid']);
      assert.equal(verdictOf(layers).verdict, 'valid');
      assert.deepEqual(layers[1]!.pack, { id: 'small-en16931', version: '1', origin: 'built-in' });
    });

    it('is invalid by a broken rule, with message and location', async () => {
      const layers = await check(document('-5', '<Note>n</Note>'));
      assert.deepEqual(shown(layers), ['xsd valid', 'en16931 invalid S-1:error', 'xrechnung valid']);
      const [finding] = layers[1]!.findings;
      assert.equal(english(finding?.message), 'The total is -5.');
      assert.match(finding.location?.xpath ?? '', /Invoice.*Total/);
    });

    it('stays valid with a warning', async () => {
      const layers = await check(document('0', '<Note>n</Note>'));
      assert.equal(shown(layers)[1], 'en16931 valid S-2:warning');
      assert.equal(verdictOf(layers).verdict, 'valid');
    });

    it('has the severities with which the publisher overrides them', async () => {
      const severities = new Map([['S-2', 'error']] as const);
      assert.equal(
        shown(await check(document('0', '<Note>n</Note>'), { severities }))[1],
        'en16931 invalid S-2:error',
      );
    });

    it('has remarks only from an advisory layer', async () => {
      const layers = await check(document('-5', '<Note>n</Note>'), { advisory: 'en16931' });
      assert.equal(shown(layers)[1], 'en16931 valid S-1:information');
      assert.equal(layers[1]!.advisory, true);
    });

    it('is not checked by an advisory layer that did not run', async () => {
      const layers = await check(document('5'), { advisory: 'xrechnung' });
      assert.equal(shown(layers)[2], 'xrechnung not_run');
      assert.equal(layers[2]!.advisory, true);
      assert.equal(verdictOf(layers).verdict, 'not_run');
    });

    it('is not checked by rules that stop with an error, and the reason has no content of the document', async () => {
      const layers = await check(document('secret', '<Note>n</Note>'));
      assert.deepEqual(shown(layers), ['xsd valid', 'en16931 not_run', 'xrechnung valid']);
      assert.match(reason(layers, 'en16931'), /error FORG0001/);
      assert.doesNotMatch(JSON.stringify(layers), /secret/);
      assert.deepEqual(verdictOf(layers).verdict, 'not_run');
    });

    it('is not checked by rules of which none matched', async () => {
      const layers = await check(document('5'));
      assert.equal(reason(layers, 'xrechnung'), 'no rule matched');
      assert.equal(verdictOf(layers).verdict, 'not_run');
    });

    it('is checked with the file rules of KSeF even if its schema refuses it, unless it is unreadable', async () => {
      const layers = ['xsd', 'en16931', 'ksef-file'] as const;
      const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), document('5', '<Other/>')]);
      const told = shown(await check(marked, { layers })).map((line) => line.replace(/(:error) .*/, '$1'));
      assert.deepEqual(told, [
        'xsd invalid EI-XSD:error',
        'en16931 not_run',
        'ksef-file invalid EI-KSEF-BOM:error',
      ]);
      const unread = await check(declared('Shift_JIS', NOTE.replace('ü', ''), 'latin1'), {
        layers: ['en16931', 'ksef-file'],
      });
      assert.equal(reason(unread, 'ksef-file'), 'the file cannot be read');
    });

    it('is refused by its schema; then no rule runs and no check is repeated', async () => {
      const layers = await check(document('5', '<Other/>'));
      assert.deepEqual(shown(layers), ['xsd invalid EI-XSD:error', 'en16931 not_run', 'xrechnung not_run']);
      assert.equal(reason(layers, 'xrechnung'), 'not valid against its schema');
      assert.equal(
        layers.some((layer) => layer.outcome === 'not_run' && layer.code !== undefined),
        false,
      );
      assert.equal(verdictOf(layers).verdict, 'invalid');
    });

    const WRAPPED = {
      'an envelope':
        '<Envelope xmlns="urn:envelope"><Invoice xmlns="urn:small"><Other/></Invoice></Envelope>',
      'another version of its namespace': '<Invoice xmlns="urn:small-2"><Total>5</Total></Invoice>',
    };
    for (const [name, text] of Object.entries(WRAPPED))
      it(`is never valid inside ${name}, with and without the schema`, async () => {
        const bytes = new TextEncoder().encode(text);
        assert.equal(verdictOf(await check(bytes)).verdict, 'invalid');
        const rulesOnly = await check(bytes, { layers: ['en16931', 'xrechnung'] });
        assert.deepEqual(shown(rulesOnly), ['en16931 not_run', 'xrechnung not_run']);
      });

    for (const [name, bytes] of Object.entries({
      'a DOCTYPE': new TextEncoder().encode(
        '<!DOCTYPE Invoice [<!ENTITY e "5">]><Invoice xmlns="urn:small"><Total>&e;</Total></Invoice>',
      ),
      'a broken end': document('5').slice(0, -3),
      'bytes that are no UTF-8': Uint8Array.of(
        ...document('5').slice(0, 40),
        0xff,
        0xfe,
        ...document('5').slice(40),
      ),
      nothing: new Uint8Array(),
    }))
      it(`is never valid with ${name}, with and without the schema`, async () => {
        assert.equal(verdictOf(await check(bytes)).verdict, 'invalid');
        const rulesOnly = await check(bytes, { layers: ['en16931', 'xrechnung'] });
        const code = name === 'a DOCTYPE' ? 'EI-XML-DTD' : 'EI-XML-SYNTAX';
        assert.deepEqual(shown(rulesOnly), [`en16931 invalid ${code}:error`, 'xrechnung not_run']);
        assert.equal(reason(rulesOnly, 'xrechnung'), 'the file cannot be read');
      });

    for (const [name, { bytes, says }] of Object.entries(hostile(PIECES[engine])))
      it(`is refused or checked, and never left unchecked: ${name}`, async () => {
        for (const layers of [
          ['xsd', 'en16931', 'xrechnung'],
          ['en16931', 'xrechnung'],
        ] as const) {
          const found = await check(bytes, { layers });
          const { verdict } = verdictOf(found);
          assert.equal(verdict, says ? 'invalid' : 'valid', JSON.stringify(found));
          if (!says) continue;
          const [finding] = found.flatMap(({ findings }) => findings);
          assert.equal(finding?.code, 'EI-XML-SYNTAX');
          assert.match(english(finding.message), says);
        }
      });

    it('gets the same verdict after samples whose names the thread has stored', async () => {
      const before = [await check(document('-5', '<Note/>')), await check(document('5', '<Other/>'))];
      await check(document('5', '<Note>n</Note>'), { trusted: true });
      await check(document('5', '<Other><Note/></Other>'), {
        trusted: true,
        layers: ['en16931', 'xrechnung'],
      });
      const after = [await check(document('-5', '<Note/>')), await check(document('5', '<Other/>'))];
      assert.deepEqual(after.map(shown), before.map(shown));
      assert.deepEqual(
        withEnglish(after.map((layers) => layers.map(({ findings }) => findings))),
        withEnglish(before.map((layers) => layers.map(({ findings }) => findings))),
      );
    });

    it('is not checked in a layer for which no pack is installed', async () => {
      const layers = await check(document('5'), { layers: ['xsd', 'en16931', 'peppol'] });
      assert.match(reason(layers, 'peppol'), /no rule pack/);
      assert.equal(verdictOf(layers).verdict, 'not_run');
    });

    for (const [how, tamper] of Object.entries({
      edited: (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('S-1', 'S-9')),
      'cut off': (file: string) => truncateSync(file, 100),
      removed: (file: string) => rmSync(file),
    }))
      it(`is not checked by a program on disk that was ${how}`, async () => {
        const result = await tampered(folder.path, engine, 'en16931', (pack) =>
          tamper(fileIn(pack, PROGRAMS[engine])),
        );
        assert.match(reason(result, 'en16931'), /was changed|cannot be read/);
        assert.equal(result[2]!.outcome, 'valid');
        assert.equal(verdictOf(result).verdict, 'not_run');
      });
  });

describe('a text that is too long for a rule', () => {
  const folder = emptyFolder();
  const rules = smallRules(
    `<rule context="s:Total"><assert id="S-1" test="xs:decimal(.) >= 0">m</assert></rule>
     <rule context="s:Note"><assert id="N-1" test="matches(., '^[^@\\s]+@([^@.\\s]+\\.)+[^@.\\s]+$')">m</assert></rule>`,
  );
  // The second engine has no limits of its own, and is not asked.
  before(() =>
    bringSmallPacks(
      folder.path,
      [
        { layer: 'xsd', text: SMALL_SCHEMA },
        { layer: 'en16931', text: rules },
      ],
      ENGINES,
    ),
  );
  after(() => folder.remove());

  for (const [what, bytes, place] of [
    ['an e-mail address of 50 KB', document('5', `<Note>a@${'b.'.repeat(25_000)}</Note>`), /Note$/],
    ['a number of 50,000 digits', document('9'.repeat(50_000)), /Total$/],
  ] as const)
    it(`is refused with the position: ${what}`, async () => {
      const layers = await checked(folder.path, bytes, { engine: 'compiled', layers: ['xsd', 'en16931'] });
      assert.deepEqual(shown(layers), ['xsd valid', 'en16931 invalid EI-XML-SYNTAX:error']);
      const [finding] = layers[1]!.findings;
      assert.match(english(finding!.message), /50\d\d\d characters .*10000/);
      assert.match(finding!.location!.xpath, place);
      assert.equal(finding!.whoFixes, 'erp');
    });
});

describe('a rule pack that changed on disk', () => {
  const whole = emptyFolder();
  before(() => bringSmallPacks(whole.path, PACKS));
  after(() => whole.remove());

  it('does not run if its manifest has changed', async () => {
    const result = await tampered(whole.path, 'compiled', 'en16931', (folder) =>
      appendFileSync(join(folder, 'manifest.json'), ' '),
    );
    assert.match(reason(result, 'en16931'), /the manifest was changed/);
    assert.equal(verdictOf(result).verdict, 'not_run');
  });

  it('is not loaded by a process that starts afterwards', async () => {
    const folder = emptyFolder();
    await bringSmallPacks(folder.path, PACKS);
    for (const { folder: pack } of (await readInstalled(folder.path)).packs)
      appendFileSync(join(folder.path, pack, 'manifest.json'), ' ');
    const result = await checked(folder.path, document('5'));
    assert.match(reason(result, 'xsd'), /no rule pack is installed/);
    folder.remove();
  });

  for (const [how, tamper] of Object.entries({
    edited: (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replace('Note', 'Nota')),
    emptied: (file: string) => writeFileSync(file, ''),
    'cut off': (file: string) => truncateSync(file, 100),
    removed: (file: string) => rmSync(file),
  }))
    it(`does not run a compiled schema that was ${how}, nor another engine instead`, async () => {
      const result = await tampered(
        whole.path,
        'compiled',
        'xsd',
        (pack) => tamper(fileIn(pack, '.schema.json')),
        'own',
      );
      assert.match(reason(result, 'xsd'), /\.schema\.json (?:was changed|cannot be read)/);
      assert.equal(verdictOf(result).verdict, 'not_run');
    });

  it('does not run a schema that was edited on libxml2, which reads its text', async () => {
    const edit = (folder: string): void => {
      const file = join(folder, 'source/small.xsd');
      writeFileSync(file, readFileSync(file, 'utf8').replace('xs:string', 'xs:token'));
    };
    const result = await tampered(whole.path, 'compiled', 'xsd', edit, 'libxml2');
    assert.match(reason(result, 'xsd'), /source.small\.xsd was changed/);
    assert.equal(verdictOf(result).verdict, 'not_run');
  });
});

describe('flags of Schematron', () => {
  for (const [flag, role, severity] of [
    ['fatal', undefined, 'error'],
    ['error', undefined, 'error'],
    ['warning', 'fatal', 'warning'],
    [undefined, 'warn', 'warning'],
    ['', 'WARNING', 'warning'],
    ['information', undefined, 'information'],
    ['info', undefined, 'information'],
    [undefined, undefined, 'error'],
    ['', '', 'error'],
  ] as const)
    it(`read flag ${flag} and role ${role} as ${severity}`, () => {
      assert.equal(severityOf({ flag, role }), severity);
    });
});

describe('two engines', () => {
  const verdict = (...counts: readonly [string, number][]): RuleRun => ({
    kind: 'verdict',
    reached: true,
    fired: counts.map(([id, count]) => ({ id, flag: 'fatal', role: undefined, count, firings: [] })),
  });
  const error: RuleRun = { kind: 'error', code: 'FORG0001', reason: '' };
  const escape: RuleRun = { kind: 'escape', cause: 'limit', reason: '' };

  it('agree if the same rules fired as often, in any order', () => {
    assert.equal(difference(verdict(['A', 1], ['B', 2]), verdict(['B', 1], ['A', 1], ['B', 1])), undefined);
    assert.equal(difference(error, error), undefined);
  });

  it('differ by a rule, by how often it fired, or by how they ended', () => {
    assert.deepEqual(difference(verdict(['A', 1]), verdict())?.ids, ['A (fatal)']);
    assert.deepEqual(difference(verdict(['A', 1]), verdict(['A', 2]))?.ids, ['A (fatal)']);
    assert.deepEqual(difference(verdict(), error), { ids: [], kinds: ['verdict', 'error'] });
    assert.ok(difference(verdict(), { kind: 'verdict', reached: false, fired: [] }));
  });

  it('do not differ if one has no verdict', () => {
    assert.equal(difference(verdict(['A', 1]), escape), undefined);
  });
});
