import { type AdvanceFacts, advanceFacts, isCorrectionType } from './advances.ts';
import type { CanonicalInvoice } from './canonical.ts';

/** UNTDID 1001: self-billed invoice. */
export const SELF_BILLED = '389';

/** The buyer that writes an invoice writes its corrections, too. */
export const isWrittenByBuyer = ({
  typeCode,
  precedingTypeCodes,
}: Pick<AdvanceFacts, 'typeCode' | 'precedingTypeCodes'>): boolean =>
  typeCode === SELF_BILLED || (isCorrectionType(typeCode) && precedingTypeCodes.includes(SELF_BILLED));

const CREDIT_NOTE = '381';

/** A credit note of a self-billed invoice. XRechnung has no self-billing on Peppol. */
export const isSelfBilledCredit = (invoice: CanonicalInvoice): boolean =>
  invoice.invoice.typeCode === CREDIT_NOTE &&
  invoice.profile !== 'xrechnung' &&
  isWrittenByBuyer(advanceFacts(invoice));
