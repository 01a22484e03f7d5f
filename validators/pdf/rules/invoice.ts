import { isError } from '../../vocabulary/finding.ts';
import type { CheckedPdf, PdfBreach, PdfRule } from '../pdf-rule.ts';

export const ABOUT_INVOICE: readonly PdfRule[] = [
  { number: 13, breaches: (checked) => findRefusing(checked, ({ layer }) => layer === 'xsd', 'schema') },
  { number: 14, breaches: (checked) => findRefusing(checked, ({ layer }) => layer !== 'xsd', 'rules') },
];

/**
 * The earlier layers report what is wrong; this one reports that a PDF with such an invoice is invalid. A layer that did not run, for
 * example because its rules are not installed, has found nothing wrong.
 */
function findRefusing(
  { layers }: CheckedPdf,
  isAsked: (layer: CheckedPdf['layers'][number]) => boolean,
  what: string,
): readonly PdfBreach[] {
  const errors = layers
    .filter((layer) => layer.outcome !== 'not_run' && isAsked(layer))
    .flatMap(({ findings }) => findings.filter(isError));
  const related = [...new Map(errors.map(({ code, source }) => [code, { code, source }])).values()];
  if (related.length === 0) return [];
  const named = related.slice(0, MAX_NAMED).map(({ code }) => code);
  const message = `The invoice in the PDF breaks the ${what} of its profile: ${named.join(', ')}${related.length > MAX_NAMED ? ', …' : ''}.`;
  return [{ message, related: related.slice(0, MAX_NAMED) }];
}

const MAX_NAMED = 10;
