import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { itWith } from '../../support/judges.ts';
import { emptyFolder } from '../../support/folder.ts';
import { ALERT_CASES, type AlertCase } from './alert-cases.ts';

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; expr: string }[] }[];
}

const rulesOf = ({ groups }: Rules) => groups.flatMap(({ rules }) => rules);
const rules = parse(readFileSync('docs/alerts.yml', 'utf8')) as Rules;
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

/**
 * Has Prometheus evaluate each alert on the series of its own cases: it evaluates all rules of a file for each minute of each test.
 * @returns what it prints if a test fails.
 */
function failures(tested: Rules, tests: (oneCase: AlertCase) => readonly object[] = testsOf): string {
  const folder = emptyFolder();
  const files = tested.groups.flatMap((group) =>
    group.rules.map((rule) => {
      const [rulesFile, file] = ['rules', 'tests'].map((kind) =>
        join(folder.path, `${rule.alert}-${kind}.yml`),
      ) as [string, string];
      writeFileSync(rulesFile, stringify({ groups: [{ ...group, rules: [rule] }] }));
      const cases = ALERT_CASES.filter(({ alert }) => alert === rule.alert);
      writeFileSync(file, stringify({ rule_files: [rulesFile], tests: cases.flatMap(tests) }));
      return file;
    }),
  );
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...files], { encoding: 'utf8' });
  folder.remove();
  return status === 0 ? '' : stdout + stderr;
}

describe('the alerts', () => {
  it('have a case each', () => {
    assert.deepEqual([...new Set(ALERT_CASES.map(({ alert }) => alert))].toSorted(), NAMES.toSorted());
  });

  itWith(['promtool'], 'fire when they should, and are quiet at the edge of it', () => {
    assert.equal(failures(rules), '');
  });

  itWith(['promtool'], 'have cases that fail if an alert always or never fires', () => {
    for (const [expr, failing] of [
      ['vector(1)', 'is quiet'],
      ['vector(1) > 1', 'fires'],
    ] as const) {
      const wrong = structuredClone(rules);
      for (const rule of rulesOf(wrong)) rule.expr = expr;
      const shown = failures(wrong, (one) => testsOf(one).filter(({ name }) => name.endsWith(failing)));
      for (const name of NAMES) assert.match(shown, new RegExp(`alertname: ?${name}\\b`), `${name}: ${expr}`);
    }
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
