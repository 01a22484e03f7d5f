import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, stringify } from 'yaml';
import { itWith } from '../../support/judges.ts';
import { emptyFolder } from '../../support/folder.ts';
import { ALERT_CASES, type AlertCase } from './alert-cases.ts';

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; expr: string }[] }[];
}

const FILE = 'docs/alerts.yml';
const rulesOf = ({ groups }: Rules) => groups.flatMap(({ rules }) => rules);
const rules = parse(readFileSync(FILE, 'utf8')) as Rules;
const NAMES = rulesOf(rules).map(({ alert }) => alert);

/** The tests of one case: its alert fires, and it does not. */
function testsOf({ alert, severity, fires, at, labels, says, quiet }: AlertCase) {
  const fired = { exp_labels: { severity, ...labels }, exp_annotations: { summary: says } };
  return [
    { series: fires, expected: [fired] },
    { series: quiet, expected: [] },
  ].map(({ series, expected }, n) => ({
    name: `${alert} ${n === 0 ? 'fires' : 'is quiet'}`,
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [{ eval_time: at, alertname: alert, exp_alerts: expected }],
  }));
}

/** Has Prometheus evaluate rules on the series. @returns what it prints if a test fails. */
function failures(rulesFile: string, cases: readonly AlertCase[]): string {
  const folder = emptyFolder();
  const file = join(folder.path, 'tests.yml');
  writeFileSync(file, stringify({ rule_files: [resolve(rulesFile)], tests: cases.flatMap(testsOf) }));
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
  folder.remove();
  return status === 0 ? '' : stdout + stderr;
}

describe('the alerts', () => {
  it('have a case each', () => {
    assert.deepEqual([...new Set(ALERT_CASES.map(({ alert }) => alert))].toSorted(), NAMES.toSorted());
  });

  itWith(['promtool'], 'fire when they should, and are quiet at the edge of it', () => {
    assert.equal(failures(FILE, ALERT_CASES), '');
  });

  itWith(['promtool'], 'have cases that fail if an alert always or never fires', () => {
    const folder = emptyFolder();
    for (const expr of ['vector(1)', 'vector(1) > 1']) {
      const wrong = structuredClone(rules);
      for (const rule of rulesOf(wrong)) rule.expr = expr;
      const file = join(folder.path, 'wrong.yml');
      writeFileSync(file, stringify(wrong));
      const shown = failures(file, ALERT_CASES);
      for (const name of NAMES) assert.match(shown, new RegExp(`alertname: ?${name}\\b`), `${name}: ${expr}`);
    }
    folder.remove();
  });

  it('have a runbook of at most ten lines each in docs/operations.md: what it means, what to look at and to do', () => {
    const guide = readFileSync('docs/operations.md', 'utf8');
    for (const name of NAMES) {
      const [, text = ''] = new RegExp(`^### ${name}\\n([^]*?)\\n(?=##)`, 'm').exec(guide) ?? [];
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      assert.ok(lines.length >= 2 && lines.length <= 10, `${name} has ${lines.length} lines`);
    }
  });
});
