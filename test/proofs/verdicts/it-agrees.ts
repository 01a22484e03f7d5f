import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { findJudge } from '../../support/judges.ts';
import { printCount } from '../counts.ts';
import { compare, type Comparison, type Report } from './compare.ts';

/** What a run needs, and what it must reach: fewer would prove too little. */
export interface Volume {
  /** Documents. */
  readonly compared: number;
  /** Documents in which the judge finds something. */
  readonly refused?: number;
  /** Verdicts of the engines without a finding. */
  readonly accepted?: number;
  /** Different findings of the judge. */
  readonly findings?: number;
  /** Verdicts that differ for a known cause: an exception that no document needs any more is to go. */
  readonly excused?: number;
  /** Names of `test/judges.json`; without one of them the test is skipped. */
  readonly needs?: readonly string[];
  /** Programs by their path; as with judges. */
  readonly files?: readonly string[];
}

/** Compiling the rules is included. */
const MAX_MS = 30 * 60_000;
/** More differences than this have one cause. */
const MAX_SHOWN = 20;

/**
 * A test: the engines have the verdicts of the judge. It prints the numbers of verdicts.
 * @param open brings corpus, engines and judge when the test begins.
 * @param show the text of a document that differs, if its name does not tell it.
 */
export function itAgrees<D>(
  title: string,
  { needs = [], files = [], ...least }: Volume,
  open: () => Comparison<D> | Promise<Comparison<D>>,
  show: (document: D) => string = () => '',
): void {
  const missing = [
    ...needs.flatMap((name) => findJudge(name).missing ?? []),
    ...files.filter((file) => !existsSync(file)).map((file) => `there is no ${file}`),
  ];
  if (missing.length > 0) return void it.skip(`${title} (${missing.join('; ')})`);
  it(title, async () => {
    const report = await compare(await open());
    console.log(`      ${summaryOf(report)}`);
    printCount({ of: title, unit: 'documents compared', count: report.compared });
    const shown = report.differences
      .slice(0, MAX_SHOWN)
      .map(({ name, engine, lines, document }) =>
        [`${name}: ${engine}: ${lines.join(' ')}`, show(document)].join('\n').trim(),
      );
    assert.deepEqual(shown, []);
    for (const [what, number] of Object.entries(least))
      assert.ok(
        numbersOf(report)[what as keyof typeof least]! >= number,
        `too few ${what}: ${summaryOf(report)}`,
      );
  }).timeout(MAX_MS);
}

const numbersOf = ({ findings, ...report }: Report<unknown>): Required<Omit<Volume, 'needs' | 'files'>> => ({
  ...report,
  findings: findings.size,
});

export const summaryOf = ({
  compared,
  refused,
  notJudged,
  excused,
  findings,
  differences,
}: Report<unknown>) =>
  [
    `${compared} documents compared`,
    `${refused} with findings of the judge, ${findings.size} different ones`,
    ...(notJudged > 0 ? [`${notJudged} not judged`] : []),
    ...(excused > 0 ? [`${excused} verdicts differ for a known cause`] : []),
    `${differences.length} differ`,
  ].join(', ');
