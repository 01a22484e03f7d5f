import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { COLUMN_TYPES } from './codes/column-types.ts';
import { SELLER_STATUSES } from './codes/seller-statuses.ts';
import { THIRD_PARTY_ROLES } from './codes/third-party-roles.ts';
import { TRANSPORT_KINDS, VEHICLE_NUMBERS } from './codes/transport-kinds.ts';
import { LIMITS } from './limits.ts';
import { boolean, code, date, group, list, number, require, text } from './members.ts';
import { country, vatCategory } from './schema-codes.ts';

/** TGTU of FA(3): groups of goods and services. */
const GTU_CODES: ReadonlySet<string> = new Set(
  Array.from({ length: 13 }, (_, index) => `GTU_${String(index + 1).padStart(2, '0')}`),
);

/** TOznaczenieProcedury of FA(3). */
const PROCEDURES: ReadonlySet<string> = new Set(
  'WSTO_EE IED TT_D I_42 I_63 B_SPV B_SPV_DOSTAWA B_MPV_PROWIZJA'.split(' '),
);

/** TZnakowy and TZnakowy50 of FA(3). */
const LONGEST = { text: 256, code: 50 };

/** A code that is a key of a table. @param what the codes are, in the plural. */
const keyOf = <Code extends string>(table: Readonly<Record<Code, unknown>>, what: Text) => {
  const codes = Object.keys(table) as Code[];
  return code(undefined, new Set(codes), say('invoice.list-of', { what, codes: codes.join(', ') }));
};

const shortText = () => text(undefined, { maxLength: LONGEST.text });

const eori = () => text(undefined, { clean: 'identifier', maxLength: LONGEST.text });

const address = group(undefined, {
  street: text(),
  line2: text(),
  line3: text(),
  city: text(),
  postcode: text(),
  region: text(),
  country: require(country()),
});

