import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { frenchVatId } from '../../../checks/identifiers/vat-ids.ts';
import { FRENCH_PROCESSES } from '../../../invoice/codes/french-processes.ts';
import type { En16931Invoice } from '../../../invoice/en16931.ts';
import type { Partly } from '../../../invoice/partly.ts';
import { SELF_BILLED } from '../../../invoice/self-billed.ts';
import { ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { isFrench } from '../../../vocabulary/territory.ts';
import type { StatedPurchase } from '../../../vocabulary/stated-sale.ts';
import { looksLikeSiren, plainNumber } from '../completion.ts';
import { FIRST_DAY } from './calendar.ts';
import type { UnitaryPurchase } from './entries.ts';
import { maxNumberLength } from './report-rules.ts';
import { businessNumber, invoiceElement, isEuropean, type NamedBusiness, SIREN } from './unitary.ts';

type Stated = Partly<En16931Invoice>;
type Party = Stated['seller'] | Stated['buyer'];

/** `eu`: from sellers in the EU; `all`: services from elsewhere, too. */
export const PURCHASE_SCOPES = ['eu', 'all'] as const;
type Scope = (typeof PURCHASE_SCOPES)[number];

const countryOf = (party: Party): string => party?.address?.country ?? '';
const isInFrance = (party: Party): boolean => isFrench(countryOf(party));

/** Whether a seller has charged VAT: of its country, or of France, which it pays itself. */
const isCharged = ({ vatBreakdown = [] }: Stated): boolean =>
  vatBreakdown.some(({ taxAmount }) => taxAmount?.isZero() === false);
const isChargedWhole = ({ vatBreakdown = [] }: Stated): boolean =>
  vatBreakdown.every(({ taxAmount, taxableAmount }) => !taxAmount?.isZero() || taxableAmount?.isZero());
const hasCategory = ({ vatBreakdown = [] }: Stated, ...categories: readonly string[]): boolean =>
  vatBreakdown.some(({ category }) => categories.includes(category ?? ''));

interface ScopeRule {
  readonly name: string;
  readonly when: (invoice: Stated) => boolean;
  /** Null: the buyer does not report it. */
  readonly then: Scope | null;
}

/**
 * Which purchases their buyer reports: services and goods from the EU, services from elsewhere (`routes/fr-reports`, section 1). The first
 * match wins.
 */
const PURCHASES = [
  // An invoice without a date is one for people.
  { name: 'it is before the duty', when: ({ issueDate = FIRST_DAY }) => issueDate < FIRST_DAY, then: null },
  {
    name: 'the buyer issues it',
    when: ({ typeCode }) => typeCode === SELF_BILLED || typeCode === '261',
    then: null,
  },
  { name: 'the buyer is not in France', when: ({ buyer }) => !isInFrance(buyer), then: null },
  {
    name: 'the seller is in France, or its country is not stated',
    when: ({ seller }) => isInFrance(seller) || countryOf(seller) === '',
    then: null,
  },
  // The tax of the place of supply, for example of a hotel; reports are about tax that the buyer owes.
  {
    name: 'the seller has charged VAT on all',
    when: (invoice) => isCharged(invoice) && isChargedWhole(invoice),
    then: null,
  },
  { name: 'the seller is in the EU', when: ({ seller }) => isEuropean(countryOf(seller)), then: 'eu' },
  // The customs know of them.
  {
    name: 'goods are imported',
    when: (invoice) => hasCategory(invoice, 'G', 'K') || invoice.process?.startsWith('B') === true,
    then: null,
  },
  { name: 'a service from outside of the EU', when: () => true, then: 'all' },
] as const satisfies readonly ScopeRule[];

/** Types that a report takes (G1.01). */
const TYPES: ReadonlySet<string> = new Set(
  '261 380 381 384 386 389 393 396 471 472 473 500 501 502 503'.split(' '),
);
const ONE_PRECEDING: ReadonlySet<string> = new Set(['384', '471', '472', '473']);
const SOME_PRECEDING: ReadonlySet<string> = new Set(['381', '396', '502', '503']);
const CATEGORIES: ReadonlySet<string> = new Set(['S', 'E', 'AE', 'K', 'G', 'O', 'Z']);
/** The number is the seller's; blanks between words pass. */
const NUMBER = /^[\w+/-]+(?: [\w+/-]+)*$/;
const VAT_DATES: ReadonlySet<string> = new Set(['5', '29', '72', '3', '35', '432']);

interface MissingRule {
  /** Follows "a report cannot state it:". */
  readonly missing: Text;
  readonly when: (invoice: Stated) => boolean;
}

/** What the rules of flow 10 ask of an invoice beyond what a foreign seller has to write (`routes/fr-reports`, section 4). */
const MISSING: readonly MissingRule[] = [
  {
    missing: say('routes-fr-pa.its-buyer-has-no-siren-nor-french-vat'),
    when: ({ buyer }) => sirenOf(buyer) === undefined,
  },
  {
    missing: say('routes-fr-pa.seller-has-charged-vat-on-part-of-it'),
    when: isCharged,
  },
  {
    missing: say('routes-fr-pa.its-number-has-other-characters-than-letters-digits'),
    when: ({ number = '', issueDate = '' }) =>
      number.length > maxNumberLength(issueDate) || !NUMBER.test(number),
  },
  { missing: say('routes-fr-pa.it-has-no-date'), when: ({ issueDate }) => issueDate === undefined },
  {
    missing: say('routes-fr-pa.report-has-no-invoice-of-its-type'),
    when: ({ typeCode = '' }) => !TYPES.has(typeCode),
  },
  {
    missing: say('routes-fr-pa.its-seller-has-no-number-by-which-report'),
    when: ({ seller }) => businessNumber(namedIn(seller)) === undefined,
  },
  {
    missing: say('routes-fr-pa.it-has-no-vat-breakdown-or-category-that'),
    when: ({ vatBreakdown = [] }) =>
      vatBreakdown.length === 0 || vatBreakdown.some(({ category = '' }) => !CATEGORIES.has(category)),
  },
  {
    missing: say('routes-fr-pa.it-is-exempt-and-reason-code-or-vat'),
    when: ({ vatBreakdown = [], seller, taxRepresentative }) =>
      vatBreakdown.some(
        ({ category, exemptionReason: reason, exemptionReasonCode: code }) =>
          category === 'E' && (!reason || !code || (seller?.vatId ?? taxRepresentative?.vatId) === undefined),
      ),
  },
  {
    missing: say('routes-fr-pa.it-corrects-invoice-and-number-or-date-of'),
    when: ({ typeCode = '', precedingInvoices = [] }) => {
      const dated = precedingInvoices.filter(({ issueDate }) => issueDate !== undefined).length;
      return (
        (ONE_PRECEDING.has(typeCode) && (dated !== 1 || precedingInvoices.length !== 1)) ||
        (SOME_PRECEDING.has(typeCode) && dated === 0)
      );
    },
  },
];

/** What a French buyer reports of an invoice from abroad (10.1); undefined if nothing. */
export function purchaseOf(invoice: Stated): StatedPurchase | undefined {
  const scope = PURCHASES.find(({ when }) => when(invoice))!.then;
  if (scope === null) return undefined;
  const name = nameOf(invoice);
  const missing = MISSING.find(({ when }) => when(invoice))?.missing;
  const declarant = sirenOf(invoice.buyer);
  const seller = businessNumber(namedIn(invoice.seller));
  if (missing !== undefined || declarant === undefined || seller === undefined)
    return { name, scope, purchase: { missing: missing ?? '' } };
  const { number = '', issueDate: day = '', buyer } = invoice;
  const xml = invoiceElement(completed(invoice, declarant), {
    seller,
    buyer: { scheme: SIREN, id: declarant },
  });
  const entry: UnitaryPurchase = { kind: '10.1', part: 'purchases', day, number, xml };
  return {
    name,
    scope,
    purchase: { declarant: { id: declarant, name: buyer?.name ?? declarant }, entries: [entry] },
  };
}

/** As reports want it: a process of France, the buyer's VAT number, no day in other codes. */
function completed(invoice: Stated, siren: string): Stated {
  const { process = '', vatDateCode = '', buyer, totals, ...others } = invoice;
  return {
    ...others,
    process: processOf(process, invoice),
    // The seller charges none, and a report always states it (TT-52).
    totals: { ...totals, vat: ZERO },
    ...(VAT_DATES.has(vatDateCode) && { vatDateCode }),
    // An invoice outside the scope of VAT states none (BR-O-02), and a report demands it beside a SIREN (G2.33).
    buyer: { ...buyer, vatId: /^FR/.test(buyer?.vatId ?? '') ? buyer!.vatId! : frenchVatId(siren) },
  };
}

/** Goods from the EU by their category, else goods and services, as invoices of the route without a process. */
function processOf(process: string, invoice: Stated): string {
  // S3 is no process of a report (G1.02).
  if (FRENCH_PROCESSES.has(process) && process !== 'S3') return process;
  return (invoice.vatBreakdown ?? []).every(({ category }) => category === 'K') ? 'B1' : 'M1';
}

/** The number of the seller may be missing: then its name tells it from others. */
function nameOf({ seller, buyer, number, issueDate }: Stated): string {
  const id = businessNumber(namedIn(seller))?.id ?? seller?.name;
  return JSON.stringify([sirenOf(buyer), countryOf(seller), id, number, issueDate]);
}

const namedIn = (party: Stated['seller']): NamedBusiness => ({
  country: countryOf(party),
  vatId: party?.vatId,
  companyId: party?.companyId?.id,
  reference: party?.ids?.[0]?.id,
});

const sirenOf = (buyer: Stated['buyer']): string | undefined => {
  const own = plainNumber(buyer?.companyId?.id);
  return looksLikeSiren(own) ? own : /^FR[0-9A-Z]{2}(\d{9})$/.exec(plainNumber(buyer?.vatId))?.[1];
};
