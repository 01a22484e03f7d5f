import type { AllowanceOrCharge, CanonicalInvoice, Contact, Line, Period } from '../invoice/canonical.ts';
import { Decimal } from '../invoice/decimal.ts';
import { brokenWhen, entriesWhere, type RouteRule } from './route-rule.ts';

const rule = (id: string, term: string, message: string, broken: RouteRule['broken']): RouteRule => ({
  rule: id,
  source: 'XRechnung',
  term,
  message,
  broken,
});

/** A member that XRechnung wants. */
const wanted = (
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

/** Where there is an address to deliver to, it is complete (BG-15). */
const deliveryPlace = (id: string, term: string, member: 'city' | 'postcode'): RouteRule =>
  rule(
    id,
    term,
    `An XRechnung with an address of delivery needs its ${member}.`,
    brokenWhen(`delivery.address.${member}`, ({ delivery }) =>
      Boolean(delivery?.address && !delivery.address[member]),
    ),
  );

const contact = (id: string, term: string, member: keyof Contact, what: string): RouteRule =>
  wanted(id, term, `seller.contact.${member}`, what, ({ seller }) => seller.contact?.[member]);

const CREDIT_TRANSFERS: ReadonlySet<string> = new Set(['30', '58']);
const CARDS: ReadonlySet<string> = new Set(['48', '54', '55']);
const DIRECT_DEBIT = '59';

const paysBy = (invoice: CanonicalInvoice, codes: ReadonlySet<string>): boolean =>
  codes.has(invoice.payment?.meansCode ?? '');

const debited = (
  id: string,
  term: string,
  member: 'mandate' | 'creditor_id' | 'debited_iban',
  what: string,
): RouteRule =>
  rule(
    id,
    term,
    `A direct debit needs ${what}.`,
    brokenWhen(`payment.${member}`, ({ payment }) => {
      const given = {
        mandate: payment?.mandate,
        creditor_id: payment?.creditorId,
        debited_iban: payment?.debitedIban,
      };
      return payment?.meansCode === DIRECT_DEBIT && given[member] === undefined;
    }),
  );

const paymentRules: readonly RouteRule[] = [
  wanted(
    'BR-DE-1',
    'BT-81',
    'payment.means_code',
    'a means of payment',
    ({ payment }) => payment?.meansCode ?? payment?.iban,
  ),
  rule(
    'BR-DE-23-b',
    'BT-89',
    'A credit transfer may not carry the details of a direct debit.',
    brokenWhen(
      'payment.mandate',
      (invoice) =>
        paysBy(invoice, CREDIT_TRANSFERS) &&
        Boolean(invoice.payment?.mandate ?? invoice.payment?.debitedIban),
    ),
  ),
  rule(
    'BR-DE-24-a',
    'BT-81',
    'A card payment needs the card number, for which the canonical invoice has no field.',
    brokenWhen('payment.means_code', (invoice) => paysBy(invoice, CARDS)),
  ),
  rule(
    'BR-DE-25-b',
    'BT-84',
    'A direct debit may not name an account to which the buyer pays.',
    brokenWhen('payment.iban', ({ payment }) => payment?.meansCode === DIRECT_DEBIT && Boolean(payment.iban)),
  ),
  debited('PEPPOL-EN16931-R061', 'BT-89', 'mandate', 'the reference of the mandate'),
  debited('BR-DE-30', 'BT-90', 'creditor_id', "the creditor's id"),
  debited('BR-DE-31', 'BT-91', 'debited_iban', 'the account that is debited'),
  rule(
    'BR-DE-18',
    'BT-20',
    'In the payment terms a line that begins with # must read #SKONTO#TAGE=<n>#PROZENT=<n.nn># ' +
      'with #BASISBETRAG=<n.nn># behind it where the discount has a base of its own.',
    brokenWhen('payment.terms', ({ payment }) => !discountLinesAreWellFormed(payment?.terms ?? '')),
  ),
];

const DISCOUNT_LINE = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}#(?:BASISBETRAG=-?\d+\.\d{2}#)?$/;

/** BR-DE-18. The line break behind the last line is the writer's business. */
function discountLinesAreWellFormed(terms: string): boolean {
  const lines = terms.split('\n').map((line) => line.trim());
  return lines.every((line) => !line.startsWith('#') || DISCOUNT_LINE.test(line));
}

/** Allowances and charges of the document and of its lines, with their paths. */
function adjustments(invoice: CanonicalInvoice): { path: string; item: AllowanceOrCharge }[] {
  const placed = (name: string, items: readonly AllowanceOrCharge[]) =>
    items.map((item, index) => ({ path: `${name}[${index}]`, item }));
  return [
    ...placed('allowances', invoice.allowances),
    ...placed('charges', invoice.charges),
    ...invoice.lines.flatMap((line, index) => [
      ...placed(`lines[${index}].allowances`, line.allowances),
      ...placed(`lines[${index}].charges`, line.charges),
    ]),
  ];
}

