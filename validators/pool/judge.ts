import { type Message, say, type Text } from '../vocabulary/message.ts';
import { visible } from '../vocabulary/quoted.ts';
import type { Finding, Severity } from '../vocabulary/finding.ts';
import { type Outcome, outcomeOf } from '../vocabulary/layer.ts';
import type { FiredTest, RuleRun } from '../engine/result.ts';
import { severityOf } from '../packs/severity.ts';
import type { EscapeReason } from '../engine/runtime/errors.ts';
import { tooLong } from './unreadable.ts';
import type { FiredTally } from './task.ts';

/** A check that could not run, with the reason; it is tried again later. */
export const notRun = (reason: Text): Extract<Outcome, { outcome: 'not_run' }> => ({
  outcome: 'not_run',
  code: 'KOSIT-RUN',
  reason,
  findings: [],
});

/** A rule of an official pack without an id, named by its text only. */
export const UNNAMED = 'EI-RULE';

/** Reasons contain no text of the engines: that may quote the document. */
const ESCAPES: Readonly<Record<Exclude<EscapeReason, 'text'>, Message>> = {
  limit: say('pool.limit-of-rule-engine-was-reached'),
  deadline: say('pool.rules-took-too-long'),
  internal: say('pool.rule-engine-failed'),
};

/** The outcome of a layer, from the result of the engine. */
export function judge(run: RuleRun, source: string, severities: ReadonlyMap<string, Severity>): Outcome {
  switch (run.kind) {
    case 'verdict':
      return run.reached
        ? outcomeOf(run.fired.flatMap((test) => findings(test, source, severities)))
        : notRun(say('pool.no-rule-matched'));
    case 'error':
      return {
        ...notRun(say('pool.rules-stop-with-error-on-this', { code: run.code })),
        rulesEnd: {
          code: run.code,
          ...(run.test !== undefined && { rule: run.test }),
          ...(run.location && { location: run.location }),
        },
      };
    case 'escape':
      return run.cause === 'text' ? outcomeOf(tooLong(run, source)) : notRun(ESCAPES[run.cause]);
    default:
      return run satisfies never;
  }
}

function findings(
  test: FiredTest,
  source: string,
  severities: ReadonlyMap<string, Severity>,
): readonly Finding[] {
  const code = test.id ?? UNNAMED;
  const severity = severities.get(code) ?? severityOf(test);
  const left = test.count - test.firings.length;
  return test.firings.map(({ text, location }, index) => ({
    code,
    severity,
    source,
    message: visible(text),
    ...(location && { location }),
    ...(left > 0 && index === test.firings.length - 1 && { truncated: left }),
  }));
}

/** Findings of an advisory layer are remarks, whatever the severity of their rules. */
export function lower(outcome: Outcome): Outcome {
  if (outcome.outcome === 'not_run') return outcome;
  return outcomeOf(outcome.findings.map((finding) => ({ ...finding, severity: 'information' })));
}

/** The rules that fired, with the pack's own flags and every count; undefined if the rules gave no verdict. */
export function tallyOf(run: RuleRun): readonly FiredTally[] | undefined {
  if (run.kind !== 'verdict') return undefined;
  return run.fired.flatMap((test): FiredTally[] => {
    const severity = severityOf(test);
    if (test.id !== undefined) return [{ id: test.id, severity, count: test.count }];
    return test.firings.map(({ text }) => ({ id: `text:${text}`, severity, count: 1 }));
  });
}
