import type { Look } from './expectations.ts';
import type { Observation } from './observation.ts';
import type { Scenario } from './scenarios.ts';

/** Raised whenever a member changes its meaning. */
const FORMAT = 1;

export type Result = 'passed' | 'failed' | 'not_run' | 'left_out';

export interface JudgedExpectation {
  readonly expected: string;
  readonly result: Look['state'];
  readonly seen: string;
}

export interface JudgedScenario {
  readonly name: string;
  readonly number_ending: string;
  readonly title: string;
  readonly situation: string;
  readonly result: Result;
  /** Why it was not run. */
  readonly reason?: string;
  readonly expectations: readonly JudgedExpectation[];
  readonly invoices: readonly { readonly id: string; readonly number: string; readonly state: string }[];
  readonly log: readonly { readonly at: string; readonly text: string }[];
}

/** What `ids certify run` has seen of an ERP, in signed form too. */
export interface Scorecard {
  readonly format: typeof FORMAT;
  readonly issued_at: string;
  readonly kit_version: string;
  readonly service_version: string;
  readonly environment: 'sandbox';
  readonly client: string;
  readonly erp: string;
  readonly started_at: string;
  readonly ended_at: string;
  /** `passed`: every scenario that was not left out has passed. `incomplete`: none has failed, and some were not run. */
  readonly result: 'passed' | 'failed' | 'incomplete';
  readonly counts: Readonly<Record<Result, number>>;
  readonly scenarios: readonly JudgedScenario[];
}

type ScorecardHead = Pick<
  Scorecard,
  'kit_version' | 'service_version' | 'client' | 'erp' | 'started_at' | 'ended_at'
>;

/** @param issuedAt the time of the signature. */
export function scorecardOf(
  head: ScorecardHead,
  scenarios: readonly JudgedScenario[],
  issuedAt: Date,
): Scorecard {
  const count = (result: Result): number => scenarios.filter((each) => each.result === result).length;
  const counts = {
    passed: count('passed'),
    failed: count('failed'),
    not_run: count('not_run'),
    left_out: count('left_out'),
  };
  const isWhole = counts.not_run === 0 && counts.passed > 0;
  const result = counts.failed > 0 ? 'failed' : isWhole ? 'passed' : 'incomplete';
  return {
    format: FORMAT,
    issued_at: issuedAt.toISOString(),
    ...head,
    environment: 'sandbox',
    result,
    counts,
    scenarios,
  };
}

/** @returns undefined for a text of another form. */
export function readScorecard(text: string): Scorecard | undefined {
  const card = JSON.parse(text) as Partial<Scorecard> | null;
  return card?.format === FORMAT && Array.isArray(card.scenarios) ? (card as Scorecard) : undefined;
}

export const notRun = (
  scenario: Scenario,
  result: 'not_run' | 'left_out',
  reason: string,
): JudgedScenario => ({
  ...headOf(scenario),
  result,
  reason,
  expectations: scenario.expectations.map(({ expected }) => ({
    expected,
    result: 'open',
    seen: 'Not tried.',
  })),
  invoices: [],
  log: [],
});

const headOf = ({ name, ending, title, situation }: Scenario) => ({
  name,
  number_ending: ending,
  title,
  situation,
});

/** Everything that is expected has to be seen: what stays open is not passed. */
export function judge(scenario: Scenario, seen: Observation): JudgedScenario {
  const { calls, invoices, log } = seen;
  const expectations = scenario.expectations.map((expectation): JudgedExpectation => {
    const { state, seen: what } = expectation.look(seen);
    return { expected: expectation.expected, result: state, seen: what };
  });
  if (calls.length === 0) return notRun(scenario, 'not_run', 'No invoice whose number has this ending came.');
  return {
    ...headOf(scenario),
    result: expectations.every(({ result }) => result === 'met') ? 'passed' : 'failed',
    expectations,
    invoices: [...invoices.values()].map(({ id, invoice_number: number = '', state }) => ({
      id,
      number,
      state,
    })),
    log: log.map(({ at, text }) => ({ at: new Date(at).toISOString(), text })),
  };
}
