import { type Document, type Element } from 'slimdom';
import type { Draw } from '../../../scripts/bench/random.ts';
import { EDITS, type Edit, elements } from '../mutation/edits.ts';

/**
 * Changes as invoices go wrong: amounts beside the exact cent, categories and rates of VAT, signs, dates, codes of a list, countries,
 * blanks that look like nothing. Most of them keep the document valid against its schema, so that the rules decide.
 */
export const INVOICE_EDITS: Readonly<Record<string, Edit>> = {
  'an amount beside itself': (document, draw) =>
    onOne(leavesNamed(document, AMOUNT), draw, (leaf) =>
      put(
        leaf,
        plus(
          textOf(leaf),
          draw.from(['0.01', '-0.01', '0.02', '0.004', '0.005', '-0.005', '0.5', '1', '-1', '1.01', '100']),
        ),
      ),
    ),
  'an amount written otherwise': (document, draw) =>
    onOne(leavesNamed(document, AMOUNT), draw, (leaf) => put(leaf, draw.from(WRITTEN)(textOf(leaf)))),
  'another amount': (document, draw) =>
    onOne(leavesNamed(document, AMOUNT), draw, (leaf) => put(leaf, draw.from(AMOUNTS))),
  'equal amounts moved together': (document, draw) => {
    const amounts = leavesNamed(document, AMOUNT);
    return onOne(amounts, draw, (one) => {
      const [old, by] = [textOf(one), draw.from(['0.01', '-0.01', '0.1', '1', '-1', '0.005'])];
      amounts.filter((leaf) => textOf(leaf) === old).forEach((leaf) => put(leaf, plus(old, by)));
    });
  },
  'all amounts negated': (document) => {
    const all = leavesNamed(document, AMOUNT_OR_QUANTITY);
    all.forEach((leaf) => put(leaf, negated(textOf(leaf))));
    return all.length > 0;
  },
  'all quantities negated': (document) => {
    const all = leavesNamed(document, QUANTITY);
    all.forEach((leaf) => put(leaf, negated(textOf(leaf))));
    return all.length > 0;
  },
  'another VAT category': (document, draw) =>
    onOne(categories(document), draw, (leaf) => put(leaf, draw.from(CATEGORIES))),
  'another VAT category throughout': (document, draw) => {
    const [all, to] = [categories(document), draw.from(CATEGORIES)];
    return onOne(all, draw, (one) => {
      const from = textOf(one);
      all.filter((leaf) => textOf(leaf) === from).forEach((leaf) => put(leaf, to));
    });
  },
  'another rate': (document, draw) =>
    onOne(leavesNamed(document, RATE), draw, (leaf) => put(leaf, draw.from(RATES))),
  'another rate throughout': (document, draw) => {
    const [all, to] = [leavesNamed(document, RATE), draw.from(RATES)];
    return onOne(all, draw, (one) => {
      const from = textOf(one);
      all.filter((leaf) => textOf(leaf) === from).forEach((leaf) => put(leaf, to));
    });
  },
  'a rate gone': (document, draw) => onOne(leavesNamed(document, RATE), draw, (leaf) => leaf.remove()),
  'a group twice': (document, draw) =>
    onOne(groups(document), draw, (group) => group.after(group.cloneNode(true))),
  'a group gone': (document, draw) => onOne(groups(document), draw, (group) => group.remove()),
  'another date': (document, draw) =>
    onOne(leavesNamed(document, DATE), draw, (leaf) => {
      const date = draw.from(DATES);
      put(leaf, textOf(leaf).includes('-') ? date : date.replaceAll('-', ''));
    }),
  'another code': (document, draw) =>
    onOne(leavesNamed(document, CODE), draw, (leaf) => put(leaf, draw.from(CODES))),
  'another country': (document, draw) =>
    onOne(countries(document), draw, (leaf) => put(leaf, draw.from(COUNTRIES))),
  'another country throughout': (document, draw) => {
    const [all, to] = [countries(document), draw.from(COUNTRIES)];
    all.forEach((leaf) => put(leaf, to));
    return all.length > 0;
  },
  'another type of document': (document, draw) =>
    onOne(leavesNamed(document, TYPE), draw, (leaf) => put(leaf, draw.from(TYPES))),
  'another identifier': (document, draw) =>
    onOne(leavesNamed(document, ID), draw, (leaf) => put(leaf, draw.from(IDS))),
  'another scheme': (document, draw) =>
    onOne(withAttribute(document, 'schemeID'), draw, (owner) =>
      owner.setAttribute('schemeID', draw.from(SCHEMES)),
    ),
  'a scheme more': (document, draw) =>
    onOne(leavesNamed(document, ID), draw, (owner) => owner.setAttribute('schemeID', draw.from(SCHEMES))),
  'another currency': (document, draw) =>
    onOne(withAttribute(document, 'currencyID'), draw, (owner) =>
      owner.setAttribute('currencyID', draw.from(CURRENCIES)),
    ),
  'another currency throughout': (document, draw) => {
    const to = draw.from(CURRENCIES);
    const [attributes, codes] = [
      withAttribute(document, 'currencyID'),
      leavesNamed(document, /CurrencyCode$/),
    ];
    attributes.forEach((owner) => owner.setAttribute('currencyID', to));
    codes.forEach((leaf) => put(leaf, to));
    return attributes.length + codes.length > 0;
  },
  'a text that is odd': (document, draw) =>
    onOne(leavesNamed(document, TEXT), draw, (leaf) => put(leaf, draw.from(TEXTS))),
  'blanks around': (document, draw) =>
    onOne(leavesNamed(document, /./), draw, (leaf) =>
      put(leaf, draw.from(BLANKS).replace('*', textOf(leaf))),
    ),
  'a text in pieces': (document, draw) =>
    onOne(leavesNamed(document, /./), draw, (leaf) => cut(document, leaf, draw.from(PIECES))),
  'a number in another form': (document, draw) =>
    onOne(leavesNamed(document, /(?:Amount|Percent|Quantity|Numeric)$/), draw, (leaf) =>
      put(leaf, draw.from(NUMBER_FORMS).replace('*', textOf(leaf))),
    ),
  'lower case': (document, draw) =>
    onOne(leavesNamed(document, CODE_OR_ID), draw, (leaf) => put(leaf, textOf(leaf).toLowerCase())),
};

