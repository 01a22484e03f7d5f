import { type Message, say } from '../../vocabulary/message.ts';
import { isError } from '../../vocabulary/finding.ts';
import type { CheckedPdf, PdfBreach, PdfRule } from '../pdf-rule.ts';

export const ABOUT_INVOICE: readonly PdfRule[] = [
  { number: 13, breaches: (checked) => findRefusing(checked, ({ layer }) => layer === 'xsd', breaksSchema) },
  { number: 14, breaches: (checked) => findRefusing(checked, ({ layer }) => layer !== 'xsd', breaksRules) },
];

const breaksSchema = (codes: string): Message => say('pdf.invoice-breaks-schema', { codes });
const breaksRules = (codes: string): Message => say('pdf.invoice-breaks-rules', { codes });

/**
 * The earlier layers report what is wrong; this one reports that a PDF with such an invoice is invalid. A layer that did not run, for
 * example because its rules are not installed, has found nothing wrong.
 */
function findRefusing(
  { layers }: CheckedPdf,
  isAsked: (layer: CheckedPdf['layers'][number]) => boolean,
  breaks: (codes: string) => Message,
): readonly PdfBreach[] {
  const errors = layers
    .filter((layer) => layer.outcome !== 'not_run' && isAsked(layer))
    .flatMap(({ findings }) => findings.filter(isError));
  const related = [...new Map(errors.map(({ code, source }) => [code, { code, source }])).values()];
  if (related.length === 0) return [];
  const named = related.slice(0, MAX_NAMED).map(({ code }) => code);
  const codes = named.join(', ') + (related.length > MAX_NAMED ? ', …' : '');
  const message = breaks(codes);
  return [{ message, related: related.slice(0, MAX_NAMED) }];
}

const MAX_NAMED = 10;
