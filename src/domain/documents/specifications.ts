import type { Specification } from '../invoice/complete-invoice.ts';
import { ZERO } from '../vocabulary/decimal.ts';

/** XRechnung 3.0, CIUS (KoSIT). */
export const XRECHNUNG: Specification = {
  specification: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  rateOutsideScope: ZERO,
};
