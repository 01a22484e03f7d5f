import type { RouteNumbers } from '../route-context.ts';
import { numberFor } from './corrected-invoices.ts';
import type { Finding } from '../../findings/finding.ts';
import { schemaFinding } from '../../findings/schema-finding.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { judged } from '../../invoice/unjudged.ts';

const RULE = { code: 'EI-FA3-CORRECTED', source: 'KSeF' } as const;

/** A correction of an invoice that KSeF has not numbered yet would say of it that it was issued outside of KSeF. */
export const numberToCome = (invoice: CanonicalInvoice, numbers: RouteNumbers): readonly Finding[] =>
  judged(
    () =>
      invoice.precedingInvoices.flatMap((one, index) =>
        numberFor(one, numbers) === null ? [findingAt(index)] : [],
      ),
    [],
  );

const findingAt = (index: number): Finding =>
  schemaFinding(
    `preceding_invoices[${index}].route_number`,
    `The invoice that is corrected is on its way to KSeF and has no KSeF number yet. (${RULE.code})`,
    { term: 'BT-25', related: [RULE], fixHint: 'Send the correction when that invoice is accepted.' },
  );
