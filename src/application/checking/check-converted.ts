import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { ROUTE_PROFILES } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import {
  type ConversionOrder,
  type ConversionTarget,
  type Converted,
  CORE_TARGETS,
} from '../../ports/converter.ts';
import type { PoolAccess } from '../../ports/validator.ts';
import type { ExamineDocument } from './examine-document.ts';

/** A conversion, and the verdict on the file that it has written. */
export type Judged = Converted & {
  /** In order; left out if no rules are about the new form. */
  readonly layers?: readonly Layer[];
};

/**
 * Judges what a conversion has written as a finished file of its form is judged: a new form may demand what the old one did not.
 * @throws CallFailed `busy` if every validator is and the access is `refuse`.
 */
export async function checkConverted(
  examine: Pick<ExamineDocument, 'run'>,
  converted: Converted,
  { form, to }: Pick<ConversionOrder, 'form' | 'to'>,
  access: PoolAccess,
): Promise<Judged> {
  const { file } = converted;
  if (!file || to === 'view') return converted;
  // What a file says is its maker's to correct; the PDF is made here.
  const isBuiltHere = form === 'canonical' || file.mediaType === 'application/pdf';
  const source = { form: 'file', bytes: file.bytes, access, isBuiltHere } as const;
  const { layers } = await examine.run({ route: routeWith(to), source }, access);
  return { ...converted, layers, findings: [...converted.findings, ...layers.flatMap(findingsOf)] };
}

const findingsOf = ({ findings }: Layer): readonly Finding[] => findings;

/** Null: a form of EN 16931 itself, to which no route adds a rule. */
const routeWith = (to: ConversionTarget): Route | null =>
  CORE_TARGETS.has(to)
    ? null
    : (ROUTE_PROFILES.find(({ formats }) => formats.some(({ format }) => format === to))?.name ?? null);
