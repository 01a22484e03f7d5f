import { GTU_CODES, PROCEDURES } from './codes/polish-marks.ts';
import { THIRD_PARTY_ROLES, type ThirdPartyRole } from './codes/third-party-roles.ts';
import { LIMITS } from './limits.ts';
import { boolean, code, date, group, list, number, required, text } from './members.ts';
import { country, vatCategory } from './schema-codes.ts';

/** TZnakowy and TZnakowy50 of FA(3). */
const LONGEST = { text: 256, code: 50 };

const address = group(undefined, {
  street: text(),
  line2: text(),
  line3: text(),
  city: text(),
  postcode: text(),
  region: text(),
  country: required(country()),
});

/** Podmiot3: who else sees the invoice in KSeF, by its NIP or internal number. */
const thirdParties = list(
  group(undefined, {
    role: required(
      code(
        undefined,
        new Set(Object.keys(THIRD_PARTY_ROLES) as ThirdPartyRole[]),
        `roles of third parties: ${Object.keys(THIRD_PARTY_ROLES).join(', ')}`,
      ),
    ),
    name: text(),
    vatId: text(undefined, { clean: 'identifier' }),
    // `NIP-nnnnn`.
    internalId: text(),
    companyId: text(),
    address,
    contact: group(undefined, {
      phone: text(undefined, { maxLength: LIMITS.contactLength }),
      email: text(undefined, { maxLength: LIMITS.contactLength }),
    }),
    // Per cent, of an additional buyer.
    share: number(undefined, 'positive'),
    description: text(undefined, { maxLength: LONGEST.text }),
  }),
  { maxItems: 100 },
);

/** What was received before the supply (ZaliczkaCzesciowa); on a correction the difference. */
const paymentsReceived = list(
  group(undefined, {
    date: required(date()),
    // With VAT.
    amount: required(number()),
    // Zlotys for one unit of the currency of the invoice; that of the invoice when left out.
    exchangeRate: number(undefined, 'positive'),
  }),
  { maxItems: 31 },
);

/** Advance invoices that a final invoice settles (FakturaZaliczkowa). */
export const advanceInvoices = list(
  group(undefined, {
    number: required(text(undefined, { maxLength: LONGEST.text })),
    issueDate: date(),
    // The KSeF number.
    routeNumber: text(),
    // What was charged with it.
    vatBreakdown: list(
      group(undefined, {
        vatCategory: required(vatCategory()),
        vatRate: number(undefined, 'not-negative'),
        taxableAmount: required(number()),
        vatAmount: required(number()),
      }),
      { maxItems: LIMITS.vatGroups },
    ),
  }),
  { maxItems: 100 },
);

/** What Poland alone asks of an invoice: marks of FA(3) that no business term says. */
export const polishMarks = group(undefined, {
  splitPayment: boolean(),
  cashAccounting: boolean(),
  reverseCharge: boolean(),
  triangularSimplification: boolean(),
  relatedParties: boolean(),
  tillReceipt: boolean(),
  placeOfIssue: text(undefined, { maxLength: LONGEST.text }),
  thirdParties,
  paymentsReceived,
});

/** Podmiot1K, Podmiot2K: a party as the corrected invoice names it. The number is the same. */
const partyBefore = {
  name: required(text()),
  // Left out: as it is now.
  vatId: text(undefined, { clean: 'identifier' }),
};

/** Why and how an invoice is corrected, beside the invoices that it corrects (BG-3). */
export const correction = group(undefined, {
  // A note in other documents.
  reason: text(undefined, { maxLength: LONGEST.text }),
  effect: code(
    undefined,
    new Set(['original_date', 'correction_date', 'other_date'] as const),
    'days on which a correction takes effect',
  ),
  // Of a discount on all supplies of a time (art. 106j (3) of the VAT act).
  period: text(undefined, { maxLength: LONGEST.text }),
  rightNumber: text(undefined, { maxLength: LONGEST.text }),
  // Of a corrected advance invoice what was paid, of a corrected final invoice what was left to pay.
  amountBefore: number(),
  sellerBefore: group(undefined, { ...partyBefore, address: required(address) }),
  // Of the buyer, or of additional buyers.
  buyersBefore: list(group(undefined, { ...partyBefore, taxNumber: text(), companyId: text(), address }), {
    maxItems: 101,
  }),
});

/** The same of a line. */
export const polishLineMarks = group(undefined, {
  // The goods or services are named in annex 15 to the VAT act.
  annex_15: boolean(),
  gtu: code(undefined, GTU_CODES, 'groups of goods and services of FA(3), GTU_01 to GTU_13'),
  procedure: code(undefined, PROCEDURES, 'procedures of FA(3)'),
  pkwiu: text(undefined, { maxLength: LONGEST.code }),
  cn: text(undefined, { maxLength: LONGEST.code }),
  pkob: text(undefined, { maxLength: LONGEST.code }),
});
