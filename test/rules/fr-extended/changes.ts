import assert from 'node:assert/strict';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import type { RuledSyntax } from '../../support/built-in-rules.ts';

type Edit = (xml: string) => string;

/** A change of an invoice between companies, which breaks no rule of EXTENDED-CTC-FR as it is. */
export interface Change {
  readonly it: string;
  readonly finds: readonly string[];
  readonly edit: Edit;
}

const all =
  (...edits: readonly Edit[]): Edit =>
  (xml) =>
    edits.reduce((edited, edit) => edit(edited), xml);
const swap =
  (from: string, to: string): Edit =>
  (xml) => {
    assert.ok(xml.includes(from), `the document has no ${from}`);
    return xml.replaceAll(from, () => to);
  };
const without = (text: string): Edit => swap(text, '');
const before = (text: string, added: string): Edit => swap(text, `${added}${text}`);
const after = (text: string, added: string): Edit => swap(text, `${text}${added}`);
const untouched: Edit = (xml) => xml;

/** The document under the name of the profile. */
export const named: Edit = swap('>urn:cen.eu:en16931:2017<', `>${BT24.extendedCtcFr}<`);

/** The line, changed, once more. */
const again =
  (line: RegExp, edit: Edit): Edit =>
  (xml) => {
    const [found = ''] = line.exec(xml) ?? [];
    return xml.replace(found, () => found + edit(found));
  };

const CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
type Category = (typeof CATEGORIES)[number];
/** Of the category's rate; its reason if it needs one. */
const hasRate = (code: Category): boolean => ['S', 'L', 'M'].includes(code);
const hasReason = (code: Category): boolean => ['E', 'AE', 'K', 'G', 'O'].includes(code);

/** An invoice, or the line, in another category. */
const IN_CATEGORY: Readonly<Record<RuledSyntax, (code: Category) => Edit>> = {
  ubl: (code) => {
    const rate = code === 'O' ? '' : `<cbc:Percent>${hasRate(code) ? 20 : 0}</cbc:Percent>`;
    const reason = hasReason(code) ? '<cbc:TaxExemptionReason>none due</cbc:TaxExemptionReason>' : '';
    return swap(
      '<cbc:ID>S</cbc:ID><cbc:Percent>20</cbc:Percent>',
      `<cbc:ID>${code}</cbc:ID>${rate}${reason}`,
    );
  },
  cii: (code) => {
    const rate = `<ram:RateApplicablePercent>${hasRate(code) ? 20 : 0}</ram:RateApplicablePercent>`;
    const reason = hasReason(code) ? '<ram:ExemptionReason>none due</ram:ExemptionReason>' : '';
    return all(
      swap('<ram:RateApplicablePercent>20</ram:RateApplicablePercent>', code === 'O' ? '' : rate),
      swap('<ram:TypeCode>VAT</ram:TypeCode>', `<ram:TypeCode>VAT</ram:TypeCode>${reason}`),
      swap('<ram:CategoryCode>S<', `<ram:CategoryCode>${code}<`),
    );
  },
};
const untaxed = (code: Category): Edit =>
  hasRate(code) ? untouched : all(swap('>3.80<', '>0.00<'), swap('>22.80<', '>19.00<'));

/** A line of nothing. */
const OF_NOTHING: Readonly<Record<RuledSyntax, (edit: Edit) => Edit>> = {
  ubl: (edit) =>
    again(
      /<cac:InvoiceLine>.*<\/cac:InvoiceLine>/,
      all(swap('<cbc:ID>1<', '<cbc:ID>2<'), swap('>20.00<', '>0.00<'), edit),
    ),
  cii: (edit) =>
    again(
      /<ram:IncludedSupplyChainTradeLineItem>.*<\/ram:IncludedSupplyChainTradeLineItem>/,
      all(swap('<ram:LineID>1<', '<ram:LineID>2<'), swap('>20.00<', '>0.00<'), edit),
    ),
};

const TAXABLE: Readonly<Record<RuledSyntax, Edit>> = {
  ubl: swap('<cbc:TaxableAmount currencyID="EUR">19.00', '<cbc:TaxableAmount currencyID="EUR">18.00'),
  cii: swap('<ram:BasisAmount>19.00', '<ram:BasisAmount>18.00'),
};

const TAX: Readonly<Record<RuledSyntax, Edit>> = {
  ubl: swap('>0.00</cbc:TaxAmount><cac:TaxCategory>', '>1.00</cbc:TaxAmount><cac:TaxCategory>'),
  cii: swap('<ram:CalculatedAmount>0.00', '<ram:CalculatedAmount>1.00'),
};