/** Elements more or fewer than a schema allows once: what a rule reads as one value may be there twice. */
export const STRUCTURE_EDITS: Readonly<Record<string, Edit>> = Object.fromEntries(
  [
    'an element gone',
    'an element twice',
    'a copy elsewhere',
    'a nasty value',
    'a nasty attribute',
    'an attribute more',
  ].map((name) => [name, editNamed(name)]),
);

function editNamed(name: string): Edit {
  const edit = EDITS[name];
  if (!edit) throw new RangeError(`no edit is called ${name}`);
  return edit;
}

const AMOUNT = /Amount$/;
const QUANTITY = /Quantity$/;
const AMOUNT_OR_QUANTITY = /(Amount|InvoicedQuantity|CreditedQuantity|BilledQuantity)$/;
const RATE = /^(Percent|RateApplicablePercent|CalculationPercent|MultiplierFactorNumeric)$/;
const DATE = /(Date|DateTimeString|DateString)$/;
const CODE = /(Code|Indicator)$/;
const CODE_OR_ID = /(Code|ID)$/;
const TYPE = /^(InvoiceTypeCode|CreditNoteTypeCode|TypeCode)$/;
const ID = /(ID|Reference|BuyerReference)$/;
const TEXT =
  /(Name|Note|Description|Reason|Content|Terms|Telephone|ElectronicMail|CompleteNumber|URIID|StreetName|CityName|PostalZone|PostcodeCode|LineOne|CountrySubentity)$/;
const GROUP =
  /^(TaxTotal|TaxSubtotal|AllowanceCharge|InvoiceLine|CreditNoteLine|PaymentMeans|PaymentTerms|AdditionalDocumentReference|BillingReference|Delivery|InvoicePeriod|PartyTaxScheme|PartyIdentification|Contact|PostalAddress|TaxRepresentativeParty|PayeeParty|PrepaidPayment|AdditionalItemProperty|CommodityClassification|StandardItemIdentification|ApplicableTradeTax|SpecifiedTradeAllowanceCharge|IncludedSupplyChainTradeLineItem|SpecifiedTradeSettlementPaymentMeans|SpecifiedTradePaymentTerms|AdditionalReferencedDocument|InvoiceReferencedDocument|BillingSpecifiedPeriod|SpecifiedTaxRegistration|SpecifiedLegalOrganization|DefinedTradeContact|PostalTradeAddress|TaxTotalAmount|PayeeTradeParty|ShipToTradeParty|SellerTaxRepresentativeTradeParty|GlobalID|IncludedNote|DesignatedProductClassification|ApplicableProductCharacteristic)$/;

const CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M', 'B', 's', 'X'];
const RATES = [
  '0',
  '0.00',
  '0.0',
  '19',
  '19.00',
  '7',
  '21',
  '25',
  '5.5',
  '-19',
  '0.01',
  '100',
  '7.555',
  '22',
];
const AMOUNTS = [
  '0',
  '0.00',
  '-0.00',
  '0.01',
  '-0.01',
  '0.005',
  '1',
  '-1',
  '100',
  '1000.00',
  '0.1',
  '99999999.99',
  '123456789012345.67',
  '1.10',
  '1.100',
];
const WRITTEN: readonly ((text: string) => string)[] = [
  (text) => `+${text.trim()}`,
  (text) => `00${text.trim()}`,
  (text) => `${text.trim()}0`,
  (text) => `${text.trim()}00`,
  (text) => `${Math.trunc(Number(text))}`,
  (text) => `${Math.trunc(Number(text))}.`,
  (text) => ` ${text}`,
  (text) => `\n\t${text.trim()}\n`,
  (text) => text.trim().replace(/^0\./, '.'),
];
const DATES = [
  '2024-02-29',
  '2023-02-28',
  '9999-12-31',
  '0001-01-01',
  '2020-01-01',
  '2030-12-31',
  '2026-10-05',
  '2016-01-31',
];
const CODES = [
  ...['1', '10', '20', '30', '31', '42', '48', '49', '57', '58', '59', '97', 'ZZZ', 'true', 'false', '35', '3', '432', '5', '29', '72'],
  ...['95', '41', '42', '60', '62', '100', '104', 'FC', 'ABK', 'AAA', 'DL', 'EUR', 'USD', 'RON', 'JPY', 'BHD', 'XXX', 'VATEX-EU-AE'],
  ...['VATEX-EU-IC', 'VATEX-EU-O', 'VATEX-EU-G', 'VATEX-EU-132', 'VATEX-FR-FRANCHISE', 'vatex-eu-ae', 'C62', 'XPP', 'H87', '130', '50', '916', 'VAT', 'VA', 'FC'],
  ...['102', 'Test', 'DETAIL', 'GROUP', 'INFORMATION', 'B1', 'S1', 'M1', 'B4', 'S4', 'B2', 'AAB', 'PMT', 'PMD', 'REG', 'ABL', 'AAI', 'BAR', 'STC', 'TXD'],
]; // prettier-ignore
const COUNTRIES = [
  'DE',
  'FR',
  'RO',
  'PL',
  'DK',
  'SE',
  'NO',
  'NL',
  'IT',
  'GR',
  'EL',
  'IS',
  'BE',
  'ES',
  'GB',
  'US',
  'XI',
  'AT',
  '1A',
  'de',
  'MQ',
  'IC',
];
const TYPES = [
  '380',
  '381',
  '384',
  '389',
  '326',
  '386',
  '875',
  '876',
  '877',
  '261',
  '262',
  '396',
  '71',
  '80',
  '82',
  '84',
  '325',
  '393',
  '383',
  '500',
  '501',
  '502',
  '503',
  '527',
  '751',
  '130',
  '50',
  '916',
  '102',
];
const IDS = [
  ...['VAT', 'DE123456789', 'DE', 'RO1234567', '1234567', 'FR12345678901', 'IT12345678901', 'GR123456789', 'EL123456789', 'NO123456785MVA', 'SE123456789701', 'DK12345674'],
  ...['0', '1', 'X', 'FC', '04011000-12345-03', '123456789', '12345678900012', 'IT:IVA:12345', '7300010000001', '4012345000009', '5790000435975', '99999', 'EM', 'a@b.example'],
  ...['DE02120300000000202051', 'DE02120300000000202052', 'SE4550000000058398257466', 'INV 1', 'A/B', 'RO', 'J40/1/2020', 'AT', 'BE0202239951', '0202239951', '991825827', 'NO 991825827 MVA', 'Foretaksregisteret', 'GODKÄND FÖR F-SKATT'],
  ...['urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'urn:cen.eu:en16931:2017', 'M1', 'B1', 'S7', 'B8'],
]; // prettier-ignore
const SCHEMES = [
  '0002',
  '0009',
  '0060',
  '0088',
  '0106',
  '0130',
  '0184',
  '0192',
  '0190',
  '0198',
  '0204',
  '0208',
  '0225',
  '0224',
  '0231',
  '0210',
  '0211',
  '9915',
  '9930',
  '9906',
  '9907',
  '9957',
  'EM',
  'VA',
  'FC',
  'VAT',
  'SEPA',
  'em',
  '0007',
  'AAA',
  'ABZ',
  '',
  '9999',
  '0221',
];
const CURRENCIES = [
  'EUR',
  'USD',
  'RON',
  'PLN',
  'JPY',
  'BHD',
  'eur',
  'XXX',
  'DKK',
  'NOK',
  'SEK',
  'ISK',
  'CHF',
];
const TEXTS = [
  '', ' ', '\u00a0', '\u2003', '\u200b', '\u3000', 'a', 'é', 'e\u0301', '😀', 'x'.repeat(101), 'x'.repeat(201), 'x'.repeat(301), 'é'.repeat(100), 'a b', 'a\nb', '#SKONTO#TAGE=14#PROZENT=2.00#\n',
  '#SKONTO#TAGE=14#PROZENT=2.00#', '#VERZUG#TAGE=1#PROZENT=9.00#\n', '#PMT#x', '#AAB#', '#REG#', 'SECTOR1', 'SECTOR7', 'Bucuresti', 'RO-B', 'B', '12', '123', '1234', '123 456', '+49 1', 'a@b', 'a@b.c', '@', 'a@@b', '.@a', 'n/a', 'LISIBLE', 'RIB', 'BON_LIVRAISON',
]; // prettier-ignore
const BLANKS = [' *', '* ', '\n*\n', '\t*', '\u00a0*', '*\u00a0', '*\u200b', '  *  ', '*\u3000'];

const textOf = (leaf: Element): string => leaf.textContent ?? '';
/** A parser joins what stands around a comment; a part of the text may be in CDATA. */
const PIECES = ['comment', 'instruction', 'cdata'] as const;

function cut(document: Document, leaf: Element, by: (typeof PIECES)[number]): void {
  const [first = '', rest = ''] = [textOf(leaf).slice(0, 1), textOf(leaf).slice(1)];
  if (by === 'cdata') leaf.replaceChildren(first, document.createCDATASection(rest));
  else if (by === 'comment') leaf.replaceChildren(first, document.createComment(' x '), rest);
  else leaf.replaceChildren(first, document.createProcessingInstruction('x', 'y'), rest);
}

const NUMBER_FORMS = ['+*', '-*', '*E0', '*e2', '000*', `*${'0'.repeat(60)}`, '*.', 'NaN', 'INF', '*,00'];

const put = (leaf: Element, text: string): void => leaf.replaceChildren(text);

const leavesNamed = (document: Document, name: RegExp): Element[] =>
  elements(document).filter((element) => element.childElementCount === 0 && name.test(element.localName));
const groups = (document: Document): Element[] =>
  elements(document).filter(({ localName }) => GROUP.test(localName));
const withAttribute = (document: Document, name: string): Element[] =>
  elements(document).filter((element) => element.hasAttribute(name));
const countries = (document: Document): Element[] =>
  leavesNamed(document, /^(IdentificationCode|CountryID)$/);
const categories = (document: Document): Element[] =>
  elements(document).filter(
    (element) =>
      element.localName === 'CategoryCode' ||
      (element.localName === 'ID' &&
        /^(TaxCategory|ClassifiedTaxCategory)$/.test(element.parentElement?.localName ?? '')),
  );

function onOne(found: readonly Element[], draw: Draw, change: (element: Element) => void): boolean {
  if (found.length === 0) return false;
  change(draw.from(found));
  return true;
}

/** Exact at three decimals; a text that is no number stays. */
function plus(text: string, by: string): string {
  const sum = Math.round(Number(text) * 1000) + Math.round(Number(by) * 1000);
  if (!Number.isSafeInteger(sum)) return text;
  return (sum / 1000).toFixed(sum % 10 === 0 ? 2 : 3);
}

const negated = (text: string): string => {
  const plain = text.trim();
  if (plain.startsWith('-')) return plain.slice(1);
  return Number(plain) === 0 ? plain : `-${plain}`;
};
