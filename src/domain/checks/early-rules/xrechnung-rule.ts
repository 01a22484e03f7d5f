import { brokenWhen } from '../../invoice/placed.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import type { EarlyRule } from './early-rule.ts';

export const rule = (id: string, term: string, message: string, broken: EarlyRule['broken']): EarlyRule => ({
  rule: id,
  source: 'XRechnung',
  term,
  message,
  broken,
});

/** A member that XRechnung wants. */
export const wanted = (
  id: string,
  term: string,
  field: string,
  what: string,
  of: (invoice: CanonicalInvoice) => unknown,
): EarlyRule =>
  rule(
    id,
    term,
    `An XRechnung needs ${what}.`,
    brokenWhen(field, (invoice) => of(invoice) === undefined),
  );
