import type { Document, Element } from 'slimdom';
import type { Draw } from '../../../scripts/bench/random.ts';
import { type Edit, elements } from '../mutation/edits.ts';

const RAM = 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100';
const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const NAMESPACES = { ram: RAM, cac: CAC, cbc: CBC };

const KINDS = ['DETAIL', 'GROUP', 'INFORMATION', 'GROUP', 'DETAIL', 'X', ' DETAIL', ''];
const NUMBERS = ['1', '2', '3', '4', '01', ' 1', '1.1', ''];
const REASONS = ['', 'exempt', 'other'];

/** Changes by what EXTENDED-CTC-FR adds to EN 16931, in both syntaxes; most of them keep the document valid against its schema. */
export const EXTENDED_EDITS: Readonly<Record<string, Edit>> = {
  'a line below another': (document, draw) => {
    const own = draw.below(5) === 0 ? 'ANOTHER' : numberOf(document);
    const inCii = onOne(document, draw, ['AssociatedDocumentLineDocument'], (line) => {
      withoutAny(line, /^(ParentLineID|LineStatus.*)$/);
      const stated = [
        ...(draw.below(2) === 0 ? [made(document, 'ram:ParentLineID', draw.from(NUMBERS))] : []),
        ...(draw.below(4) > 0 ? [made(document, 'ram:LineStatusReasonCode', draw.from(KINDS))] : []),
      ];
      line.firstElementChild?.after(...stated);
    });
    return (
      inCii ||
      onOne(document, draw, ['InvoiceLine', 'CreditNoteLine'], (line) => {
        if (draw.below(4) > 0) withoutAny(line, /^BillingReference$/);
        const reference = made(document, 'cac:InvoiceDocumentReference', made(document, 'cbc:ID', own));
        if (draw.below(4) > 0)
          reference.append(made(document, 'cbc:DocumentStatusCode', draw.from(KINDS.slice(0, 6))));
        const billing = made(document, 'cac:BillingReference', reference);
        if (draw.below(2) === 0)
          billing.append(
            made(document, 'cac:BillingReferenceLine', made(document, 'cbc:ID', draw.from(NUMBERS))),
          );
        putAfter(line, BEFORE_BILLING, billing);
      })
    );
  },
  'a line without what counts': (document, draw) =>
    onOne(document, draw, LINE_PARTS, (part) => {
      if (draw.below(2) === 0 || part.attributes.length === 0) part.remove();
      else part.removeAttribute(part.attributes[0]!.name);
    }),
  'a line twice': (document, draw) =>
    onOne(document, draw, ['IncludedSupplyChainTradeLineItem', 'InvoiceLine', 'CreditNoteLine'], (line) =>
      line.after(line.cloneNode(true)),
    ),
  'another list of reasons': (document, draw) =>
    onOne(document, draw, ['ReasonCode', 'AllowanceChargeReasonCode'], (code) => {
      if (draw.below(4) > 0)
        code.setAttribute('listID', draw.from(['7161', '5153', '5153', '', '5189', ' 7161']));
      code.replaceChildren(draw.from(['ENV', 'FC', 'VAT', '95', 'AAA', 'ZZZ', ' ENV']));
    }),
  'a charge in place of an allowance': (document, draw) =>
    onOne(document, draw, ['Indicator', 'ChargeIndicator'], (indicator) => {
      if (indicator.childElementCount === 0)
        indicator.replaceChildren(draw.from(['true', 'false', 'true', '1', '0']));
    }),
  'another reason of an exemption': (document, draw) =>
    onOne(document, draw, TAXES, (tax) => {
      withoutAny(tax, /^(Tax)?ExemptionReason(Code)?$/);
      const prefix = tax.namespaceURI === RAM ? 'ram:' : 'cbc:Tax';
      const place = tax.namespaceURI === RAM ? ['TypeCode', 'CalculatedAmount'] : ['Percent', 'ID'];
      putAfter(tax, place, made(document, `${prefix}ExemptionReason`, draw.from(REASONS)));
    }),
  'another attribute of an item': (document, draw) =>
    onOne(document, draw, ['ApplicableProductCharacteristic', 'AdditionalItemProperty'], (attribute) => {
      const isCii = attribute.namespaceURI === RAM;
      const code = made(document, isCii ? 'ram:TypeCode' : 'cbc:NameCode', draw.from(['AAA', 'FEE', 'Z9']));
      const measure = made(document, isCii ? 'ram:ValueMeasure' : 'cbc:ValueQuantity', '5');
      if (draw.below(3) > 0) measure.setAttribute('unitCode', draw.from(['KGM', 'KGM', '']));
      const texts = [...attribute.children];
      const kept = texts.filter(() => draw.below(3) > 0);
      const [name, value] = isCii ? ['Description', 'Value'] : ['Name', 'Value'];
      const named = (wanted: string) => kept.filter(({ localName }) => localName === wanted);
      const codes = draw.below(2) === 0 ? [code] : [];
      const measures = draw.below(2) === 0 ? [measure] : [];
      attribute.replaceChildren(
        ...(isCii
          ? [...codes, ...named(name!), ...measures, ...named(value!)]
          : [...named(name!), ...codes, ...named(value!), ...measures]),
      );
    }),
  'a term of delivery': (document, draw) => {
    const term = draw.from(['DAP', '1', 'XXX', ' EXW']);
    const terms = (): Element => {
      const place = made(document, 'ram:RelevantTradeLocation', made(document, 'ram:Name', 'Lyon'));
      if (draw.below(3) === 0) place.prepend(made(document, 'ram:CountryID', 'FR'));
      const all = made(
        document,
        'ram:ApplicableTradeDeliveryTerms',
        made(document, 'ram:DeliveryTypeCode', term),
      );
      all.append(...(draw.below(2) === 0 ? [place] : []));
      return all;
    };
    const inCii = onOne(
      document,
      draw,
      ['SpecifiedLineTradeAgreement', 'ApplicableHeaderTradeAgreement'],
      (at) => putAfter(at, BEFORE_TERMS, terms()),
    );
    return (
      inCii ||
      onOne(document, draw, ['LegalMonetaryTotal'], (total) => {
        const own = made(document, 'cac:DeliveryTerms', made(document, 'cbc:ID', term));
        if (draw.below(3) === 0) own.append(made(document, 'cbc:SpecialTerms', 'at noon'));
        const { parentElement: root } = total;
        if (root) putAfter(root, BEFORE_DELIVERY_TERMS, own);
      })
    );
  },
  'a logistics fee': (document, draw) =>
    onOne(document, draw, ['ApplicableHeaderTradeSettlement'], (settlement) => {
      const tax = made(document, 'ram:AppliedTradeTax', made(document, 'ram:TypeCode', 'VAT'));
      tax.append(
        made(document, 'ram:CategoryCode', draw.from(['S', 'S', 'E', 'O'])),
        made(document, 'ram:RateApplicablePercent', draw.from(['20', '19', '0', '20.00'])),
      );
      const fee = made(
        document,
        'ram:SpecifiedLogisticsServiceCharge',
        made(document, 'ram:Description', 'by lorry'),
      );
      fee.append(made(document, 'ram:AppliedAmount', draw.from(['1', '0.01', '10', '0.004'])), tax);
      putAfter(settlement, BEFORE_FEES, fee);
    }),
  'another scheme of a party': (document, draw) =>
    onOne(document, draw, ['GlobalID', 'ID'], (id) => {
      if (id.hasAttribute('schemeID'))
        id.setAttribute('schemeID', draw.from(['BY', 'SE', '0088', 'XX', 'SEPA']));
    }),
  'a type or a date of a reference': (document, draw) =>
    onOne(document, draw, REFERENCES, (reference) => {
      const date = document.createElementNS(QDT, 'qdt:DateTimeString');
      date.setAttribute('format', '102');
      date.append('20260901');
      const name = draw.from(['ram:TypeCode', 'ram:ReferenceTypeCode', 'ram:FormattedIssueDateTime']);
      const content = name === 'ram:FormattedIssueDateTime' ? date : draw.from(['50', '130', '916', 'AAB']);
      putAfter(reference, BEFORE_PARTS[name] ?? [], made(document, name, content));
    }),
  'a number of an account': (document, draw) =>
    onOne(document, draw, ['PayeePartyCreditorFinancialAccount'], (account) => {
      if (draw.below(2) === 0) withoutAny(account, /^IBANID$/);
      else account.append(made(document, 'ram:ProprietaryID', '4711'));
    }),
};

