import { profileOf } from '../../domain/routes/all.ts';
import { compareTotals } from '../../domain/checks/pre-check/erp-totals.ts';
import type { CallerPlace } from '../../domain/documents/caller-place.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { type Outcome, outcomeOf } from 'en16931-rules/vocabulary/layer.ts';
import { computeAmounts } from '../../domain/invoice/totals.ts';
import { completeBy } from '../../domain/invoice/completions/completion.ts';
import { judgeOr } from '../../domain/invoice/unjudged.ts';
import { erpFieldOf, inErpTerms } from '../../domain/mapping/erp-terms.ts';
import type { MappedExport } from '../../domain/mapping/map-export.ts';
import type { CanonicalSource, Progress, OwnStep, StepResult, Subject } from './subject.ts';
import { withoutRepeated } from './repeated-findings.ts';
import { readablePart } from './subject.ts';

type Take = OwnStep<CanonicalSource>['take'];

const isQuiet = ({ route }: Subject<CanonicalSource>): boolean =>
  profileOf(route).layers.exportLayers === 'with-findings';

const isExport = ({ source }: Subject<CanonicalSource>): boolean => source.mapped !== undefined;

/** The findings about an export itself, before the canonical invoice that it maps to. */
export const EXPORT_STEPS: readonly OwnStep<CanonicalSource>[] = [
  { layer: 'mapping', source: 'mapping', atOnce: true, stops: true, when: isExport, isQuiet, take: mapping },
  {
    layer: 'erp-totals',
    source: 'erp-totals',
    atOnce: true,
    stops: false,
    when: isExport,
    isQuiet,
    take: erpTotals,
  },
];

function mapping({ source }: Subject<CanonicalSource>, progress: Progress): StepResult {
  return { outcome: outcomeOf(source.mapped?.().findings ?? []), progress };
}

/** Compares the totals that the ERP booked with those of the lines. */
function erpTotals({ source, route }: Subject<CanonicalSource>, progress: Progress): StepResult {
  const { stated, given, defaults } = source;
  const read = readablePart(source.read());
  const invoice = read && completeBy(profileOf(route), read, defaults).invoice;
  // A value that the mapping cannot read changes the totals: it is the cause, and has its finding.
  const isWhole = invoice && source.mapped?.().findings.length === 0;
  const matchingFindings: readonly Finding[] = stated.ok
    ? isWhole
      ? judgeOr(() => compareTotals(stated.totals, computeAmounts(invoice)), [])
      : []
    : stated.findings;
  const findings = matchingFindings.map((finding) => ({ ...finding, source: 'erp-totals' }));
  const phrased = findings.map((finding) =>
    given.has(finding.field ?? '') ? finding : inErpTerms([finding], originsOf(source))[0]!,
  );
  return { outcome: outcomeOf(phrased), progress };
}

const originsOf = (source: CanonicalSource): MappedExport['origins'] =>
  source.mapped?.().origins ?? new Map();

/** A step whose findings name the ERP's fields. A field that has a finding of the mapping gets no second one. */
export const withErpTerms =
  (take: Take): Take =>
  async (subject, progress) => {
    const taken = await take(subject, progress);
    const { mapped } = subject.source;
    return mapped ? { ...taken, outcome: rephrase(taken.outcome, mapped()) } : taken;
  };

function rephrase(outcome: Outcome, mapped: MappedExport): Outcome {
  const findings = withoutRepeated(outcome.findings, mapped);
  return outcome.outcome === 'not_run' ? { ...outcome, findings } : outcomeOf(findings);
}

/** Members that findings of a built document are about, under the ERP's names. */
export const withErpFields = (
  places: readonly CallerPlace[],
  mapped: MappedExport | undefined,
): readonly CallerPlace[] =>
  mapped
    ? places.map((place) => {
        const field = place.field === undefined ? undefined : erpFieldOf(place.field, mapped.origins);
        return field === undefined ? place : { ...place, field };
      })
    : places;