const adjustmentRule = (
  id: string,
  term: string,
  member: keyof AllowanceOrCharge,
  message: string,
  broken: (item: AllowanceOrCharge) => boolean,
): RouteRule =>
  rule(id, term, message, (invoice) =>
    adjustments(invoice).flatMap(({ path, item }) => (broken(item) ? [`${path}.${member}`] : [])),
  );

const TOLERANCE = new Decimal('0.02');

const differs = ({ amount, base, percent }: AllowanceOrCharge): boolean =>
  amount !== undefined &&
  base !== undefined &&
  percent !== undefined &&
  base.times(percent).div(100).minus(amount).abs().gt(TOLERANCE);

const netDiffers = ({ grossPrice, priceDiscount, unitPrice }: Line): boolean =>
  grossPrice !== undefined && !grossPrice.minus(priceDiscount ?? grossPrice.minus(unitPrice)).eq(unitPrice);

/** From the Peppol rules that are merged into XRechnung. */
const mergedRules: readonly RouteRule[] = [
  adjustmentRule(
    'PEPPOL-EN16931-R040',
    'BT-92',
    'amount',
    'The amount of an allowance or charge must be its base times its percentage.',
    differs,
  ),
  adjustmentRule(
    'PEPPOL-EN16931-R041',
    'BT-93',
    'base',
    'A percentage needs the base amount to which it applies.',
    ({ base, percent }) => percent !== undefined && base === undefined,
  ),
  adjustmentRule(
    'PEPPOL-EN16931-R042',
    'BT-94',
    'percent',
    'A base amount needs the percentage that applies to it.',
    ({ base, percent }) => base !== undefined && percent === undefined,
  ),
  rule(
    'PEPPOL-EN16931-R046',
    'BT-146',
    'The unit price must be the gross price less the discount.',
    ({ lines }) => entriesWhere('lines', 'unit_price', lines, netDiffers),
  ),
  rule(
    'PEPPOL-EN16931-R005',
    'BT-6',
    'The VAT currency must differ from the currency of the invoice; leave it out otherwise.',
    brokenWhen('invoice.vat_currency', ({ invoice }) => invoice.vatCurrency === invoice.currency),
  ),
  rule(
    'PEPPOL-EN16931-R110',
    'BT-134',
    'The period of a line must not start before the period of the invoice.',
    ({ lines, invoice: { period } }) =>
      entriesWhere('lines', 'period.start', lines, (line) =>
        before(line.period?.start, period?.start, period),
      ),
  ),
  rule(
    'PEPPOL-EN16931-R111',
    'BT-135',
    'The period of a line must not end after the period of the invoice.',
    ({ lines, invoice: { period } }) =>
      entriesWhere('lines', 'period.end', lines, (line) => before(period?.end, line.period?.end, period)),
  ),
];

const before = (one: string | undefined, other: string | undefined, period: Period | undefined): boolean =>
  period !== undefined && one !== undefined && other !== undefined && one < other;

/** XRechnung 3.0.2 beyond EN 16931 (KoSIT), as far as the canonical form shows it. Warnings are left to the official rules. */
export const XRECHNUNG_RULES: readonly RouteRule[] = [
  wanted(
    'BR-DE-15',
    'BT-10',
    'invoice.buyer_reference',
    'a buyer reference',
    ({ invoice }) => invoice.buyerReference,
  ),
  wanted('BR-DE-3', 'BT-37', 'seller.address.city', "the seller's city", ({ seller }) => seller.address.city),
  wanted(
    'BR-DE-4',
    'BT-38',
    'seller.address.postcode',
    "the seller's postcode",
    ({ seller }) => seller.address.postcode,
  ),
  contact('BR-DE-5', 'BT-41', 'name', 'the name of a contact at the seller'),
  contact('BR-DE-6', 'BT-42', 'phone', "the contact's telephone number"),
  contact('BR-DE-7', 'BT-43', 'email', "the contact's e-mail address"),
  wanted('BR-DE-8', 'BT-52', 'buyer.address.city', "the buyer's city", ({ buyer }) => buyer.address.city),
  wanted(
    'BR-DE-9',
    'BT-53',
    'buyer.address.postcode',
    "the buyer's postcode",
    ({ buyer }) => buyer.address.postcode,
  ),
  deliveryPlace('BR-DE-10', 'BT-77', 'city'),
  deliveryPlace('BR-DE-11', 'BT-78', 'postcode'),
  wanted(
    'PEPPOL-EN16931-R020',
    'BT-34',
    'seller.endpoint',
    "the seller's electronic address",
    ({ seller }) => seller.endpoint,
  ),
  wanted(
    'PEPPOL-EN16931-R010',
    'BT-49',
    'buyer.endpoint',
    "the buyer's electronic address",
    ({ buyer }) => buyer.endpoint,
  ),
  // The standard does not tell capitals from small letters here; the official rule does, and refuses less.
  rule('BR-DE-22', 'BT-125', 'Attachments need different file names.', ({ attachments }) => {
    const seen = new Set<string>();
    return entriesWhere('attachments', 'filename', attachments, ({ filename }) => {
      const repeated = filename !== undefined && seen.has(filename);
      if (filename !== undefined) seen.add(filename);
      return repeated;
    });
  }),
  ...paymentRules,
  ...mergedRules,
];