/** Podmiot3: other parties that see the invoice in KSeF, by NIP or internal number. */
const thirdParties = list(
  group(undefined, {
    role: require(keyOf(THIRD_PARTY_ROLES, say('invoice.roles-of-third-parties'))),
    name: text(),
    vatId: text(undefined, { clean: 'identifier' }),
    // `NIP-nnnnn`.
    internalId: text(),
    companyId: text(),
    eori: eori(),
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

/** Payments before the supply (ZaliczkaCzesciowa); on a correction the difference. */
const paymentsReceived = list(
  group(undefined, {
    date: require(date()),
    // With VAT.
    amount: require(number()),
    // Zlotys for one unit of the currency of the invoice; the rate of the invoice if left out.
    exchangeRate: number(undefined, 'positive'),
  }),
  { maxItems: 31 },
);

/** Advance invoices that a final invoice settles (FakturaZaliczkowa). */
export const advanceInvoices = list(
  group(undefined, {
    number: require(text(undefined, { maxLength: LONGEST.text })),
    issueDate: date(),
    // The KSeF number.
    routeNumber: text(),
    // The amounts that it charged.
    vatBreakdown: list(
      group(undefined, {
        vatCategory: require(vatCategory()),
        vatRate: number(undefined, 'not-negative'),
        taxableAmount: require(number()),
        vatAmount: require(number()),
      }),
      { maxItems: LIMITS.vatGroups },
    ),
  }),
  { maxItems: 100 },
);

/** Most entries of lists of Zalacznik. */
const MOST = { blocks: 1000, paragraphs: 10, columns: 20 };
const longText = () => text(undefined, { maxLength: 512 });
const cells = (more: { readonly minItems?: number } = {}) =>
  list(text(undefined, { maxLength: LONGEST.text, mayBeBlank: true }), { maxItems: MOST.columns, ...more });
const attachmentData = (more: { readonly minItems?: number } = {}) =>
  list(group(undefined, { key: require(shortText()), value: require(shortText()) }), {
    maxItems: MOST.blocks,
    ...more,
  });

/** Zalacznik: data beside the invoice. A list may not hold lists, so a row holds its cells as a member. */
const attachmentBlocks = list(
  group(undefined, {
    heading: longText(),
    data: attachmentData({ minItems: 1 }),
    paragraphs: list(longText(), { maxItems: MOST.paragraphs }),
    tables: list(
      group(undefined, {
        data: attachmentData(),
        description: longText(),
        columns: list(
          group(undefined, {
            title: shortText(),
            type: require(
              code(
                undefined,
                new Set(COLUMN_TYPES),
                say('invoice.types-of-column', { list: COLUMN_TYPES.join(', ') }),
              ),
            ),
          }),
          { minItems: 1, maxItems: MOST.columns },
        ),
        rows: list(group(undefined, { cells: cells({ minItems: 1 }) }), {
          minItems: 1,
          maxItems: MOST.blocks,
        }),
        totals: cells(),
      }),
      { maxItems: MOST.blocks },
    ),
  }),
  { maxItems: MOST.blocks },
);

/** Marks for Poland alone: marks of FA(3) that are no business term. */
export const polishMarks = group(undefined, {
  splitPayment: boolean(),
  cashAccounting: boolean(),
  reverseCharge: boolean(),
  triangularSimplification: boolean(),
  oneStopShop: boolean(),
  relatedParties: boolean(),
  tillReceipt: boolean(),
  placeOfIssue: text(undefined, { maxLength: LONGEST.text }),
  // The buyer gets the page before KSeF gets the document.
  offline: boolean(),
  // Of an offline invoice: its earlier document was refused, and the buyer has its page.
  technicalCorrection: boolean(),
  exciseRefund: boolean(),
  // Of new means of transport that the buyer takes away without another vehicle (art. 42 (5) of the VAT act).
  exportDocument: boolean(),
  sellerEori: eori(),
  buyerEori: eori(),
  sellerStatus: keyOf(SELLER_STATUSES, say('invoice.statuses-of-seller')),
  paymentLink: text(),
  paymentId: text(),
  thirdParties,
  attachmentBlocks,
  paymentsReceived,
});

/** Podmiot1K, Podmiot2K: a party as in the corrected invoice. The number is the same. */
const partyBefore = {
  name: require(text()),
  // If left out: the present one.
  vatId: text(undefined, { clean: 'identifier' }),
};

/** The reason and effect of a correction, beside the corrected invoices (BG-3). */
export const correction = group(undefined, {
  // In other documents it becomes a note.
  reason: text(undefined, { maxLength: LONGEST.text }),
  effect: code(
    undefined,
    new Set(['original_date', 'correction_date', 'other_date'] as const),
    say('invoice.days-on-which-correction-takes-effect'),
  ),
  // For a discount on all supplies of a period (art. 106j (3) of the VAT act).
  period: text(undefined, { maxLength: LONGEST.text }),
  rightNumber: text(undefined, { maxLength: LONGEST.text }),
  // For a corrected advance invoice the paid amount, for a corrected final invoice the amount that was left to pay.
  amountBefore: number(),
  sellerBefore: group(undefined, { ...partyBefore, address: require(address) }),
  // The buyer, or additional buyers.
  buyersBefore: list(group(undefined, { ...partyBefore, taxNumber: text(), companyId: text(), address }), {
    maxItems: 101,
  }),
});

/** New means of transport that a line supplies to another member state (NowySrodekTransportu). */
const newTransport = list(
  group(undefined, {
    kind: require(keyOf(TRANSPORT_KINDS, say('invoice.kinds-of-means-of-transport'))),
    firstUsed: require(date()),
    // Mileage of a land vehicle, working hours of a vessel or an aircraft.
    usage: require(shortText()),
    make: shortText(),
    model: shortText(),
    colour: shortText(),
    registration: shortText(),
    year: shortText(),
    number: shortText(),
    numberKind: keyOf(VEHICLE_NUMBERS, say('invoice.numbers-of-land-vehicle')),
    type: shortText(),
  }),
  { maxItems: 100 },
);

/** The same for a line. */
export const polishLineMarks = group(undefined, {
  // The goods or services are named in annex 15 to the VAT act.
  annex_15: boolean(),
  gtu: code(undefined, GTU_CODES, say('invoice.groups-of-goods-and-services-of-fa-gtu')),
  procedure: code(undefined, PROCEDURES, say('invoice.procedures-of-fa')),
  pkwiu: text(undefined, { maxLength: LONGEST.code }),
  cn: text(undefined, { maxLength: LONGEST.code }),
  pkob: text(undefined, { maxLength: LONGEST.code }),
  newTransport,
});
