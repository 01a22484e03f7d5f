/** A part of the base, and its replacement at each occurrence. */
type Swap = readonly [from: string, to: string];
export interface FrenchRow {
  readonly it: string;
  readonly ubl: readonly Swap[];
  readonly cii: readonly Swap[];
  /** Ids by the numbers of the standard. */
  readonly finds: readonly string[];
  /** The published rules for UBL require the characters under two numbers. */
  readonly alsoInUbl?: string;
}

const row = (
  it: string,
  ubl: Swap | readonly Swap[],
  cii: Swap | readonly Swap[],
  ...finds: readonly string[]
): FrenchRow => ({ it, ubl: swaps(ubl), cii: swaps(cii), finds });

const swaps = (given: Swap | readonly Swap[]): readonly Swap[] =>
  typeof given[0] === 'string' ? [given as Swap] : (given as readonly Swap[]);

/** A row for both syntaxes. */
const both = (it: string, swap: Swap, ...finds: readonly string[]): FrenchRow =>
  row(it, swap, swap, ...finds);

const becomes = (from: string, to: string): Swap => [`>${from}<`, `>${to}<`];

const ublNote = (text: string): string => `<cbc:Note>${text}</cbc:Note>`;
const ciiNote = (subject: string, text: string): string =>
  `<ram:IncludedNote><ram:Content>${text}</ram:Content><ram:SubjectCode>${subject}</ram:SubjectCode></ram:IncludedNote>`;
const BAR: readonly [Swap[0], Swap[0]] = [ublNote('#BAR#B2B'), ciiNote('BAR', 'B2B')];
const notes = (
  it: string,
  said: readonly (readonly [string, string])[],
  ...finds: readonly string[]
): FrenchRow =>
  row(
    it,
    [BAR[0], said.map(([subject, text]) => ublNote(`#${subject}#${text}`)).join('')],
    [BAR[1], said.map(([subject, text]) => ciiNote(subject, text)).join('')],
    ...finds,
  );

const ID = '<cbc:ID schemeID="0009">10000000900017</cbc:ID>';
const GLOBAL_ID = '<ram:GlobalID schemeID="0009">10000000900017</ram:GlobalID>';
const identified = (it: string, attribute: string, id: string, ...finds: readonly string[]): FrenchRow =>
  row(
    it,
    [ID, `<cbc:ID${attribute}>${id}</cbc:ID>`],
    [GLOBAL_ID, `<ram:GlobalID${attribute}>${id}</ram:GlobalID>`],
    ...finds,
  );

const ublReference = (date: string): string =>
  `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>F-0</cbc:ID>${date}</cac:InvoiceDocumentReference></cac:BillingReference>`;
const ciiReference =
  '<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>F-0</ram:IssuerAssignedID></ram:InvoiceReferencedDocument>';
const AFTER = [
  '<cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>',
  '</ram:SpecifiedTradeSettlementHeaderMonetarySummation>',
] as const;

