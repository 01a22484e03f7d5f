/**
 * A name of the rules in terms of the canonical invoice. A name with several rows stands for each of them: rules about
 * `ALLOWANCE-OR-CHARGE` are written for its four groups.
 */
export interface NamedPlace {
  /** The term or group; a list of terms means all of them. */
  readonly is: string | readonly string[];
  /** Names that apply inside it. */
  readonly inside?: Readonly<Record<string, string>>;
  /** Narrows the place. */
  readonly where?: string;
}

const LINE: NamedPlace = { is: 'BG-25', inside: { CODE: 'BT-151', RATE: 'BT-152' } };
const ALLOWANCE: NamedPlace = { is: 'BG-20', inside: { CODE: 'BT-95', RATE: 'BT-96' } };
const CHARGE: NamedPlace = { is: 'BG-21', inside: { CODE: 'BT-102', RATE: 'BT-103' } };
const BREAKDOWN: NamedPlace = {
  is: 'BG-23',
  inside: { CODE: 'BT-118', REASON: 'BT-120', 'REASON-CODE': 'BT-121' },
};

const adjustment = (is: string, AMOUNT: string, base: string, PERCENT: string): NamedPlace => ({
  is,
  inside: { AMOUNT, 'BASE-AMOUNT': base, PERCENT },
});

const giveReason = (is: string, code: string, reason: string): NamedPlace => ({
  is,
  inside: { 'ADJUSTMENT-CODE': code, 'ADJUSTMENT-REASON': reason },
});

const standardRated = (is: string, category: string, rate: string): NamedPlace => ({
  is,
  inside: { 'STANDARD-RATE': rate },
  where: `$${category} = 'S'`,
});

/** Identifiers of schemes that are SIREN; the scheme of a term of EXTENDED-CTC-FR may be the next term. */
const siren = (terms: readonly string[], schemes: string): readonly NamedPlace[] =>
  terms.map((of) => {
    const [is = of, scheme = `${of}-1`] = of.split(' ');
    return { is, inside: { ID: is }, where: `$${scheme} = ${schemes}` };
  });

const extended = (nr: number): string => `EXT-FR-FE-${String(nr).padStart(2, '0')}`;

/** Terms of the five further parties of EXTENDED-CTC-FR have the numbers of the buyer's agent and this. */
const FURTHER_PARTIES = [0, 40, 63, 86, 109];

/** @param of the number of the agent's identifier. */
const ofFurtherParties = (of: number): readonly string[] =>
  FURTHER_PARTIES.map((first) => `${extended(of + first)} ${extended(of + first + 1)}`);

const endpoint = (nr: number): readonly NamedPlace[] => [
  { is: extended(nr), inside: { 'ENDPOINT-SCHEME': extended(nr + 1) } },
];

const SIREN_ANYWHERE = ['BT-29', 'BT-46', 'BT-60', ...ofFurtherParties(6), 'EXT-FR-FE-166'];

export type Names = Readonly<Record<string, readonly NamedPlace[]>>;

/** Rules that no canonical invoice can break. */
export const KEPT: Readonly<Record<string, readonly string[]>> = {
  'is filled in where it is left out': ['BR-04', 'BR-21', 'BR-AE-10', 'BR-IC-10', 'BR-G-10', 'BR-O-10'],
  'is asked for in words of the canonical form': ['BR-31', 'BR-36', 'BR-41', 'BR-43'],
  'a group in which nothing stands is not written': ['BR-CO-19', 'BR-CO-20'],
  'the types that a route takes stand in its profile': [
    ...['BR-RO-020_1', 'BR-RO-020_2', 'PEPPOL-EN16931-P0100', 'PEPPOL-EN16931-P0101', 'PEPPOL-EN16931-P0112'],
  ],
  'is judged by code': ['DE-R-018', 'DK-R-016', 'NL-R-007'],
  'another rule asks the same': [
    ...['BR-FR-01_BT-1-2', 'BR-FR-01_BT-25-2'],
    'UBL-SR-20',
    ...['BR-FR-15_BT-95_BT-102-2', 'BR-FR-15_BT-118-2', 'BR-FR-08_BT-151-2'],
  ],
  'the schema refuses what would break it': [
    'BR-S-10',
    'BR-Z-10',
    'BR-AF-10',
    'BR-AG-10',
    'BR-AF-05',
    'BR-AF-06',
    'BR-AF-07',
    'BR-AG-05',
    'BR-AG-06',
    'BR-AG-07',
    'BR-B-02',
    'PEPPOL-EN16931-R121',
  ],
};

