import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { comingVerdict } from '../../../src/domain/findings/coming-verdict.ts';
import type { Finding, Severity } from 'en16931-rules/vocabulary/finding.ts';
import { type Layer, outcomeOf } from 'en16931-rules/vocabulary/layer.ts';

const found = (code: string, severity: Severity = 'error', field?: string): Finding => ({
  ...{ code, severity, source: 'EN16931', message: `${code} is broken.` },
  ...(field !== undefined && { field }),
});
const layerBy = (version: string | null, ...findings: readonly Finding[]): Layer => ({
  ...{ layer: 'en16931', source: 'EN16931', durationMs: 1 },
  pack: version === null ? null : { id: 'en16931', version, origin: 'built-in' },
  ...outcomeOf(findings),
});
const DAY = '2027-01-01';
const codes = (findings: readonly Finding[] = []) => findings.map(({ code }) => code);

describe('the verdict of a coming pack', () => {
  it('names what appears, what disappears and what changes its severity', () => {
    const before = layerBy('1', found('A'), found('B', 'warning'), found('C'));
    const after = layerBy('2', found('B'), found('C'), found('D', 'information'));
    const verdict = comingVerdict(DAY, [before], [after]);
    assert.deepEqual(
      [codes(verdict?.appear), codes(verdict?.disappear), verdict?.change.map(({ was }) => was)],
      [['D'], ['A'], ['warning']],
    );
    assert.deepEqual(codes(verdict?.change.map(({ finding }) => finding)), ['B']);
    assert.deepEqual([verdict?.day, verdict?.valid], [DAY, false]);
    assert.deepEqual(
      verdict?.packs.map(({ pack, instead }) => [pack.version, instead?.version]),
      [['2', '1']],
    );
  });

  it('counts findings of one code at several places one by one', () => {
    const before = layerBy('1', found('A', 'error', 'lines[0].name'));
    const after = layerBy('2', found('A', 'error', 'lines[0].name'), found('A', 'error', 'lines[1].name'));
    const verdict = comingVerdict(DAY, [before], [after]);
    assert.deepEqual([codes(verdict?.appear), codes(verdict?.disappear)], [['A'], []]);
  });

  it('names once what has moved to another place', () => {
    const before = layerBy('1', found('A', 'error', 'lines[0]'), found('B', 'warning', 'lines[0]'));
    const after = layerBy(
      '2',
      found('A', 'error', 'lines[0].name'),
      found('B', 'error', 'lines[0].name'),
      found('A', 'error', 'lines[1].name'),
    );
    const verdict = comingVerdict(DAY, [before], [after]);
    assert.deepEqual(
      verdict?.move.map(({ from, finding }) => [finding.code, from.field, finding.field]),
      [['A', 'lines[0]', 'lines[0].name']],
    );
    assert.deepEqual(
      verdict.change.map(({ was, finding }) => [finding.code, was, finding.field]),
      [['B', 'warning', 'lines[0].name']],
    );
    assert.deepEqual(
      [verdict.appear.map(({ field }) => field), codes(verdict.disappear)],
      [['lines[1].name'], []],
    );
  });

  it('leaves out checks of our own, whose calendar differs from day to day', () => {
    const verdict = comingVerdict(
      DAY,
      [layerBy('1'), layerBy(null)],
      [layerBy('2'), layerBy(null, found('A'))],
    );
    assert.deepEqual(codes(verdict?.appear), []);
  });

  it('is none if the same packs judge', () => {
    assert.deepEqual(withEnglish(comingVerdict(DAY, [layerBy('1', found('A'))], [layerBy('1')])), undefined);
  });
});