/** Changes of an invoice between French companies that breaks no rule. */
export const FRENCH_ROWS: readonly FrenchRow[] = [
  row('accepts the base', [], []),
  both('requires numbers of at most 35 characters', becomes('F-2026-1', `F${'1'.repeat(35)}`), 'BR-FR-01'),
  {
    ...both('requires numbers without a blank', becomes('F-2026-1', 'F 2026'), 'BR-FR-02'),
    alsoInUbl: 'BR-FR-01',
  },
  row(
    'refuses other years of dates',
    becomes('2026-10-04', '1999-10-04'),
    becomes('20261004', '19991004'),
    'BR-FR-03',
  ),
  row(
    'refuses a day that February does not have',
    becomes('2026-10-04', '2026-02-29'),
    becomes('20261004', '20260229'),
    'BR-FR-03',
  ),
  both('refuses a type that France does not have', becomes('380', '326'), 'BR-FR-04'),
  row(
    'requires the note on late payment',
    ['#PMD#', '#AAI#'],
    ['<ram:SubjectCode>PMD<', '<ram:SubjectCode>AAI<'],
    'BR-FR-05',
  ),
  notes(
    'requires each note once',
    [
      ['BAR', 'B2B'],
      ['PMT', '40 €'],
    ],
    'BR-FR-06',
  ),
  both('refuses an unknown business process', becomes('M1', 'X1'), 'BR-FR-08'),
  identified('requires a SIRET of the SIREN', ' schemeID="0009"', '20000000800025', 'BR-FR-09'),
  row(
    'requires a SIREN of the seller',
    ['schemeID="0002">100000009<', 'schemeID="0088">100000009<'],
    ['schemeID="0002">100000009<', 'schemeID="0088">100000009<'],
    ...['BR-FR-09', 'BR-FR-10'],
  ),
  both(
    'requires a SIREN of the buyer',
    ['schemeID="0002">200000008<', 'schemeID="0002">20000000<'],
    'BR-FR-11',
    'BR-FR-32',
  ),
  row(
    "requires the buyer's address",
    ['<cbc:EndpointID schemeID="0225">200000008</cbc:EndpointID>', ''],
    [
      '<ram:URIUniversalCommunication><ram:URIID schemeID="0225">200000008</ram:URIID></ram:URIUniversalCommunication>',
      '',
    ],
    ...['BR-FR-12', 'BR-FR-21'],
  ),
  row(
    "requires the seller's address",
    ['<cbc:EndpointID schemeID="0225">100000009</cbc:EndpointID>', ''],
    [
      '<ram:URIUniversalCommunication><ram:URIID schemeID="0225">100000009</ram:URIID></ram:URIUniversalCommunication>',
      '',
    ],
    'BR-FR-13',
  ),
  row(
    'refuses the VAT category of the Canary Islands',
    ['<cac:ClassifiedTaxCategory><cbc:ID>S<', '<cac:ClassifiedTaxCategory><cbc:ID>L<'],
    [
      '<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S<',
      '<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>L<',
    ],
    'BR-FR-15',
  ),
  row('refuses a German rate', ['Percent>20<', 'Percent>19<'], ['Percent>20<', 'Percent>19<'], 'BR-FR-16'),
  row('accepts the old rate', ['Percent>20<', 'Percent>19.6<'], ['Percent>20<', 'Percent>19.6<']),
  both('refuses an unknown kind of attachment', becomes('PJA', 'Plan'), 'BR-FR-17'),
  row(
    'ends with an error on an attachment with two kinds',
    [
      '<cbc:DocumentDescription>PJA<',
      '<cbc:DocumentDescription>RIB</cbc:DocumentDescription><cbc:DocumentDescription>PJA<',
    ],
    ['<ram:Name>PJA<', '<ram:Name>RIB</ram:Name><ram:Name>PJA<'],
    'no verdict',
  ),
  row(
    'requires one readable copy',
    [
      '</cac:AdditionalDocumentReference>',
      '</cac:AdditionalDocumentReference>' +
        '<cac:AdditionalDocumentReference><cbc:ID>B</cbc:ID><cbc:DocumentDescription>LISIBLE</cbc:DocumentDescription></cac:AdditionalDocumentReference>'.repeat(
          2,
        ),
    ],
    [
      '</ram:AdditionalReferencedDocument>',
      '</ram:AdditionalReferencedDocument>' +
        '<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>B</ram:IssuerAssignedID><ram:TypeCode>916</ram:TypeCode><ram:Name>LISIBLE</ram:Name></ram:AdditionalReferencedDocument>'.repeat(
          2,
        ),
    ],
    'BR-FR-18',
  ),
  notes('knows what BAR says', [['BAR', 'B2G']], 'BR-FR-20'),
  notes(
    'requires only one note on the kind of invoice',
    [
      ['BAR', 'B2B'],
      ['BAR', 'B2C'],
    ],
    'BR-FR-31',
  ),
  both(
    'requires an address of the buyer',
    ['schemeID="0225">200000008<', 'schemeID="0225">300000007<'],
    'BR-FR-21',
  ),
  row(
    'requires an address of the seller of a self-billed invoice',
    [becomes('380', '389'), ['schemeID="0225">100000009<', 'schemeID="0225">300000007<']],
    [becomes('380', '389'), ['schemeID="0225">100000009<', 'schemeID="0225">300000007<']],
    'BR-FR-22',
  ),
  both(
    'refuses other characters of addresses',
    ['schemeID="0225">200000008<', 'schemeID="0225">200000008/A<'],
    'BR-FR-23',
  ),
  both('refuses other characters of routing codes', becomes('ACHATS', 'LES ACHATS'), 'BR-FR-24'),
  both(
    'requires short addresses',
    ['schemeID="0225">200000008<', `schemeID="0225">200000008_${'A'.repeat(116)}<`],
    'BR-FR-25',
  ),
  both('requires short routing codes', becomes('ACHATS', 'A'.repeat(101)), 'BR-FR-26'),
  row(
    'requires one value of an attribute',
    ['<cbc:Value>bleu</cbc:Value>', ''],
    ['<ram:Value>bleu</ram:Value>', ''],
    'BR-FR-28',
  ),
  row(
    'accepts a value with its unit',
    ['<cbc:Value>bleu</cbc:Value>', '<cbc:ValueQuantity unitCode="MTR">1</cbc:ValueQuantity>'],
    ['<ram:Value>bleu</ram:Value>', '<ram:ValueMeasure unitCode="MTR">1</ram:ValueMeasure>'],
  ),
  identified('requires nine digits of a SIREN', ' schemeID="0002"', '10000000', 'BR-FR-32'),
  row('requires the corrected invoice', becomes('380', '384'), becomes('380', '384'), 'BR-FR-CO-04'),
  row(
    'accepts a correction of one invoice',
    [becomes('380', '384'), [AFTER[0], AFTER[0] + ublReference('')]],
    [becomes('380', '384'), [AFTER[1], AFTER[1] + ciiReference]],
  ),
  row(
    'refuses a correction of two invoices',
    [becomes('380', '384'), [AFTER[0], AFTER[0] + ublReference('').repeat(2)]],
    [becomes('380', '384'), [AFTER[1], AFTER[1] + ciiReference.repeat(2)]],
    'BR-FR-CO-04',
  ),
  row(
    'requires the due date after the invoice',
    becomes('2026-11-04', '2026-10-01'),
    becomes('20261104', '20261001'),
    'BR-FR-CO-07',
  ),
  row(
    'accepts an earlier due date of a prepayment',
    [becomes('380', '386'), becomes('2026-11-04', '2026-10-01')],
    [becomes('380', '386'), becomes('20261104', '20261001')],
  ),
  row(
    'refuses a final process for a prepayment',
    [becomes('380', '386'), becomes('M1', 'M4')],
    [becomes('380', '386'), becomes('M1', 'M4')],
    'BR-FR-CO-08',
  ),
  both('requires the amounts of a paid invoice', becomes('M1', 'M2'), 'BR-FR-CO-09'),
  identified('requires a scheme of each identifier', '', 'K-1', 'BR-FR-CO-10'),
  identified('requires one identifier of a scheme', ' schemeID="0224"', 'VENTES', 'BR-FR-CO-10'),
  row(
    'requires VAT in EUR',
    ['EUR</cbc:DocumentCurrencyCode>', 'USD</cbc:DocumentCurrencyCode>'],
    ['EUR</ram:InvoiceCurrencyCode>', 'USD</ram:InvoiceCurrencyCode>'],
    'BR-FR-CO-12',
  ),
  identified(
    'requires the data of the single taxable person',
    ' schemeID="0231"',
    '300000007',
    'BR-FR-CO-14',
    'BR-FR-CO-15',
  ),
  both('requires amounts of two decimals', becomes('22.80', '22.801'), 'BR-FR-DEC-01'),
  both('requires at most four decimals of quantities', becomes('2', '2.00001'), 'BR-FR-DEC-02'),
  both('requires at most six decimals of prices', becomes('10', '10.0000001'), 'BR-FR-DEC-03'),
  both('requires positive prices', becomes('10', '-10'), 'BR-FR-DEC-03'),
  row('accepts a negative quantity', becomes('2', '-2'), becomes('2', '-2')),
  row(
    'requires at most two decimals of rates',
    ['Percent>20<', 'Percent>20.000<'],
    ['Percent>20<', 'Percent>20.000<'],
    'BR-FR-16',
    'BR-FR-DEC-04',
  ),
  both('requires groups for several sellers', becomes('M1', 'M8'), 'BR-FR-MV'),
  both('requires two groups in both directions', becomes('M1', 'M9'), 'BR-FR-BD', 'BR-FR-MV'),
];