const NAMES: Names = {
  'SELLER-TAX-IDS': [{ is: ['BT-31', 'BT-32'] }],
  'ANY-SELLER-TAX-ID': [{ is: ['BT-31', 'BT-32'] }],
  'ANY-SELLER-VAT': [{ is: 'BT-31' }],
  'ANY-REPRESENTATIVE-VAT': [{ is: 'BT-63' }],
  'ANY-BUYER-VAT': [{ is: 'BT-48' }],
  'ANY-BUYER-REGISTER-ID': [{ is: 'BT-47' }],
  'PARTY-IDS': [{ is: ['BT-29', 'BT-90'] }],
  'ITEM-ATTRIBUTE': [{ is: 'BG-32', inside: { 'ATTRIBUTE-NAME': 'BT-160', 'ATTRIBUTE-VALUE': 'BT-161' } }],
  // Electronic addresses.
  PARTICIPANT: [
    { is: 'BT-34', inside: { SCHEME: 'BT-34-1' } },
    { is: 'BT-49', inside: { SCHEME: 'BT-49-1' } },
  ],
  CARD: [{ is: 'BG-18', inside: { 'CARD-NUMBER': 'BT-87' } }],
  'SELLER-PARTY': [{ is: 'BG-4' }],
  'BUYER-PARTY': [{ is: 'BG-7' }],
  'VAT-REGISTRATION': [
    { is: 'BT-31', inside: { 'VAT-NUMBER': 'BT-31' } },
    { is: 'BT-48', inside: { 'VAT-NUMBER': 'BT-48' } },
    { is: 'BT-63', inside: { 'VAT-NUMBER': 'BT-63' } },
    // Further parties of EXTENDED-CTC-FR, its payee, and the seller of a line.
    ...[...FURTHER_PARTIES.map((first) => 10 + first), 27, 168]
      .map(extended)
      .map((is) => ({ is, inside: { 'VAT-NUMBER': is } })),
  ],
  'VAT-CODES': [{ is: ['BT-95', 'BT-102', 'BT-151'] }],
  'REPRESENTATIVE-TAX-IDS': [{ is: 'BT-63' }],
  'BUYER-TAX-IDS': [{ is: 'BT-48' }],
  'TAX-POINT-CODE': [{ is: 'BT-8' }],
  'PAYEE-ACCOUNT': [{ is: 'BG-17', inside: { 'ACCOUNT-NAME': 'BT-85' } }],
  'ANY-NOTE': [
    { is: 'BT-22', inside: { NOTE: 'BT-22' } },
    { is: 'BT-127', inside: { NOTE: 'BT-127' } },
    { is: 'BT-20', inside: { NOTE: 'BT-20' } },
  ],
  'REFERENCE-NUMBER': [
    { is: 'BT-122', inside: { NUMBER: 'BT-122' } },
    { is: 'BT-18', inside: { NUMBER: 'BT-18' } },
  ],
  'DOCUMENT-REFERENCE': [
    {
      is: 'BG-24',
      inside: {
        REFERENCE: 'BT-122',
        'REFERENCE-TEXT': 'BT-123',
        'REFERENCE-URL': 'BT-124',
        'REFERENCE-FILE': 'BT-125-2',
      },
    },
  ],
  'EXTERNAL-FILE': [{ is: 'BG-24', where: '$BT-124' }],
  'LINE-VAT': [LINE],
  'ALLOWANCE-VAT': [ALLOWANCE],
  'CHARGE-VAT': [CHARGE],
  'BREAKDOWN-VAT': [BREAKDOWN],
  'ANY-VAT': [LINE, ALLOWANCE, CHARGE],
  'LINE-TAX-CODE': [{ is: 'BT-151' }],
  'OTHER-TAX-CODE': [{ is: ['BT-95', 'BT-102'] }],
  'ALLOWANCE-OR-CHARGE': [
    adjustment('BG-20', 'BT-92', 'BT-93', 'BT-94'),
    adjustment('BG-21', 'BT-99', 'BT-100', 'BT-101'),
    adjustment('BG-27', 'BT-136', 'BT-137', 'BT-138'),
    adjustment('BG-28', 'BT-141', 'BT-142', 'BT-143'),
  ],
  'ADDRESS-COUNTRY': [
    ...['BT-40', 'BT-55', 'BT-69', 'BT-80'],
    // Parties and deliveries of EXTENDED-CTC-FR.
    ...[21, 38, 61, 84, 107, 130, 157, 177].map((nr) => `EXT-FR-FE-${nr}`),
  ].map((is) => ({ is, inside: { COUNTRY: is } })),
  'ORIGIN-COUNTRY': [{ is: 'BT-159' }],
  // France.
  'TYPE-OF-SEVERAL': [{ is: 'BT-3' }],
  // UBL has that of a credit note with the payment.
  'DUE-DATE': [{ is: 'BT-9', where: "not($BT-3 = '381')" }],
  'DUE-DATES': [{ is: 'BT-9' }],
  'ISSUE-DATE': [{ is: 'BT-2' }],
  'SELLER-REGISTER': [{ is: 'BG-4', inside: { 'SELLER-SIREN': 'BT-30' } }],
  'ADJUSTMENT-TAX': [
    { is: 'BG-20', inside: { 'TAX-CODE': 'BT-95', 'ADJUSTMENT-RATE': 'BT-96' } },
    { is: 'BG-21', inside: { 'TAX-CODE': 'BT-102', 'ADJUSTMENT-RATE': 'BT-103' } },
  ],
  'LINE-TAX': [{ is: 'BG-25', inside: { 'TAX-CODE': 'BT-151' } }],
  // The published rule for UBL ignores the lines of a credit note; the rate of one that counts is that of a breakdown, too.
  'INVOICE-LINE-TAX': [
    {
      is: 'BG-25',
      inside: { 'INVOICE-LINE-RATE': 'BT-152' },
      where: "not($BT-3 = '381' and $EXT-FR-FE-163 = ('GROUP', 'INFORMATION'))",
    },
  ],
  'ADJUSTMENT-RATE': [{ is: 'BT-96' }, { is: 'BT-103' }],
  'LINE-RATE': [{ is: 'BT-152' }],
  'PRICE-QUANTITY': [{ is: 'BT-149' }],
  'SELLER-ENDPOINT': [{ is: 'BT-34', inside: { 'ENDPOINT-SCHEME': 'BT-34-1' } }],
  'BUYER-ENDPOINT': [{ is: 'BT-49', inside: { 'ENDPOINT-SCHEME': 'BT-49-1' } }],
  'BUYER-AGENT-ENDPOINT': endpoint(12),
  'PAYEE-ENDPOINT': endpoint(29),
  'PAYER-ENDPOINT': endpoint(52),
  'SELLER-AGENT-ENDPOINT': endpoint(75),
  'INVOICEE-ENDPOINT': endpoint(98),
  'INVOICER-ENDPOINT': endpoint(121),
  'LINE-PRECEDING-NUMBER': [{ is: 'EXT-FR-FE-136' }],
  'LINE-PRECEDING-TYPE': [{ is: 'EXT-FR-FE-137' }],
  'LINE-PRECEDING-DATE': [{ is: 'EXT-FR-FE-138' }],
  'LINE-DELIVERY-DATE': [{ is: 'EXT-FR-FE-158' }],
  ATTACHMENT: [{ is: 'BG-24', inside: { 'ATTACHMENT-KIND': 'BT-123' } }],
  'VAT-IN-EUR': [{ is: 'BT-111' }],
  'LEGAL-SIREN': siren(['BT-30', 'BT-47', 'BT-61', ...ofFurtherParties(8), 'EXT-FR-FE-167'], "'0002'"),
  'ANY-SIREN': siren(SIREN_ANYWHERE, "('0002', '0231')"),
  'SELLER-GROUP-ID': [{ is: 'BT-29', where: "$BT-29-1 = '0231'" }],
  'REPRESENTATIVE-VAT-ID': [{ is: 'BT-63' }],
  // Peppol and its countries.
  IDENTIFIER: ['BT-34', 'BT-49', 'BT-29', 'BT-30', 'BT-46', 'BT-47', 'BT-60', 'BT-61'].map((is) => ({ is })),
  'SELLER-OR-BUYER-ID': [{ is: 'BT-29' }, { is: 'BT-46' }],
  'SELLER-VAT-NUMBER': [{ is: 'BT-31' }],
  'SELLER-VAT': [{ is: 'BT-31' }],
  'OWN-VAT-NUMBER': [{ is: 'BT-31' }],
  'REPRESENTATIVE-VAT-NUMBER': [{ is: 'BT-63' }],
  'BUYER-VAT': [{ is: 'BT-48' }],
  'TAX-REGISTRATION': [{ is: 'BT-32', inside: { 'REGISTERED-AS': 'BT-32' } }],
  'CREDIT-NOTE-TYPE': [{ is: 'BT-3', where: '$CREDIT-NOTE' }],
  IBAN: [{ is: 'BT-84' }],
  // A credit note has its due date with the payment.
  'INVOICE-DUE-DATE': [{ is: 'BT-9', where: 'not($CREDIT-NOTE)' }],
  ADJUSTMENT: [
    giveReason('BG-20', 'BT-98', 'BT-97'),
    giveReason('BG-21', 'BT-105', 'BT-104'),
    giveReason('BG-27', 'BT-140', 'BT-139'),
    giveReason('BG-28', 'BT-145', 'BT-144'),
  ],
  'TAX-CATEGORY': [{ is: 'BG-23', inside: { CATEGORY: 'BT-118', EXEMPTION: 'BT-121' } }],
  'STANDARD-RATED': [
    standardRated('BG-25', 'BT-151', 'BT-152'),
    standardRated('BG-20', 'BT-95', 'BT-96'),
    standardRated('BG-21', 'BT-102', 'BT-103'),
  ],
  'PRICE-DISCOUNT': [{ is: 'BG-25', inside: { NET: 'BT-146', GROSS: 'BT-148', DISCOUNT: 'BT-147' } }],
};