const ofCategories = (syntax: RuledSyntax): readonly Change[] =>
  CATEGORIES.flatMap((code) => {
    const [name, own] = [NAMES[code] ?? code, OWN[syntax]];
    // The invoice names no country of delivery.
    const unnamed = code === 'K' ? ['BR-IC-12'] : [];
    // The rules of EN 16931 on AE and M have stayed in UBL.
    const beside = syntax === 'ubl' && ['AE', 'M'].includes(code) ? [`BR-${name}-01`] : [];
    const amounts = ['08', '08ini', '08rev', ...(code === 'S' ? ['09'] : [])];
    const moved = all(IN_CATEGORY[syntax](code), untaxed(code));
    const other = code === 'S' ? all(IN_CATEGORY[syntax]('Z'), untaxed('Z')) : untouched;
    const line = code === 'S' ? swap(...BACK[syntax]) : IN_CATEGORY[syntax](code);
    return [
      { it: `accepts category ${code}`, finds: unnamed, edit: moved },
      {
        it: `refuses a line of category ${code} without a breakdown`,
        finds: [...beside, `BR-FREXT-${name}-01`],
        edit: all(other, OF_NOTHING[syntax](line)),
      },
      {
        it: `refuses a taxable amount of category ${code} that is not its parts`,
        finds: [...unnamed, ...amounts.map((nn) => `${own}-${name}-${nn}`)],
        edit: all(moved, TAXABLE[syntax]),
      },
      ...(hasRate(code) || code === 'O'
        ? []
        : [
            {
              it: `refuses a VAT amount of category ${code}`,
              finds: [...unnamed, 'BR-CO-14', `BR-${name}-09`],
              edit: all(moved, TAX[syntax]),
            },
          ]),
    ];
  });
/** Of categories that rules call otherwise. */
const NAMES: Readonly<Partial<Record<Category, string>>> = { K: 'IC', L: 'AF', M: 'AG' };
const OWN: Readonly<Record<RuledSyntax, string>> = { ubl: 'BR-FREXT', cii: 'BR-FXEXT' };
const BACK: Readonly<Record<RuledSyntax, readonly [string, string]>> = {
  ubl: ['<cbc:ID>Z</cbc:ID><cbc:Percent>0<', '<cbc:ID>S</cbc:ID><cbc:Percent>20<'],
  cii: [
    '<ram:CategoryCode>Z</ram:CategoryCode><ram:RateApplicablePercent>0<',
    '<ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>20<',
  ],
};

/** In UBL a line names its kind, and the line above it, in a reference to the invoice itself. */
const inGroup = (kind: string, above?: string, invoice = 'F-2026-1'): Edit => {
  const status = kind && `<cbc:DocumentStatusCode>${kind}</cbc:DocumentStatusCode>`;
  const line = above ? `<cac:BillingReferenceLine><cbc:ID>${above}</cbc:ID></cac:BillingReferenceLine>` : '';
  return before(
    '<cac:Item>',
    `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>${invoice}</cbc:ID>${status}</cac:InvoiceDocumentReference>${line}</cac:BillingReference>`,
  );
};
const inGroupOfCii = (kind: string, above?: string): Edit =>
  swap(
    '</ram:LineID>',
    `</ram:LineID>${above ? `<ram:ParentLineID>${above}</ram:ParentLineID>` : ''}${
      kind && `<ram:LineStatusReasonCode>${kind}</ram:LineStatusReasonCode>`
    }`,
  );

const UBL_CHARGE = (reason: string): Edit =>
  all(
    before(
      '<cac:TaxTotal>',
      `<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator>${reason}<cbc:Amount currencyID="EUR">0.00</cbc:Amount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>20</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:AllowanceCharge>`,
    ),
    before('<cbc:PayableAmount', '<cbc:ChargeTotalAmount currencyID="EUR">0.00</cbc:ChargeTotalAmount>'),
  );
const ublReason = (list: string, code: string): Edit =>
  UBL_CHARGE(`<cbc:AllowanceChargeReasonCode${list}>${code}</cbc:AllowanceChargeReasonCode>`);

const CII_CHARGE = (reason: string): Edit =>
  all(
    before(
      '<ram:SpecifiedTradePaymentTerms>',
      `<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>true</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>0.00</ram:ActualAmount>${reason}<ram:CategoryTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>20</ram:RateApplicablePercent></ram:CategoryTradeTax></ram:SpecifiedTradeAllowanceCharge>`,
    ),
    before('<ram:AllowanceTotalAmount>', '<ram:ChargeTotalAmount>0.00</ram:ChargeTotalAmount>'),
  );
