import assert from 'node:assert/strict';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { invoiceXml } from '../support/pdf/invoice-xml.ts';

type Edit = (xml: string) => string;

/** A change of a document of level EXTENDED, and the ids that it finds; the base finds none. */
export interface ExtendedRow {
  readonly it: string;
  readonly xml: string;
  readonly finds: readonly string[];
}

const replaced =
  (from: string, to: string): Edit =>
  (xml) => {
    assert.ok(xml.includes(from), from);
    return xml.replace(from, to);
  };
const all =
  (...edits: readonly Edit[]): Edit =>
  (xml) =>
    edits.reduce((edited, edit) => edit(edited), xml);
const before = (tag: string, text: string): Edit => replaced(tag, `${text}${tag}`);
const without = (text: string): Edit => replaced(text, '');

const LINE = /<ram:IncludedSupplyChainTradeLineItem>[^]*<\/ram:IncludedSupplyChainTradeLineItem>/;
const [line = ''] = LINE.exec(invoiceXml()) ?? [];

/** With a delivery date, so that no element is empty. */
const base = all(
  replaced(
    '<ram:ApplicableHeaderTradeDelivery/>',
    '<ram:ApplicableHeaderTradeDelivery><ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime><udt:DateTimeString format="102">20261005</udt:DateTimeString></ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent></ram:ApplicableHeaderTradeDelivery>',
  ),
)(invoiceXml({ specification: BT24.facturxExtended }));

/** Another line after the first one; its amount counts only if its kind says so. */
const another = (number: string, about: string, edit: Edit = (xml) => xml): Edit =>
  replaced(
    '</ram:IncludedSupplyChainTradeLineItem>',
    `</ram:IncludedSupplyChainTradeLineItem>${edit(
      line.replace('<ram:LineID>1</ram:LineID>', `<ram:LineID>${number}</ram:LineID>${about}`),
    )}`,
  );
const kind = (code: string): string => `<ram:LineStatusReasonCode>${code}</ram:LineStatusReasonCode>`;
const below = (number: string): string => `<ram:ParentLineID>${number}</ram:ParentLineID>`;
const SUM = '<ram:LineTotalAmount>100.00</ram:LineTotalAmount>';

/** The document in another VAT category, without VAT unless the category needs a rate. */
const inCategory = (code: string): Edit =>
  code === 'S' || code === 'L' ? named(code) : all(named(code), untaxed(code));

const named =
  (code: string): Edit =>
  (xml) =>
    xml.replaceAll('<ram:CategoryCode>S<', `<ram:CategoryCode>${code}<`);

const untaxed = (code: string): Edit =>
  all(
    (xml) => xml.replaceAll('>19.00</ram:RateApplicablePercent>', '>0</ram:RateApplicablePercent>'),
    replaced('<ram:CalculatedAmount>19.00<', '<ram:CalculatedAmount>0<'),
    replaced('currencyID="EUR">19.00<', 'currencyID="EUR">0<'),
    (xml) => xml.replaceAll('>119.00<', '>100.00<'),
    code === 'O'
      ? (xml) => xml.replaceAll('<ram:RateApplicablePercent>0</ram:RateApplicablePercent>', '')
      : (xml) => xml,
    ['E', 'AE', 'K', 'G', 'O'].includes(code)
      ? (xml) =>
          xml.replaceAll(
            '<ram:TypeCode>VAT</ram:TypeCode>',
            '<ram:TypeCode>VAT</ram:TypeCode><ram:ExemptionReason>none due</ram:ExemptionReason>',
          )
      : (xml) => xml,
    replaced(
      '<ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress></ram:BuyerTradeParty>',
      '<ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE987654324</ram:ID></ram:SpecifiedTaxRegistration></ram:BuyerTradeParty>',
    ),
    code === 'K'
      ? replaced(
          '<ram:ActualDeliverySupplyChainEvent>',
          '<ram:ShipToTradeParty><ram:PostalTradeAddress><ram:CountryID>FR</ram:CountryID></ram:PostalTradeAddress></ram:ShipToTradeParty><ram:ActualDeliverySupplyChainEvent>',
        )
      : (xml) => xml,
  );

