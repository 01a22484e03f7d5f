import { say, word } from 'en16931-rules/vocabulary/message.ts';
import type { RouteNumbers } from '../route-context.ts';
import { numberFor } from './corrected-invoices.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
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
    what: say('routes-pl-ksef.invoice-that-is-corrected'),
    fix: say('routes-pl-ksef.EI-FA3-CORRECTED.hint'),
  },
  advanceInvoices: {
    field: 'advance_invoices',
    what: say('routes-pl-ksef.advance-invoice'),
    fix: say('routes-pl-ksef.advance-invoices.hint'),
  },
} as const;

const findingAt = (list: keyof typeof WORDS, index: number): Finding => {
  const { field, what, fix } = WORDS[list];
  return schemaFinding(
    `${field}[${index}].route_number`,
    say('routes-pl-ksef.is-on-its-way-to-ksef-and-has', { what: word(what), code: RULE.code }),
    { term: 'BT-25', related: [RULE], fixHint: fix },
  );
};
