import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { completeInvoice, type Specification } from '../../invoice/complete-invoice.ts';
import { ZERO } from '../../vocabulary/decimal.ts';
import type { Built } from '../built-document.ts';
import { joinApart } from '../join-apart.ts';
import { ublLimits } from './limits.ts';
import { ublForm, writeUbl } from './ubl.ts';

/** XRechnung 3.0, CIUS (KoSIT). */
export const XRECHNUNG: Specification = {
  specification: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  rateOutsideScope: ZERO,
};

/** XRechnung in UBL 2.1, Invoice or CreditNote by BT-3. */
export function buildXRechnungUbl(invoice: CanonicalInvoice): Built {
  const [first, ...rest] = ublLimits(invoice).map((finding) => ({ ...finding, source: 'serializer' }));
  if (first) return { ok: false, findings: [first, ...rest] };
  const complete = joinApart(completeInvoice(invoice, XRECHNUNG));
  return {
    ok: true,
    document: {
      kind: 'xrechnung-ubl',
      mediaType: 'application/xml',
      syntax: ublForm(complete).root === 'CreditNote' ? 'ubl-creditnote' : 'ubl-invoice',
      specification: XRECHNUNG.specification,
      number: complete.number,
      issueDate: complete.issueDate,
      bytes: new TextEncoder().encode(writeUbl(complete)),
    },
  };
}