/** With what else is wrong if a breakdown has another category. */
const CATEGORIES = [
  { code: 'S', prefix: 'BR-FXEXT-S', fatal: 'BR-FXEXT-S08b', also: ['BR-Z-09'] },
  { code: 'Z', prefix: 'BR-FXEXT-Z', fatal: 'BR-FXEXT-Z-08b', also: ['BR-E-10'] },
  { code: 'E', prefix: 'BR-FXEXT-E', fatal: 'BR-FXEXT-E-08b', also: [] },
  { code: 'AE', prefix: 'BR-FXEXT-AE', fatal: 'BR-FXEXT-AE-08b', also: [] },
  { code: 'K', prefix: 'BR-FXEXT-IC', fatal: 'BR-FXEXT-IC-08b', also: [] },
  { code: 'G', prefix: 'BR-FXEXT-G', fatal: 'BR-FXEXT-G-08b', also: [] },
  { code: 'O', prefix: 'BR-FXEXT-O', fatal: 'BR-FXEXT-O-08b', also: ['BR-48'] },
  { code: 'L', prefix: 'BR-FXEXT-AF', fatal: 'BR-FXEXT-AF-08b', also: ['BR-Z-09'] },
  { code: 'M', prefix: 'BR-FXEXT-AG', fatal: 'BR-FXEXT-AG-08b', also: [] },
] as const;

const breakdown = (code: string): RegExp =>
  new RegExp(
    `<ram:ApplicableTradeTax><ram:CalculatedAmount>(?:(?!</ram:ApplicableTradeTax>).)*<ram:CategoryCode>${code}<.*?</ram:ApplicableTradeTax>`,
  );

const categoryRows = CATEGORIES.flatMap(({ code, prefix, fatal, also }): ExtendedRow[] => {
  const own = inCategory(code)(base);
  const wrongBase = own.replace(breakdown(code), (tax) =>
    tax.replace('<ram:BasisAmount>100.00<', '<ram:BasisAmount>98.00<'),
  );
  const otherReason = own.replace(
    /<ram:TypeCode>VAT<\/ram:TypeCode>(<ram:ExemptionReason>none due<\/ram:ExemptionReason>)?/,
    '<ram:TypeCode>VAT</ram:TypeCode><ram:ExemptionReason>another</ram:ExemptionReason>',
  );
  const elsewhere = code === 'Z' ? 'E' : 'Z';
  const twoReasons = own.replace(breakdown(code), (tax) =>
    [
      tax,
      tax
        .replace('<ram:BasisAmount>100.00<', '<ram:BasisAmount>0.00<')
        .replace('>19.00</ram:CalculatedAmount>', '>0</ram:CalculatedAmount>')
        .replace(
          /<ram:ExemptionReason>.*?<\/ram:ExemptionReason>|(?<=VAT<\/ram:TypeCode>)(?!<ram:ExemptionReason>)/,
          '<ram:ExemptionReason>second</ram:ExemptionReason>',
        ),
    ].join(''),
  );
  return [
    { it: `accepts category ${code}`, xml: own, finds: [] },
    {
      it: `needs a breakdown of category ${code}`,
      xml: own.replace(breakdown(code), (tax) => tax.replace(`>${code}<`, `>${elsewhere}<`)),
      finds: [
        `${prefix}-01`,
        ...['-01', '-08b', '-08ini', '-08rev'].map((number) => `BR-FXEXT-${elsewhere}${number}`),
        ...also,
      ],
    },
    {
      it: `adds up category ${code}`,
      xml: wrongBase,
      finds: [fatal, `${prefix}-08ini`, `${prefix}-08rev`, ...(code === 'S' ? ['BR-FXEXT-S-09b'] : [])],
    },
    {
      it: `warns if no line of category ${code} has the reason`,
      xml: otherReason,
      finds: [`${prefix}-08rev`],
    },
    { it: `warns of two breakdowns of category ${code}`, xml: twoReasons, finds: [`${prefix}-08ini`] },
  ];
});

const charge = (indicator: boolean, reason: string): string =>
  `<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>${indicator}</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>0.00</ram:ActualAmount>${reason}<ram:CategoryTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19.00</ram:RateApplicablePercent></ram:CategoryTradeTax></ram:SpecifiedTradeAllowanceCharge>`;
const attribute = (text: string): Edit =>
  replaced(
    '<ram:Name>Paper</ram:Name>',
    `<ram:Name>Paper</ram:Name><ram:ApplicableProductCharacteristic>${text}</ram:ApplicableProductCharacteristic>`,
  );