/** Other meanings in a syntax's table. */
const NAMES_OF: Readonly<Record<string, Names>> = {
  cii: {
    'VAT-CODES': [{ is: 'BT-151' }],
    // It has no element of its own.
    'BG-19': [{ is: ['BT-89', 'BT-90', 'BT-91'] }],
    'PERIOD-START': [{ is: 'BT-73' }],
    'PERIOD-END': [{ is: 'BT-74' }],
    'LINE-PERIOD-START': [{ is: 'BT-134' }],
    'LINE-PERIOD-END': [{ is: 'BT-135' }],
    'PAYEE-ID': [{ is: 'BT-60', where: 'not($BT-60-1)' }],
    'SELLER-ID': [{ is: 'BT-29', where: 'not($BT-29-1)' }],
    'NOTE-SUBJECT': [{ is: 'BT-21' }],
    'VAT-CATEGORY': [{ is: 'BT-118' }],
    'APPLICABLE-TAX-CODE': [{ is: ['BT-118', 'BT-151'] }],
    'OTHER-TAX-CODE': [{ is: ['BT-95', 'BT-102'] }],
    'ANY-SIREN': siren(
      [...SIREN_ANYWHERE, 'BT-71', 'BT-157', 'EXT-FR-FE-146 EXT-FR-FE-148'],
      "('0002', '0231')",
    ),
    'INVOICE-LINE-TAX': [{ is: 'BG-25', inside: { 'INVOICE-LINE-RATE': 'BT-152' } }],
    'TAX-POINT-DATE': [{ is: 'BT-7' }],
    'DUE-DATE': [{ is: 'BT-9' }],
    'TAX-POINT-CODES-ANYWHERE': [{ is: 'BT-8' }],
    'GROSS-PRICE': [{ is: 'BG-25', inside: { NET: 'BT-146', GROSS: 'BT-148', DISCOUNT: 'BT-147' } }],
  },
};

export const canonicalNames = (syntax: string): Names => ({ ...NAMES, ...NAMES_OF[syntax] });