const QDT = 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100';
const LINE_PARTS = [
  'BilledQuantity',
  'ChargeAmount',
  'LineTotalAmount',
  'InvoicedQuantity',
  'CreditedQuantity',
  'PriceAmount',
  'ClassifiedTaxCategory',
  'ApplicableTradeTax',
];
const TAXES = ['ApplicableTradeTax', 'CategoryTradeTax', 'ClassifiedTaxCategory', 'TaxCategory'];
const REFERENCES = [
  'ContractReferencedDocument',
  'BuyerOrderReferencedDocument',
  'SellerOrderReferencedDocument',
  'AdditionalReferencedDocument',
  'InvoiceReferencedDocument',
];
/** What stands before an element in its schema, the last first. */
const BEFORE_PARTS: Readonly<Record<string, readonly string[]>> = {
  'ram:TypeCode': ['LineID', 'StatusCode', 'URIID', 'IssuerAssignedID'],
  'ram:ReferenceTypeCode': [
    'AttachmentBinaryObject',
    'Name',
    'TypeCode',
    'LineID',
    'URIID',
    'IssuerAssignedID',
  ],
  'ram:FormattedIssueDateTime': [
    'ReferenceTypeCode',
    'AttachmentBinaryObject',
    'Name',
    'TypeCode',
    'LineID',
    'URIID',
    'IssuerAssignedID',
  ],
};
const BEFORE_BILLING = ['OrderLineReference', 'InvoicePeriod', 'AccountingCost', 'LineExtensionAmount'];
const BEFORE_TERMS = ['BuyerTradeParty', 'SellerTradeParty', 'BuyerReference'];
const BEFORE_DELIVERY_TERMS = ['Delivery', 'TaxRepresentativeParty', 'PayeeParty', 'AccountingCustomerParty'];
const BEFORE_FEES = ['SpecifiedTradeAllowanceCharge', 'BillingSpecifiedPeriod', 'ApplicableTradeTax'];

const numberOf = (document: Document): string =>
  [...(document.documentElement?.children ?? [])].find(({ localName }) => localName === 'ID')?.textContent ??
  '';

function made(document: Document, name: string, content: string | Element): Element {
  const [prefix = ''] = name.split(':');
  const element = document.createElementNS(NAMESPACES[prefix as keyof typeof NAMESPACES], name);
  element.append(content);
  return element;
}

function onOne(
  document: Document,
  draw: Draw,
  names: readonly string[],
  change: (element: Element) => void,
): boolean {
  const found = elements(document).filter(({ localName }) => names.includes(localName));
  if (found.length === 0) return false;
  change(draw.from(found));
  return true;
}

function withoutAny(parent: Element, names: RegExp): void {
  for (const child of [...parent.children]) if (names.test(child.localName)) child.remove();
}

/** After the last child of the first of these names, else as the first child. */
function putAfter(parent: Element, names: readonly string[], element: Element): void {
  const children = [...parent.children].toReversed();
  const before = names.map((name) => children.find(({ localName }) => localName === name)).find(Boolean);
  if (before) before.after(element);
  else parent.prepend(element);
}
