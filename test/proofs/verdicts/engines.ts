import { english } from '../../support/words.ts';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import type { CanonicalInvoice } from '../../../src/domain/invoice/canonical.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { Engine } from './compare.ts';
import { distinct } from './readings.ts';

/** The expectation of documents that are made to be valid. */
export const accepts: Engine<unknown> = () => [];

/** What the early rules of a route report on the canonical invoice. */
export const earlyFindings =
  (route: Route, format: Format): Engine<CanonicalInvoice> =>
  (invoice) =>
    checkRoute(invoice, route, format).map(({ code, message }) => `${code} ${english(message)}`);

/** Ids of published rules, as the early rules of a route report them on the canonical invoice. */
export const earlyRules =
  (route: Route, format: Format): Engine<CanonicalInvoice> =>
  (invoice) => {
    const related = checkRoute(invoice, route, format).flatMap((finding) => finding.related ?? []);
    return distinct(related.map(({ code }) => code));
  };
