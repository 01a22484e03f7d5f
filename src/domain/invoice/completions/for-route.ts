import type { Route } from '../../vocabulary/route.ts';
import type { CanonicalInvoice } from '../canonical.ts';
import type { Completed, Completion } from './completion.ts';
import { completedForFrance } from './france.ts';
import { completedForRomania } from './romania.ts';

/** What a route wants said otherwise than the canonical invoice says it. */
const COMPLETIONS: { readonly [R in Route]?: Completion } = {
  'FR-PA': completedForFrance,
  'RO-EFACTURA': completedForRomania,
};

/** The invoice that is judged and written on a route. Places in lists are those of the caller, except notes. */
export const completedFor = (route: Route, invoice: CanonicalInvoice): Completed =>
  COMPLETIONS[route]?.(invoice) ?? { invoice, remarks: [] };
