import type { RouteNumbers } from '../route-context.ts';
import { numberFor } from './corrected-invoices.ts';
import type { Finding } from '../../findings/finding.ts';
import { schemaFinding } from '../../findings/schema-finding.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { judgeOr } from '../../invoice/unjudged.ts';

const RULE = { code: 'EI-FA3-CORRECTED', source: 'KSeF' } as const;

/** An invoice that names an earlier one which KSeF has not numbered yet would declare that it was issued outside of KSeF. */
export const numberToCome = (invoice: CanonicalInvoice, numbers: RouteNumbers): readonly Finding[] =>
  judgeOr(
    () =>
      (['precedingInvoices', 'advanceInvoices'] as const).flatMap((list) =>
        invoice[list].flatMap((one, index) =>
          numberFor(one, numbers) === null ? [findingAt(list, index)] : [],
        ),
      ),
    [],
  );

const WORDS = {
  precedingInvoices: {
    field: 'preceding_invoices',
    what: 'The invoice that is corrected',
    fix: 'Send the correction after KSeF has accepted that invoice.',
  },
  advanceInvoices: {
    field: 'advance_invoices',
    what: 'The advance invoice',
    fix: 'Send this invoice when the advance invoice is accepted.',
  },
} as const;

const findingAt = (list: keyof typeof WORDS, index: number): Finding => {
  const { field, what, fix } = WORDS[list];
  return schemaFinding(
    `${field}[${index}].route_number`,
    `${what} is on its way to KSeF and has no KSeF number yet. (${RULE.code})`,
    { term: 'BT-25', related: [RULE], fixHint: fix },
  );
};
