import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Profile } from '../invoice/canonical.ts';
import { lawIn } from '../vocabulary/territory.ts';

/** Whether the buyer is registered in Peppol for the document that would be built; `unknown`: the look-up failed. */
type Registration = 'yes' | 'no' | 'unknown';

/** The facts about an invoice that the router reads (decisions, "Routing"): no issue date, no VAT ids. */
export interface RoutingFacts {
  /** BT-40. */
  readonly sellerCountry: string;
  /** BT-55. */
  readonly buyerCountry: string;
  readonly profile?: Profile;
  /** The format that the caller asked for. */
  readonly format?: Format;
  /** The client has a live credential for `PEPPOL`. */
  readonly hasPeppolCredential: boolean;
  /** Left out until a rule needs it: a look-up costs time and counts against the client's limit. */
  readonly buyerOnPeppol?: Registration;
}

/** `ask`: the answer depends on `buyerOnPeppol`, which is not looked up yet. */
type Answer = 'yes' | 'no' | 'unknown' | 'ask';

export type RoutingTest = (facts: RoutingFacts) => Answer;

const answer = (holds: boolean): Answer => (holds ? 'yes' : 'no');

export const sellerIn =
  (country: string): RoutingTest =>
  ({ sellerCountry }) =>
    answer(lawIn(sellerCountry) === country);

export const buyerIn =
  (country: string): RoutingTest =>
  ({ buyerCountry }) =>
    answer(lawIn(buyerCountry) === country);

export const domestic = (country: string): RoutingTest => both(sellerIn(country), buyerIn(country));

export const peppolCredential: RoutingTest = ({ hasPeppolCredential }) => answer(hasPeppolCredential);

export const buyerOnPeppol: RoutingTest = ({ buyerOnPeppol: registration }) => registration ?? 'ask';

const GERMAN_FORMATS: ReadonlySet<Format | undefined> = new Set([
  'xrechnung-ubl',
  'xrechnung-cii',
  'zugferd',
]);

/** A German format is built for `DE-XRECHNUNG` only, so asking for one excludes Peppol. */
export const germanFormat: RoutingTest = ({ format }) => answer(GERMAN_FORMATS.has(format));

/** Holds if all hold. The first `no` decides, so a look-up is asked for only if everything else fits. */
export const both =
  (...tests: readonly RoutingTest[]): RoutingTest =>
  (facts) => {
    for (const test of tests) {
      const result = test(facts);
      if (result !== 'yes') return result;
    }
    return 'yes';
  };

/** Holds if one holds; the first `yes` decides. */
export const either =
  (...tests: readonly RoutingTest[]): RoutingTest =>
  (facts) => {
    for (const test of tests) {
      const result = test(facts);
      if (result !== 'no') return result;
    }
    return 'no';
  };

export const not =
  (test: RoutingTest): RoutingTest =>
  (facts) => {
    const result = test(facts);
    return result === 'yes' ? 'no' : result === 'no' ? 'yes' : result;
  };