const note = (text: string): string => `<ram:IncludedNote>${text}</ram:IncludedNote>`;
const FEE =
  '<ram:SpecifiedLogisticsServiceCharge><ram:Description>Freight</ram:Description><ram:AppliedAmount>10.00</ram:AppliedAmount><ram:AppliedTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>19.00</ram:RateApplicablePercent></ram:AppliedTradeTax></ram:SpecifiedLogisticsServiceCharge>';
const TERMS = '<ram:SpecifiedTradePaymentTerms>';

const EDITS: readonly (readonly [it: string, edit: Edit, finds: readonly string[]])[] = [
  ['accepts the base', (xml) => xml, []],
  [
    'accepts a fee of logistics',
    all(
      before(TERMS, FEE),
      replaced('<ram:BasisAmount>100.00<', '<ram:BasisAmount>110.00<'),
      replaced('<ram:CalculatedAmount>19.00<', '<ram:CalculatedAmount>20.90<'),
      replaced('currencyID="EUR">19.00<', 'currencyID="EUR">20.90<'),
      before('<ram:TaxBasisTotalAmount>', '<ram:ChargeTotalAmount>10.00</ram:ChargeTotalAmount>'),
      replaced('<ram:TaxBasisTotalAmount>100.00<', '<ram:TaxBasisTotalAmount>110.00<'),
      (xml) => xml.replaceAll('>119.00<', '>130.90<'),
    ),
    [],
  ],
  [
    'accepts a group that adds up its lines',
    all(
      replaced('<ram:LineID>1</ram:LineID>', `<ram:LineID>1</ram:LineID>${below('2')}${kind('DETAIL')}`),
      another('2', kind('GROUP')),
    ),
    [],
  ],
  [
    'accepts a cent of rounding for each line',
    replaced('<ram:TaxBasisTotalAmount>100.00<', '<ram:TaxBasisTotalAmount>100.01<'),
    [],
  ],
  [
    'has due dates or terms',
    replaced(
      '<ram:DueDateDateTime><udt:DateTimeString format="102">20261104</udt:DateTimeString></ram:DueDateDateTime>',
      '<ram:DirectDebitMandateID>M</ram:DirectDebitMandateID>',
    ),
    ['BR-CO-25'],
  ],
  [
    'adds up lines',
    replaced(
      '<ram:LineTotalAmount>100.00</ram:LineTotalAmount><ram:TaxBasis',
      '<ram:LineTotalAmount>100.02</ram:LineTotalAmount><ram:TaxBasis',
    ),
    ['BR-FXEXT-CO-10'],
  ],
  [
    'adds up allowances',
    before('<ram:TaxBasisTotalAmount>', '<ram:AllowanceTotalAmount>0.01</ram:AllowanceTotalAmount>'),
    ['BR-FXEXT-CO-11'],
  ],
  [
    'adds up charges',
    before('<ram:TaxBasisTotalAmount>', '<ram:ChargeTotalAmount>0.01</ram:ChargeTotalAmount>'),
    ['BR-FXEXT-CO-12'],
  ],
  [
    'computes the total without VAT',
    all(replaced('<ram:TaxBasisTotalAmount>100.00<', '<ram:TaxBasisTotalAmount>100.02<'), (xml) =>
      xml.replaceAll('>119.00<', '>119.02<'),
    ),
    ['BR-FXEXT-CO-13'],
  ],
  ['computes the total with VAT', (xml) => xml.replaceAll('>119.00<', '>119.02<'), ['BR-FXEXT-CO-15']],
  [
    'computes the amount due',
    replaced('<ram:DuePayableAmount>119.00<', '<ram:DuePayableAmount>118.99<'),
    ['BR-FXEXT-CO-16'],
  ],
  [
    'computes the VAT of category S',
    all(
      replaced('<ram:CalculatedAmount>19.00<', '<ram:CalculatedAmount>19.02<'),
      replaced('currencyID="EUR">19.00<', 'currencyID="EUR">19.02<'),
      (xml) => xml.replaceAll('>119.00<', '>119.02<'),
    ),
    ['BR-FXEXT-S-09b'],
  ],
  ['needs the reason of a charge', before(TERMS, charge(true, '')), ['BR-FXEXT-BR-38', 'BR-FXEXT-CO-12']],
  [
    'needs the reason of a charge on a line',
    before(
      `<ram:SpecifiedTradeSettlementLineMonetarySummation>${SUM}`,
      '<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>true</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>0.00</ram:ActualAmount></ram:SpecifiedTradeAllowanceCharge>',
    ),
    ['BR-FXEXT-BR-44'],
  ],
  ['needs the name of an attribute', attribute('<ram:Value>A4</ram:Value>'), ['BR-FXEXT-BR-54-1']],
  [
    'needs the value of an attribute',
    attribute('<ram:Description>Size</ram:Description>'),
    ['BR-FXEXT-BR-54-2'],
  ],
  [
    'warns of an unknown code of an attribute',
    attribute('<ram:TypeCode>NONE</ram:TypeCode><ram:Value>A4</ram:Value>'),
    ['BR-FXEXT-04'],
  ],
  [
    'needs the text of a note',
    before('</rsm:ExchangedDocument>', note('<ram:SubjectCode>AAI</ram:SubjectCode>')),
    ['BR-FXEXT-01'],
  ],
  [
    'needs the text of a note of a line',
    before('</ram:AssociatedDocumentLineDocument>', note('<ram:SubjectCode>AAI</ram:SubjectCode>')),
    ['BR-FXEXT-02'],
  ],
  [
    'knows VAT numbers of other parties only',
    replaced(
      '</ram:BuyerTradeParty>',
      '<ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">1</ram:ID></ram:SpecifiedTaxRegistration></ram:BuyerTradeParty>',
    ),
    ['BR-FXEXT-03', 'FX-SCH-A-000703'],
  ],
  [
    'needs the kind of a line below another',
    all(another('2', below('1')), replaced(SUM, '<ram:LineTotalAmount>0.00</ram:LineTotalAmount>')),
    ['BR-FXEXT-06'],
  ],
  [
    'adds up groups',
    all(
      another('2', kind('GROUP')),
      replaced('<ram:LineID>1</ram:LineID>', `<ram:LineID>1</ram:LineID>${below('2')}${kind('DETAIL')}`),
      another('3', `${below('2')}${kind('GROUP')}`),
    ),
    ['BR-FXEXT-08'],
  ],
  [
    'finds the line above',
    replaced('<ram:LineID>1</ram:LineID>', `<ram:LineID>1</ram:LineID>${below('9')}${kind('DETAIL')}`),
    ['BR-FXEXT-11'],
  ],
  [
    'needs the amount of a group in a group',
    all(another('2', kind('GROUP')), another('3', `${below('2')}${kind('GROUP')}`, without(SUM))),
    ['BR-FXEXT-08', 'BR-FXEXT-12', 'PEPPOL-EN16931-R008'],
  ],
  [
    'needs a quantity',
    without('<ram:BilledQuantity unitCode="C62">10</ram:BilledQuantity>'),
    ['BR-FXEXT-BR-22', 'BR-FXEXT-BR-23', 'PEPPOL-EN16931-R008'],
  ],
  ['needs a unit', without(' unitCode="C62"'), ['BR-FXEXT-BR-23']],
  [
    'needs the amount of a line',
    another(
      '2',
      '',
      without(
        `<ram:SpecifiedTradeSettlementLineMonetarySummation>${SUM}</ram:SpecifiedTradeSettlementLineMonetarySummation>`,
      ),
    ),
    ['BR-FXEXT-BR-24'],
  ],
  [
    'needs a price',
    without(
      '<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>10.00</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>',
    ),
    ['BR-FXEXT-BR-26'],
  ],
  [
    'needs the VAT category of a line',
    another(
      '2',
      '',
      all(
        without('<ram:CategoryCode>S</ram:CategoryCode>'),
        replaced(SUM, '<ram:LineTotalAmount>0.00</ram:LineTotalAmount>'),
      ),
    ),
    ['BR-FXEXT-CO-04'],
  ],
  [
    'knows times of day',
    replaced('<udt:DateTimeString format="102">20261104<', '<udt:DateTimeString format="205">20261104<'),
    ['BR-FXEXT-CII-DT-097a', 'FX-SCH-A-000983'],
  ],
];

export const EXTENDED_ROWS: readonly ExtendedRow[] = [
  ...EDITS.map(([it_, edit, finds]) => ({ it: it_, xml: edit(base), finds })),
  ...categoryRows,
];
