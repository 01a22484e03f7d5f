import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice } from '../canonical.ts';
import { judgeOr } from '../unjudged.ts';

/** An invoice in the form that a route requires, with remarks on the members that were derived or moved. */
export interface Completed {
  readonly invoice: CanonicalInvoice;
  readonly remarks: readonly Finding[];
}

export type Completion = (invoice: CanonicalInvoice) => Completed;

/** What a client's record states for its invoices on a route: JSON, as it was set. Plain data. */
export type StatedDefaults = Readonly<Record<string, unknown>>;

/**
 * Members that a client's record may state for invoices that leave them out. They are read at the intake and stored with the invoice, so a
 * later change of the record changes no accepted invoice.
 */
export interface ClientDefaults {
  /** Member of a client's profile. */
  readonly member: 'fr';
  /** Findings about the member, by its paths: `fr.business_process`. */
  readonly check: (sent: unknown) => readonly Finding[];
  /** A wrong value in it has no effect. */
  readonly completion: (stated: StatedDefaults) => Completion;
}

/** The additions of a route to an invoice. */
export interface RouteCompletions {
  readonly completion: Completion | null;
  readonly clientDefaults: ClientDefaults | null;
}

/**
 * The invoice that is checked and written on a route. Positions in lists are those of the caller, except notes.
 * @param defaults of the client's record at the intake of the invoice.
 */
export const completeBy = (
  { completion, clientDefaults }: RouteCompletions,
  invoice: CanonicalInvoice,
  defaults: StatedDefaults | undefined,
): Completed =>
  inTurn(
    ...EVERYWHERE,
    ...(defaults && clientDefaults ? [clientDefaults.completion(defaults)] : []),
    ...(completion ? [completion] : []),
  )(invoice);

/** VAT in the currency of the invoice is stated once (decisions, "VAT currency"). */
const oneCurrency: Completion = (invoice) => {
  const { currency, vatCurrency } = invoice.invoice;
  if (vatCurrency !== currency) return { invoice, remarks: [] };
  const header = withMembers(invoice.invoice, {
    vatCurrency: undefined,
    vatExchangeRate: undefined,
    vatTotalInVatCurrency: undefined,
  });
  return { invoice: withMembers(invoice, { invoice: header }), remarks: [SAME_CURRENCY] };
};

const SAME_CURRENCY: Finding = {
  code: 'EI-NOT-WRITTEN',
  severity: 'information',
  source: 'serializer',
  message: say('invoice.EI-NOT-WRITTEN.message'),
  field: 'invoice.vat_currency',
  fixHint: say('invoice.EI-NOT-WRITTEN.hint'),
  whoFixes: 'erp',
  term: 'BT-6',
};

/** One after the other. A step that needs a refused member leaves the invoice as it is. */
export const inTurn =
  (...completions: readonly Completion[]): Completion =>
  (stated) =>
    completions.reduce<Completed>(
      (done, complete) =>
        judgeOr(() => {
          const { invoice, remarks } = complete(done.invoice);
          return { invoice, remarks: [...done.remarks, ...remarks] };
        }, done),
      { invoice: stated, remarks: [] },
    );

/** A copy with some members replaced. Refused members stay refused: a spread would read them. */
export const withMembers = <T extends object>(of: T, members: { readonly [K in keyof T]?: T[K] }): T =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(of), ...Object.getOwnPropertyDescriptors(members) },
  ) as T;

/** On every route, before its own completion. */
const EVERYWHERE: readonly Completion[] = [oneCurrency];

/** A remark without the value: findings are stored with the invoice, and records carry no invoice content. */
export const adapt = (field: string | undefined, term: string, message: Text, fixHint: Text): Finding => ({
  code: 'EI-ADAPTED',
  severity: 'information',
  source: 'serializer',
  message,
  ...(field !== undefined && { field }),
  fixHint,
  whoFixes: 'erp',
  term,
});