const ciiReason = (list: string, code: string): Edit =>
  CII_CHARGE(`<ram:ReasonCode${list}>${code}</ram:ReasonCode>`);

const UBL: readonly Change[] = [
  {
    it: 'refuses a sum of the lines that they do not give',
    finds: ['BR-FREXT-CO-10'],
    edit: swap(
      '<cbc:LineExtensionAmount currencyID="EUR">20.00</cbc:LineExtensionAmount><cbc:TaxEx',
      '<cbc:LineExtensionAmount currencyID="EUR">20.02</cbc:LineExtensionAmount><cbc:TaxEx',
    ),
  },
  {
    it: 'accepts a sum that is a cent off',
    finds: [],
    edit: swap(
      '<cbc:LineExtensionAmount currencyID="EUR">20.00</cbc:LineExtensionAmount><cbc:TaxEx',
      '<cbc:LineExtensionAmount currencyID="EUR">20.01</cbc:LineExtensionAmount><cbc:TaxEx',
    ),
  },
  {
    it: 'refuses a sum of the allowances that they do not give',
    finds: ['BR-FREXT-CO-11'],
    edit: swap(
      '<cbc:AllowanceTotalAmount currencyID="EUR">1.00',
      '<cbc:AllowanceTotalAmount currencyID="EUR">1.02',
    ),
  },
  {
    it: 'refuses a sum of charges without a charge',
    finds: ['BR-FREXT-CO-12'],
    edit: before(
      '<cbc:PayableAmount',
      '<cbc:ChargeTotalAmount currencyID="EUR">5.00</cbc:ChargeTotalAmount>',
    ),
  },
  {
    it: 'refuses a total without VAT that does not follow',
    finds: ['BR-FREXT-CO-13', 'BR-FREXT-CO-15'],
    edit: swap(
      '<cbc:TaxExclusiveAmount currencyID="EUR">19.00',
      '<cbc:TaxExclusiveAmount currencyID="EUR">18.00',
    ),
  },
  {
    it: 'refuses a total with VAT that does not follow',
    finds: ['BR-FREXT-CO-15'],
    edit: swap('>22.80<', '>23.80<'),
  },
  {
    it: 'refuses an amount due without a day or terms',
    finds: ['BR-CO-25'],
    edit: without('<cbc:DueDate>2026-11-04</cbc:DueDate>'),
  },
  {
    it: 'refuses a line without a quantity',
    finds: ['BR-FREXT-22', 'BR-FREXT-23'],
    edit: without('<cbc:InvoicedQuantity unitCode="C62">2</cbc:InvoicedQuantity>'),
  },
  { it: 'refuses a quantity without a unit', finds: ['BR-FREXT-23'], edit: without(' unitCode="C62"') },
  {
    it: 'refuses a line without an amount',
    finds: [
      'BR-FREXT-24',
      'BR-FREXT-CO-10',
      'BR-FREXT-CO-13',
      'BR-FREXT-S-08',
      'BR-FREXT-S-08ini',
      'BR-FREXT-S-08rev',
    ],
    edit: swap(
      '</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">20.00</cbc:LineExtensionAmount>',
      '</cbc:InvoicedQuantity>',
    ),
  },
  {
    it: 'refuses a line without a price',
    finds: ['BR-FREXT-26'],
    edit: without('<cac:Price><cbc:PriceAmount currencyID="EUR">10</cbc:PriceAmount></cac:Price>'),
  },
  {
    it: 'refuses a line without a category',
    finds: ['BR-FREXT-CO-04', 'BR-FREXT-S-08', 'BR-FREXT-S-08ini', 'BR-FREXT-S-08rev', 'UBL-FREXT-SR-48'],
    edit: without(
      '<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>20</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory>',
    ),
  },
  {
    it: 'refuses an attribute without a name',
    finds: ['BR-FREXT-54-1'],
    edit: without('<cbc:Name>Couleur</cbc:Name>'),
  },
  {
    it: 'refuses an attribute without a value',
    finds: ['BR-FREXT-54-2'],
    edit: without('<cbc:Value>bleu</cbc:Value>'),
  },
  {
    it: 'refuses an unknown code of an attribute',
    finds: ['BR-FREXT-04'],
    edit: swap('<cbc:Name>Couleur</cbc:Name>', '<cbc:NameCode>Couleur</cbc:NameCode>'),
  },
  {
    it: 'accepts a measured attribute',
    finds: [],
    edit: swap(
      '<cbc:Name>Couleur</cbc:Name><cbc:Value>bleu</cbc:Value>',
      '<cbc:NameCode>AAA</cbc:NameCode><cbc:ValueQuantity unitCode="KGM">1</cbc:ValueQuantity>',
    ),
  },
  {
    it: 'accepts a line within a group',
    finds: [],
    edit: all(
      inGroup('DETAIL', '2'),
      OF_NOTHING.ubl(
        all(
          swap('>0.00<', '>20.00<'),
          swap('>DETAIL<', '>GROUP<'),
          without('<cac:BillingReferenceLine><cbc:ID>2</cbc:ID></cac:BillingReferenceLine>'),
        ),
      ),
    ),
  },
  {
    it: 'refuses an unknown kind of a line',
    finds: [
      'BR-FREXT-05',
      'BR-FREXT-CO-10',
      'BR-FREXT-CO-13',
      'BR-FREXT-S-08',
      'BR-FREXT-S-08ini',
      'BR-FREXT-S-08rev',
    ],
    edit: inGroup('X'),
  },
  {
    it: 'refuses a line below another without a kind',
    finds: [
      'BR-FREXT-06',
      'BR-FREXT-11',
      'BR-FREXT-CO-10',
      'BR-FREXT-CO-13',
      'BR-FREXT-S-08',
      'BR-FREXT-S-08ini',
      'BR-FREXT-S-08rev',
    ],
    edit: all(OF_NOTHING.ubl(untouched), inGroup('', '1')),
  },
  {
    it: 'refuses a group whose amount is not that of its lines',
    finds: ['BR-FREXT-08'],
    edit: OF_NOTHING.ubl(all(swap('>0.00<', '>7.00<'), inGroup('GROUP'))),
  },
  {
    it: 'refuses a line below one that does not occur',
    finds: ['BR-FREXT-11'],
    edit: inGroup('DETAIL', '9'),
  },
  { it: 'refuses a line below itself', finds: ['BR-FREXT-11'], edit: inGroup('DETAIL', '1') },
  {
    it: 'refuses a group with an amount above one without',
    finds: [
      'BR-FREXT-08',
      'BR-FREXT-12',
      'BR-FREXT-CO-10',
      'BR-FREXT-CO-13',
      'BR-FREXT-S-08',
      'BR-FREXT-S-08ini',
      'BR-FREXT-S-08rev',
    ],
    edit: all(
      inGroup('GROUP'),
      OF_NOTHING.ubl(
        all(
          swap(
            '<cbc:DocumentStatusCode>GROUP</cbc:DocumentStatusCode></cac:InvoiceDocumentReference>',
            '<cbc:DocumentStatusCode>GROUP</cbc:DocumentStatusCode></cac:InvoiceDocumentReference><cac:BillingReferenceLine><cbc:ID>1</cbc:ID></cac:BillingReferenceLine>',
          ),
          without('<cbc:LineExtensionAmount currencyID="EUR">0.00</cbc:LineExtensionAmount>'),
        ),
      ),
    ),
  },
  {
    it: 'refuses an unknown scheme of a party',
    finds: ['BR-FREXT-CL-10'],
    edit: swap('schemeID="0224"', 'schemeID="XX"'),
  },
  { it: 'accepts the scheme BY', finds: [], edit: swap('schemeID="0224"', 'schemeID="BY"') },
  { it: 'accepts the scheme SEPA of a seller', finds: [], edit: swap('schemeID="0224"', 'schemeID="SEPA"') },
  { it: 'accepts a tax as a charge', finds: [], edit: ublReason(' listID="5153"', 'ENV') },
  { it: 'refuses an unknown reason of a charge', finds: ['BR-FREXT-CL-20'], edit: ublReason('', 'XXX') },
  { it: 'refuses VAT as a charge', finds: ['BR-FREXT-CL-20-TAX'], edit: ublReason(' listID="5153"', 'VAT') },
  {
    it: 'refuses another list of reasons',
    finds: ['BR-FREXT-CL-20-LISTID'],
    edit: ublReason(' listID="5189"', '95'),
  },
  {
    it: 'refuses a media type',
    finds: ['BR-FREXT-CL-24'],
    edit: swap(
      '<cac:ExternalReference><cbc:URI>https://files.example/a-1</cbc:URI></cac:ExternalReference>',
      '<cbc:EmbeddedDocumentBinaryObject mimeCode="text/html" filename="a">QQ==</cbc:EmbeddedDocumentBinaryObject>',
    ),
  },
  {
    it: 'accepts an attachment in XML',
    finds: [],
    edit: swap(
      '<cac:ExternalReference><cbc:URI>https://files.example/a-1</cbc:URI></cac:ExternalReference>',
      '<cbc:EmbeddedDocumentBinaryObject mimeCode="text/xml" filename="a">QQ==</cbc:EmbeddedDocumentBinaryObject>',
    ),
  },
  {
    it: 'refuses an unknown term of delivery',
    finds: ['BR-FREXT-CL-27'],
    edit: after('</cac:Delivery>', '<cac:DeliveryTerms><cbc:ID>XXX</cbc:ID></cac:DeliveryTerms>'),
  },
  {
    it: 'warns of more than a term of delivery',
    finds: ['UBL-FREXT-CR-410'],
    edit: after(
      '</cac:Delivery>',
      '<cac:DeliveryTerms><cbc:ID>DAP</cbc:ID><cbc:SpecialTerms>x</cbc:SpecialTerms></cac:DeliveryTerms>',
    ),
  },
  {
    it: 'warns of more than a term of delivery of a line',
    finds: ['UBL-FREXT-CR-645'],
    edit: before(
      '<cac:Item>',
      '<cac:DeliveryTerms><cbc:ID>DAP</cbc:ID><cbc:SpecialTerms>x</cbc:SpecialTerms></cac:DeliveryTerms>',
    ),
  },
  {
    it: 'warns of more than an exchange rate',
    finds: ['CII-FREXT-CR-490'],
    edit: before(
      '<cac:AllowanceCharge>',
      '<cac:TaxExchangeRate><cbc:SourceCurrencyCode>EUR</cbc:SourceCurrencyCode><cbc:TargetCurrencyCode>EUR</cbc:TargetCurrencyCode><cbc:CalculationRate>1</cbc:CalculationRate><cbc:MathematicOperatorCode>multiply</cbc:MathematicOperatorCode></cac:TaxExchangeRate>',
    ),
  },
  {
    it: 'refuses a line with two categories',
    finds: ['UBL-FREXT-SR-48'],
    edit: (xml) => xml.replace(/(<cac:ClassifiedTaxCategory>.*<\/cac:ClassifiedTaxCategory>)/, '$1$1'),
  },
  {
    it: 'accepts a line of the kind INFORMATION without a category',
    finds: [],
    edit: OF_NOTHING.ubl(
      all(
        (xml) => xml.replace(/<cac:ClassifiedTaxCategory>.*<\/cac:ClassifiedTaxCategory>/, ''),
        inGroup('INFORMATION'),
      ),
    ),
  },
];

