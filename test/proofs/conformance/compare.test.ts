import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compareRules, compareSchema } from './compare.ts';
import { readReference } from '../verdicts/reference.ts';
import { differenceLines, rowsOf } from './score.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer, Outcome } from 'en16931-rules/vocabulary/layer.ts';
import { sha256 } from 'en16931-rules/packs/hash.ts';
import type { FiredTally } from 'en16931-rules/pool/task.ts';

const layer = (outcome: Outcome): Layer => ({
  ...outcome,
  layer: 'en16931',
  source: 'EN16931',
  pack: null,
  durationMs: 1,
});
const VALID = layer({ outcome: 'valid', findings: [] });
const finding: Finding = { code: 'A', severity: 'error', source: 'EN16931', message: 'a' };
const INVALID = layer({ outcome: 'invalid', findings: [finding] });
const notRun = (reason: string) => layer({ outcome: 'not_run', reason, findings: [] });
const STOPPED = notRun('the rules stop with error FORG0001 on this document');

const recorded = (fired: Record<string, [flag: string, count: number]>) => ({
  pack: 'p',
  schematron: 's.sch',
  fired: Object.fromEntries(Object.entries(fired).map(([id, [flag, count]]) => [id, { flag, count }])),
});
const A: FiredTally = { id: 'A', severity: 'error', count: 1 };
const W: FiredTally = { id: 'W', severity: 'warning', count: 2 };

describe('a recorded verdict', () => {
  it('agrees with the same fatal ids', () => {
    assert.equal(compareRules(recorded({ A: ['fatal', 1] }), INVALID, [A]).strictlyEqual, true);
    const { equal, strictlyEqual } = compareRules(recorded({ A: ['fatal', 3], W: ['warning', 1] }), INVALID, [
      A,
    ]);
    assert.deepEqual([equal, strictlyEqual], [true, false]);
  });

  it('adds up tests that share an id; the strongest flag counts', () => {
    const tally: FiredTally[] = [{ ...A, severity: 'warning' }, A, { ...A, severity: 'information' }];
    assert.equal(compareRules(recorded({ A: ['fatal', 3] }), INVALID, tally).strictlyEqual, true);
  });

  const NOT_MET = {
    'an id that is missing': compareRules(recorded({ A: ['fatal', 1], B: ['fatal', 1] }), INVALID, [A]),
    'an id too many': compareRules(recorded({ B: ['fatal', 1] }), INVALID, [A, { ...A, id: 'B' }]),
    'a fatal id that is only a warning here': compareRules(recorded({ W: ['fatal', 2] }), VALID, [W]),
    'a layer that did not run': compareRules(recorded({}), notRun('the validator took too long'), undefined),
    'a layer that stopped with an error': compareRules(recorded({}), STOPPED, undefined),
    'a verdict where an error is recorded': compareRules(
      { pack: 'p', schematron: 's', error: 'FORG0001' },
      VALID,
      [],
    ),
    'a schema that refuses': compareSchema(true, INVALID),
    'a schema that lets pass': compareSchema(false, VALID),
    'a schema check that did not run': compareSchema(false, notRun('the schema check failed')),
  };
  for (const [what, comparison] of Object.entries(NOT_MET))
    it(`disagrees with ${what}`, () => assert.equal(comparison.equal, false));

  it('of an error agrees with an error only', () => {
    const error = { pack: 'p', schematron: 's', error: 'FORG0001' };
    assert.equal(compareRules(error, STOPPED, undefined).strictlyEqual, true);
    assert.equal(compareRules(error, notRun('the validator took too long'), undefined).strictlyEqual, false);
  });

  it('is named in full if it differs', () => {
    const common = { origin: 'official', suite: 's', layer: 'l', durationMs: 1 } as const;
    const compared = [
      { ...common, case: 's/1.xml', comparison: compareRules(recorded({ B: ['fatal', 1] }), INVALID, [A]) },
      { ...common, case: 's/2.xml', comparison: compareRules(recorded({ A: ['fatal', 2] }), INVALID, [A]) },
      { ...common, case: 's/3.xml' },
    ];
    assert.deepEqual(differenceLines(compared, false), ['official  s/1.xml  l: missing B; extra A']);
    assert.deepEqual(
      differenceLines(compared, true).at(-1),
      'official  s/2.xml  l: A fatal×1, recorded fatal×2',
    );
    const [row] = rowsOf(compared);
    assert.deepEqual(
      [row?.cases, row?.equal, row?.strictlyEqual, row?.missing, row?.extra, row?.noPack],
      [3, 1, 0, 1, 1, 1],
    );
  });
});

describe('the reference cases', () => {
  let folder: string;
  const verdict = (name: string, text: string) =>
    JSON.stringify({ case: name, sha256: sha256(text), layers: [] });
  const read = (files: Record<string, string>, verdicts: readonly string[]) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'cases', path)), { recursive: true });
      writeFileSync(join(folder, 'cases', path), text);
    }
    writeFileSync(join(folder, 'v.jsonl'), verdicts.join('\n'));
    return readReference(join(folder, 'cases'), join(folder, 'v.jsonl'));
  };
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cases-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are those with a verdict on the same file', () => {
    const { verdicts, faults, bytesOf } = read({ 's/a.xml': '<a/>' }, [verdict('s/a.xml', '<a/>')]);
    assert.deepEqual([verdicts.length, faults], [1, []]);
    assert.equal(new TextDecoder().decode(verdicts[0] && bytesOf(verdicts[0])), '<a/>');
  });

  it('have a fault if file and verdict do not belong together', () => {
    const { verdicts, faults } = read({ 's/a.xml': '<a/>', 's/b.xml': '<b/>', 's/c.xml': '<c/>' }, [
      verdict('s/a.xml', '<other/>'),
      verdict('s/gone.xml', ''),
      verdict('s/c.xml', '<c/>'),
      verdict('s/c.xml', '<c/>'),
    ]);
    assert.equal(verdicts.length, 1);
    assert.deepEqual(faults, [
      's/a.xml: not the file that was judged',
      's/gone.xml: the file is missing',
      's/c.xml: named by two verdicts',
      's/b.xml: no verdict names this file',
    ]);
  });
});
