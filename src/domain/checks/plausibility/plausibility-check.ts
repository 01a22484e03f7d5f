import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { IsoDate } from '../../invoice/canonical.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { DoubtedInvoice } from './doubted-invoice.ts';

/** A member that looks wrong although every rule passes. */
export interface DoubtfulMember {
  readonly field: string;
  /** Its business term. */
  readonly term: string;
}

/** Facts about an invoice that it does not state. */
export interface Arrival {
  /** The day of its intake where the tax office is (see `dayOfFiling`); undefined if it is unknown. */
  readonly day?: IsoDate | undefined;
  /** The last day to file it, on routes that have one. */
  readonly fileBy?: IsoDate | undefined;
}

export interface PlausibilityCheck extends Pick<Finding, 'code' | 'message' | 'fixHint' | 'whoFixes'> {
  /** @param withVat BT-112. */
  readonly find: (
    invoice: DoubtedInvoice,
    arrival: Arrival,
    withVat: () => Decimal,
  ) => readonly DoubtfulMember[];
}