const CII: readonly Change[] = [
  {
    it: 'refuses a sum of the lines that they do not give',
    finds: ['BR-FREXT-CO-10'],
    edit: swap(
      'Summation><ram:LineTotalAmount>20.00</ram:LineTotalAmount><ram:Allow',
      'Summation><ram:LineTotalAmount>20.02</ram:LineTotalAmount><ram:Allow',
    ),
  },
  {
    it: 'accepts a sum that is a cent off',
    finds: [],
    edit: swap(
      'Summation><ram:LineTotalAmount>20.00</ram:LineTotalAmount><ram:Allow',
      'Summation><ram:LineTotalAmount>20.01</ram:LineTotalAmount><ram:Allow',
    ),
  },
  {
    it: 'refuses a sum of the allowances that they do not give',
    finds: ['BR-FREXT-CO-11'],
    edit: swap('<ram:AllowanceTotalAmount>1.00', '<ram:AllowanceTotalAmount>1.02'),
  },
  {
    it: 'refuses a sum of charges without a charge',
    finds: ['BR-FREXT-CO-12'],
    edit: before('<ram:AllowanceTotalAmount>', '<ram:ChargeTotalAmount>5.00</ram:ChargeTotalAmount>'),
  },
  {
    it: 'refuses a total without VAT that does not follow',
    finds: ['BR-FREXT-CO-13', 'BR-FREXT-CO-15'],
    edit: swap('<ram:TaxBasisTotalAmount>19.00', '<ram:TaxBasisTotalAmount>18.00'),
  },
  {
    it: 'refuses a total with VAT that does not follow',
    finds: ['BR-FREXT-CO-15'],
    edit: swap('>22.80<', '>23.80<'),
  },
  {
    it: 'refuses an invoice without a VAT total',
    finds: ['BR-FREXT-CO-15'],
    edit: without('<ram:TaxTotalAmount currencyID="EUR">3.80</ram:TaxTotalAmount>'),
  },
  {
    it: 'refuses an amount due without a day or terms',
    finds: ['BR-CO-25'],
    edit: without(
      '<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20261104</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>',
    ),
  },
  {
    it: 'refuses a line without a quantity',
    finds: ['BR-FREXT-BR-22', 'BR-FREXT-BR-23'],
    edit: without('<ram:BilledQuantity unitCode="C62">2</ram:BilledQuantity>'),
  },
  { it: 'refuses a quantity without a unit', finds: ['BR-FREXT-BR-23'], edit: without(' unitCode="C62"') },
  {
    it: 'refuses a line without an amount',
    finds: [
      'BR-FREXT-BR-24',
      'BR-FREXT-CO-10',
      'BR-FREXT-CO-13',
      'BR-FXEXT-S-08',
      'BR-FXEXT-S-08ini',
      'BR-FXEXT-S-08rev',
    ],
    edit: swap(
      '<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>20.00</ram:LineTotalAmount>',
      '<ram:SpecifiedTradeSettlementLineMonetarySummation>',
    ),
  },
  {
    it: 'refuses a line without a price',
    finds: ['BR-FREXT-BR-26'],
    edit: without('<ram:ChargeAmount>10</ram:ChargeAmount>'),
  },
  {
    it: 'refuses a line without a category',
    finds: ['BR-FREXT-CO-04', 'BR-FXEXT-S-08', 'BR-FXEXT-S-08ini', 'BR-FXEXT-S-08rev'],
    edit: (xml) => xml.replace('<ram:CategoryCode>S</ram:CategoryCode>', ''),
  },
  {
    it: 'refuses an attribute without a name',
    finds: ['BR-FREXT-54-1'],
    edit: without('<ram:Description>Couleur</ram:Description>'),
  },
  {
    it: 'refuses an attribute without a value',
    finds: ['BR-FREXT-54-2'],
    edit: without('<ram:Value>bleu</ram:Value>'),
  },
  {
    it: 'warns of an unknown code of an attribute',
    finds: ['BR-FXEXT-04'],
    edit: swap(
      '<ram:Description>Couleur</ram:Description>',
      '<ram:TypeCode>Couleur</ram:TypeCode><ram:Description>Couleur</ram:Description>',
    ),
  },
  {
    it: 'accepts a measured attribute without a text',
    finds: [],
    edit: swap('<ram:Value>bleu</ram:Value>', '<ram:ValueMeasure unitCode="KGM">1</ram:ValueMeasure>'),
  },
  {
    it: 'accepts a line within a group',
    finds: [],
    edit: all(
      inGroupOfCii('DETAIL', '2'),
      OF_NOTHING.cii(
        all(
          swap('>0.00<', '>20.00<'),
          swap(
            '<ram:ParentLineID>2</ram:ParentLineID><ram:LineStatusReasonCode>DETAIL<',
            '<ram:LineStatusReasonCode>GROUP<',
          ),
        ),
      ),
    ),
  },
  {
    it: 'refuses an unknown kind of a line',
    finds: [
      'BR-FREXT-05',
      'BR-FREXT-CO-10',
      'BR-FREXT-CO-13',
      'BR-FXEXT-S-08',
      'BR-FXEXT-S-08ini',
      'BR-FXEXT-S-08rev',
    ],
    edit: inGroupOfCii('X'),
  },
  {
    it: 'refuses a line below another without a kind',
    finds: ['BR-FREXT-06'],
    edit: all(OF_NOTHING.cii(inGroupOfCii('', '1'))),
  },
  {
    it: 'refuses a group whose amount is not that of its lines',
    finds: ['BR-FREXT-08'],
    edit: OF_NOTHING.cii(all(swap('>0.00<', '>7.00<'), inGroupOfCii('GROUP'))),
  },
  {
    it: 'refuses a line below one that does not occur',
    finds: ['BR-FREXT-11'],
    edit: inGroupOfCii('DETAIL', '9'),
  },
  { it: 'refuses a line below itself', finds: ['BR-FREXT-11'], edit: inGroupOfCii('DETAIL', '1') },
  {
    it: 'refuses a group with an amount above one without',
    finds: [
      'BR-FREXT-08',
      'BR-FREXT-12',
      'BR-FREXT-CO-10',
      'BR-FREXT-CO-13',
      'BR-FXEXT-S-08',
      'BR-FXEXT-S-08ini',
      'BR-FXEXT-S-08rev',
    ],
    edit: all(
      OF_NOTHING.cii(
        all(without('<ram:LineTotalAmount>0.00</ram:LineTotalAmount>'), inGroupOfCii('GROUP', '1')),
      ),
      swap(
        '<ram:LineID>1</ram:LineID>',
        '<ram:LineID>1</ram:LineID><ram:LineStatusReasonCode>GROUP</ram:LineStatusReasonCode>',
      ),
    ),
  },
  {
    it: 'refuses an unknown scheme of a party',
    finds: ['BR-FREXT-CL-10'],
    edit: swap('schemeID="0224"', 'schemeID="XX"'),
  },
  { it: 'accepts the scheme BY', finds: [], edit: swap('schemeID="0224"', 'schemeID="BY"') },
  { it: 'accepts a tax as a charge', finds: [], edit: ciiReason(' listID="5153"', 'ENV') },
  { it: 'refuses a charge without a reason', finds: ['BR-FREXT-BR-38'], edit: CII_CHARGE('') },
  { it: 'refuses an unknown reason of a charge', finds: ['BR-FREXT-CL-20'], edit: ciiReason('', 'XXX') },
  { it: 'refuses VAT as a charge', finds: ['BR-FREXT-CL-20-TAX'], edit: ciiReason(' listID="5153"', 'VAT') },
  {
    it: 'refuses another list of reasons',
    finds: ['BR-FREXT-CL-20-LISTID'],
    edit: ciiReason(' listID="5189"', '95'),
  },
  {
    it: 'refuses a charge of a line without a reason',
    finds: ['BR-FREXT-BR-44'],
    edit: before(
      '<ram:SpecifiedTradeSettlementLineMonetarySummation>',
      '<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>true</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>0.00</ram:ActualAmount></ram:SpecifiedTradeAllowanceCharge>',
    ),
  },
  {
    it: 'refuses an unknown reason of a price discount',
    finds: ['BR-FREXT-CL-19-GP'],
    edit: before(
      '<ram:NetPriceProductTradePrice>',
      '<ram:GrossPriceProductTradePrice><ram:ChargeAmount>10</ram:ChargeAmount><ram:AppliedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>false</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>0</ram:ActualAmount><ram:ReasonCode>XX</ram:ReasonCode></ram:AppliedTradeAllowanceCharge></ram:GrossPriceProductTradePrice>',
    ),
  },
  {
    it: 'refuses a media type',
    finds: ['BR-FREXT-CL-24'],
    edit: swap(
      '<ram:Name>PJA</ram:Name>',
      '<ram:Name>PJA</ram:Name><ram:AttachmentBinaryObject mimeCode="text/html" filename="a">QQ==</ram:AttachmentBinaryObject>',
    ),
  },
  {
    it: 'refuses an unknown term of delivery',
    finds: ['BR-FREXT-CL-27'],
    edit: before(
      '<ram:AdditionalReferencedDocument>',
      '<ram:ApplicableTradeDeliveryTerms><ram:DeliveryTypeCode>XXX</ram:DeliveryTypeCode></ram:ApplicableTradeDeliveryTerms>',
    ),
  },
  {
    it: 'warns of more than a term of delivery',
    finds: ['CII-FREXT-SR-293'],
    edit: before(
      '<ram:AdditionalReferencedDocument>',
      '<ram:ApplicableTradeDeliveryTerms><ram:DeliveryTypeCode>DAP</ram:DeliveryTypeCode><ram:FunctionCode>1</ram:FunctionCode></ram:ApplicableTradeDeliveryTerms>',
    ),
  },
  {
    it: 'warns of more than a term of delivery of a line',
    finds: ['CII-FREXT-SR-106'],
    edit: before(
      '<ram:NetPriceProductTradePrice>',
      '<ram:ApplicableTradeDeliveryTerms><ram:DeliveryTypeCode>DAP</ram:DeliveryTypeCode><ram:FunctionCode>1</ram:FunctionCode></ram:ApplicableTradeDeliveryTerms>',
    ),
  },
  {
    it: 'warns of more than an exchange rate',
    finds: ['CII-FREXT-SR-366'],
    edit: before(
      '<ram:SpecifiedTradeSettlementPaymentMeans>',
      '<ram:TaxApplicableTradeCurrencyExchange><ram:SourceCurrencyCode>EUR</ram:SourceCurrencyCode><ram:SourceUnitBasisNumeric>1</ram:SourceUnitBasisNumeric></ram:TaxApplicableTradeCurrencyExchange>',
    ),
  },
  {
    it: 'refuses two net prices',
    finds: ['CII-FREXT-SR-439', 'CII-SR-441'],
    edit: swap(
      '<ram:ChargeAmount>10</ram:ChargeAmount>',
      '<ram:ChargeAmount>10</ram:ChargeAmount><ram:ChargeAmount>10</ram:ChargeAmount>',
    ),
  },
  {
    it: 'refuses a type of a contract',
    finds: ['CII-EXT-DT-018'],
    edit: before(
      '<ram:AdditionalReferencedDocument>',
      '<ram:ContractReferencedDocument><ram:IssuerAssignedID>C-1</ram:IssuerAssignedID><ram:TypeCode>315</ram:TypeCode></ram:ContractReferencedDocument>',
    ),
  },
  {
    it: 'accepts the kind and the date of a contract',
    finds: [],
    edit: before(
      '<ram:AdditionalReferencedDocument>',
      '<ram:ContractReferencedDocument><ram:IssuerAssignedID>C-1</ram:IssuerAssignedID><ram:ReferenceTypeCode>AAG</ram:ReferenceTypeCode><ram:FormattedIssueDateTime><qdt:DateTimeString format="102">20260901</qdt:DateTimeString></ram:FormattedIssueDateTime></ram:ContractReferencedDocument>',
    ),
  },
  {
    it: 'refuses the kind and the date of an attachment',
    finds: ['CII-FREXT-DT-024', 'CII-FREXTDT-027'],
    edit: swap(
      '<ram:Name>PJA</ram:Name>',
      '<ram:Name>PJA</ram:Name><ram:ReferenceTypeCode>AAG</ram:ReferenceTypeCode><ram:FormattedIssueDateTime><qdt:DateTimeString format="102">20260901</qdt:DateTimeString></ram:FormattedIssueDateTime>',
    ),
  },
  {
    it: 'refuses an attribute with two names',
    finds: ['CII-FREXT-SR-069'],
    edit: after('<ram:Description>Couleur</ram:Description>', '<ram:Description>Teinte</ram:Description>'),
  },
  {
    it: 'refuses an attribute with two values',
    finds: ['CII-FREXT-SR-072'],
    edit: after('<ram:Value>bleu</ram:Value>', '<ram:Value>vert</ram:Value>'),
  },
  {
    it: 'warns of the bank of the payer, by a rule of EN 16931',
    finds: ['CII-SR-464'],
    edit: after(
      '</ram:PayeePartyCreditorFinancialAccount>',
      '<ram:PayerSpecifiedDebtorFinancialInstitution><ram:BICID>AGRIFRPP</ram:BICID></ram:PayerSpecifiedDebtorFinancialInstitution>',
    ),
  },
  {
    it: 'accepts a transfer by two numbers',
    finds: [],
    edit: after('</ram:IBANID>', '<ram:ProprietaryID>4711</ram:ProprietaryID>'),
  },
  {
    it: 'adds a logistics fee to the charges',
    finds: ['BR-FREXT-CO-13', 'BR-FXEXT-S-08', 'BR-FXEXT-S-08ini', 'BR-FXEXT-S-08rev', 'CII-SR-396'],
    edit: before(
      '<ram:SpecifiedTradePaymentTerms>',
      '<ram:SpecifiedLogisticsServiceCharge><ram:Description>by lorry</ram:Description><ram:AppliedAmount>5.00</ram:AppliedAmount><ram:AppliedTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>S</ram:CategoryCode><ram:RateApplicablePercent>20</ram:RateApplicablePercent></ram:AppliedTradeTax></ram:SpecifiedLogisticsServiceCharge>',
    ),
  },
];

/** The schema takes several; EN 16931 in CII casts one, which would end the rules with an error. */
const SEVERAL_AMOUNTS: Change = {
  it: 'accepts two VAT amounts of 0 in a breakdown',
  finds: [],
  edit: all(
    IN_CATEGORY.cii('E'),
    untaxed('E'),
    after(
      '<ram:CalculatedAmount>0.00</ram:CalculatedAmount>',
      '<ram:CalculatedAmount>0.00</ram:CalculatedAmount>',
    ),
  ),
};

/** Two VAT informations on a line. */
const TWICE: Change = {
  it: 'warns of a line with two categories',
  finds: ['CII-SR-454'],
  edit: (xml) => xml.replace(/<ram:ApplicableTradeTax>.*?<\/ram:ApplicableTradeTax>/, '$&$&'),
};

export const CHANGES: Readonly<Record<RuledSyntax, readonly Change[]>> = {
  ubl: [{ it: 'accepts the base invoice', finds: [], edit: untouched }, ...UBL, ...ofCategories('ubl')],
  cii: [
    { it: 'accepts the base invoice', finds: [], edit: untouched },
    ...CII,
    TWICE,
    SEVERAL_AMOUNTS,
    ...ofCategories('cii'),
  ],
};
