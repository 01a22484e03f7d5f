import { say } from 'en16931-rules/vocabulary/message.ts';
import { type Finding, firstFindings, isError } from 'en16931-rules/vocabulary/finding.ts';
import { withoutConsequences } from '../../domain/findings/consequences.ts';
import type { Layer, Verdict } from 'en16931-rules/vocabulary/layer.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import { ContentUnreadable } from '../../ports/content-store.ts';

/** A report may hold thousands of findings; the record shows the first of each kind and no more than this. */
const MAX_SHOWN = 200;

/**
 * What the record and its event say about a refused document: the first error of each code, in the order of the layers,
 * without those that follow from another.
 * Texts of rule packs and schemas quote the document, and records carry no content, so the catalogue's title stands in
 * for them; the sealed report has them.
 */
export const errorsOf = (layers: readonly Layer[], catalogue: Catalogue): readonly Finding[] =>
  firstOfEach(causesIn(layers, catalogue).filter(isError), ({ code }) => code);

/** Warnings on the record: the first of each code and member. */
export const warningsOf = (layers: readonly Layer[], catalogue: Catalogue): readonly Finding[] =>
  warningsAmong(causesIn(layers, catalogue));

/** What follows from another finding is in its `related`. */
const causesIn = (layers: readonly Layer[], catalogue: Catalogue): readonly Finding[] =>
  withoutConsequences(withoutQuotes(layers, catalogue));

/** @param findings of checks of our own, which quote nothing. */
export const warningsAmong = (findings: readonly Finding[]): readonly Finding[] =>
  firstOfEach(
    findings.filter(({ severity }) => severity === 'warning'),
    ({ code, field = '' }) => `${code} ${field}`,
  );

/** The first of each kind says how many more there are of it; the last one shown also how many of other kinds. */
function firstOfEach(findings: readonly Finding[], kind: (finding: Finding) => string): readonly Finding[] {
  const kinds = new Map<string, Finding[]>();
  for (const finding of findings) {
    const alike = kinds.get(kind(finding));
    if (alike) alike.push(finding);
    else kinds.set(kind(finding), [finding]);
  }
  const first = [...kinds.values()].flatMap((alike) => firstFindings(alike, 1));
  return firstFindings(first, MAX_SHOWN);
}

const withoutQuotes = (layers: readonly Layer[], catalogue: Catalogue): readonly Finding[] =>
  layers.flatMap(({ findings, pack }) =>
    findings.map((finding) =>
      pack || hasFigure(finding.message) ? withoutContent(finding, catalogue) : withoutFigures(finding),
    ),
  );

/** A message of our own checks that states amounts of the invoice. */
const hasFigure = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ('figure' in value || Object.values(value).some(hasFigure));

const withoutFigures = ({ expected: _, stated: _1, correction: _2, ...rest }: Finding): Finding => rest;

function withoutContent(finding: Finding, catalogue: Catalogue): Finding {
  const { officialMessage: _quotes, ...rest } = withoutFigures(finding);
  const { code, source } = finding;
  const title = catalogue.find(code)?.title;
  const message = title
    ? say('networks.sentence', { text: title })
    : say('calls.rule-of-is-broken-see-validation-report', { reference: code, source });
  return { ...rest, message };
}

/** One row per code of severity `error` (decisions, "care rows"). */
export function careRows(errors: readonly Finding[], openedAt: Date): readonly CareRow[] {
  const rows = new Map<string, CareRow>();
  for (const { code, severity, whoFixes, senderCanFix, field, fixHint } of errors) {
    if (severity !== 'error' || rows.has(code)) continue;
    rows.set(code, {
      code,
      whoActs: whoFixes ?? 'us',
      ...(senderCanFix === true && { senderCanFix }),
      openedAt,
      ...(field !== undefined && { field }),
      ...(fixHint !== undefined && { fixHint }),
    });
  }
  return [...rows.values()];
}

/** The finding of a dead letter whose checks never ran. */
export function notRunFinding({ code, reason }: Extract<Verdict, { verdict: 'not_run' }>): Finding {
  return {
    code,
    severity: 'error',
    source: 'validator',
    message: say('calls.official-checks-did-not-run', { text: reason }),
    fixHint: say('calls.nothing-to-change-in-invoice-operator-repairs-validator'),
    whoFixes: 'us',
  };
}

/** Our own program failed again and again. */
export const faultFinding = (error?: unknown): Finding =>
  error instanceof ContentUnreadable
    ? {
        ...FAULT,
        code: 'EI-CONTENT-UNREADABLE',
        message: say('calls.EI-CONTENT-UNREADABLE.message'),
        fixHint: say('calls.EI-CONTENT-UNREADABLE.hint'),
      }
    : {
        ...FAULT,
        code: 'EI-SERVICE-FAULT',
        message: say('calls.EI-SERVICE-FAULT.message'),
        fixHint: say('calls.EI-SERVICE-FAULT.hint'),
      };

const FAULT = { severity: 'error', source: 'service', whoFixes: 'us' } as const;

/** The document that was accepted can no longer be read. */
export function sourceFinding(): Finding {
  return {
    code: 'EI-SOURCE',
    severity: 'error',
    source: 'source',
    message: say('calls.EI-SOURCE.message'),
    fixHint: say('codes.EI-SOURCE.hint'),
    whoFixes: 'erp',
  };
}
