import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { isSelfBilledCredit } from '../invoice/self-billed.ts';
import type { Specification } from '../invoice/complete-invoice.ts';
import { statesExtension } from '../invoice/extended-members.ts';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { ZERO } from 'en16931-rules/vocabulary/decimal.ts';

/** For Peppol with the process (BT-23). */
interface PeppolSpecification extends Specification {
  readonly process: string;
}

/** XRechnung 3.0, CIUS (KoSIT). */
export const XRECHNUNG: PeppolSpecification = {
  specification: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  rateOutsideScope: ZERO,
};

/** Peppol BIS Billing 3. One note at most (PEPPOL-EN16931-R002). */
export const PEPPOL_BILLING: PeppolSpecification = {
  specification: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  oneNote: true,
};

/** Peppol BIS Self-Billing 3: the buyer writes the invoice and sends it to the seller. */
export const PEPPOL_SELF_BILLING: PeppolSpecification = {
  specification: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0',
  process: 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0',
  oneNote: true,
};

/** Between German parties Peppol allows any number of notes and requires a rate in every breakdown (DE-R-014). */
const betweenGermans = (specification: PeppolSpecification): PeppolSpecification => ({
  ...specification,
  oneNote: false,
  rateOutsideScope: ZERO,
});

/** CIUS-RO 1.0.1, the form of UBL for RO e-Factura (BR-RO-001). It has no process. */
const CIUS_RO: Specification = {
  specification: 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1',
};

/** EN 16931 for French platforms: BT-23 states the kind of supply and of billing, by default goods and services, billed as usual. */
const FRENCH: Specification = {
  specification: 'urn:cen.eu:en16931:2017',
  process: 'M1',
  takesProcess: true,
};

/** EXTENDED-CTC-FR: what EN 16931 has no term for. */
const FRENCH_EXTENDED: Specification = {
  ...FRENCH,
  specification: BT24.extendedCtcFr,
  hasExtension: true,
};

/** EN 16931 without a further specification: a converted document claims no more. */
const CORE: Specification = { specification: 'urn:cen.eu:en16931:2017', takesProcess: true };

/** EN 16931 for ZUGFeRD and Factur-X (level EN 16931). In Germany it has the process of XRechnung. */
const ZUGFERD: Specification = {
  specification: 'urn:cen.eu:en16931:2017',
  process: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
};

type Condition = (invoice: CanonicalInvoice) => boolean;
const always: Condition = () => true;
const isXRechnung: Condition = ({ profile }) => profile === 'xrechnung';
const isFacturx: Condition = ({ profile }) => profile === 'facturx';
const isSelfBilled: Condition = (invoice) =>
  ['389', '261'].includes(invoice.invoice.typeCode) || isSelfBilledCredit(invoice);
const german: Condition = ({ seller, buyer }) =>
  seller.address.country === 'DE' && buyer.address.country === 'DE';
const both =
  (...conditions: readonly Condition[]): Condition =>
  (invoice) =>
    conditions.every((holds) => holds(invoice));

export interface SpecificationRow<S extends Specification = Specification> {
  readonly when: Condition;
  readonly is: S;
}

/** The specification of a document: the first row whose `when` holds. */
export const ALWAYS_XRECHNUNG: readonly SpecificationRow[] = [{ when: always, is: XRECHNUNG }];
export const AS_ZUGFERD: readonly SpecificationRow[] = [
  { when: isFacturx, is: ZUGFERD },
  { when: always, is: XRECHNUNG },
];
/** CIUS-RO has no type for the credit note of a self-billed invoice, so that only the process shows who writes it. */
export const ALWAYS_CIUS_RO: readonly SpecificationRow[] = [
  { when: isSelfBilledCredit, is: { ...CIUS_RO, process: PEPPOL_SELF_BILLING.process } },
  { when: always, is: CIUS_RO },
];
/** FA(3) has no BT-24. */
export const NO_SPECIFICATION: readonly SpecificationRow[] = [
  { when: always, is: { specification: '', hasReason: true } },
];
export const ALWAYS_CORE: readonly SpecificationRow[] = [{ when: always, is: CORE }];
export const ALWAYS_FRENCH: readonly SpecificationRow[] = [{ when: always, is: FRENCH }];
/** A receiver that takes the profile may not expect it: it is chosen only for what EN 16931 cannot say. */
export const FRENCH_BY_CONTENT: readonly SpecificationRow[] = [
  { when: statesExtension, is: FRENCH_EXTENDED },
  { when: always, is: FRENCH },
];
export const ON_PEPPOL: readonly SpecificationRow<PeppolSpecification>[] = [
  { when: both(isSelfBilled, german), is: betweenGermans(PEPPOL_SELF_BILLING) },
  { when: isSelfBilled, is: PEPPOL_SELF_BILLING },
  { when: isXRechnung, is: XRECHNUNG },
  { when: german, is: betweenGermans(PEPPOL_BILLING) },
  { when: always, is: PEPPOL_BILLING },
];

/** The specification of a document for Peppol. */
export function peppolSpecification(invoice: CanonicalInvoice): PeppolSpecification {
  const row = ON_PEPPOL.find(({ when }) => when(invoice));
  if (!row) throw new Error('the last row fits every invoice');
  return row.is;
}
