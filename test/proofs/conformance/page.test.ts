import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Comparison } from './compare.ts';
import { isUnexplained } from './known-differences.ts';
import { fallen, scores, withScores } from './page.ts';
import { type Compared, countsOf } from './score.ts';
import { countsIn, printCount } from '../counts.ts';
import { builtConformance } from '../../support/built.ts';
import { describeByReference } from '../../support/reference-data.ts';

const EQUAL: Comparison = { equal: true, strictlyEqual: true, missing: [], extra: [], details: [] };
const judged = (comparison?: Partial<Comparison>, origin: Compared['origin'] = 'built-in'): Compared => ({
  origin,
  suite: 's',
  layer: 'en16931',
  case: 'a.xml',
  durationMs: 1,
  ...(comparison && { comparison: { ...EQUAL, ...comparison } }),
});
const beside = (...details: readonly string[]): Partial<Comparison> => ({ strictlyEqual: false, details });
const PAGE =
  'Before.\n\n<!-- Scores: npx tsx test/proofs/conformance/command.ts --write -->\nold\n<!-- End of scores -->\n\nAfter.\n';

describe('the page of scores', () => {
  it('counts each layer of each origin, and the differences by their cause', () => {
    const written = scores([
      judged({}),
      judged(beside('UBL-CR-001 warning×2, recorded warning×1')),
      judged(),
    ]);
    assert.match(written, /\| built-in \| en16931 +\| +3 \| +2 \| +1 \| +1 \|/);
    assert.match(written, /\(UBL-CR\) .* \| +1 \|/);
    const page = withScores(PAGE, written);
    assert.match(page, /^Before\.[^]*UBL-CR[^]*After\.\n$/);
    assert.equal(withScores(page, written), page);
  });

  it('counts the verdicts as recorded of each pack of each origin', () => {
    const [one, other] = [judged({}), judged({ equal: false })];
    const entry = { layer: 'en16931-1.3.16 UBL.sch' };
    assert.deepEqual(countsOf([{ ...one, ...entry }, { ...other, ...entry }, judged({}, 'official')]), [
      { of: 'en16931, official, of 1', unit: 'verdicts as recorded', count: 1 },
      { of: 'en16931-1.3.16, built-in, of 2', unit: 'verdicts as recorded', count: 1 },
    ]);
  });

  it('names a figure that falls, and a layer that is missing, but none that rises', () => {
    const page = withScores(PAGE, scores([judged({}), judged({}), judged({}, 'official')]));
    const now = scores([judged({}), judged({ equal: false, strictlyEqual: false }), judged({}, 'official')]);
    assert.deepEqual(fallen(page, now), [
      'built-in en16931: 2 layers, 1 equal, 1 strictly; the page has 2, 2, 2',
    ]);
    assert.equal(fallen(page, scores([judged({}), judged({})])).length, 1);
    assert.deepEqual(
      fallen(withScores(PAGE, now), scores([judged({}), judged({}), judged({}, 'official')])),
      [],
    );
  });

  for (const [what, difference, expected] of [
    ['a known cause', judged(beside('UBL-CR-001 warning×2, recorded warning×1')), false],
    ['another count', judged(beside('UBL-CR-001 warning×2, recorded warning×3')), true],
    ['an official pack', judged(beside('UBL-CR-001 warning×2, recorded warning×1'), 'official'), true],
    ['one cause known and one not', judged(beside('UBL-CR-001 warning×2, recorded warning×1', 'BR-01 fatal×2, recorded fatal×1')), true], // prettier-ignore
    ['another verdict', judged({ ...beside('BR-S-02 fatal×1, recorded fatal×2'), equal: false }), true],
    ['a layer that stopped', judged({ equal: false, strictlyEqual: false, remark: 'time' }), true],
    ['nothing', judged({}), false],
    ['no pack', judged(), false],
  ] as const)
    it(`${expected ? 'asks for the cause of' : 'takes'} what differs by ${what}`, () => {
      assert.equal(isUnexplained(difference), expected);
    });
});

describeByReference('the figures of docs/conformance.md', () => {
  it('are those of the recorded verdicts: none has fallen, and every difference has a known cause', () => {
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    const command = [builtConformance(), '--check'];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
    assert.equal(status, 0, stderr.slice(-5_000));
    const counts = countsIn(stdout);
    assert.ok(counts.length > 10, 'each pack has a count');
    for (const count of counts) printCount(count);
  });
});
