import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { brokenWhen, type RouteRule } from './route-rule.ts';

export const rule = (id: string, term: string, message: string, broken: RouteRule['broken']): RouteRule => ({
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
): RouteRule =>
  rule(
    id,
    term,
    `An XRechnung needs ${what}.`,
    brokenWhen(field, (invoice) => of(invoice) === undefined),
  );
