import type { Draws } from './draws.ts';

const VALUES = ['XX', '1.234', '0', '-5', '102', 'true', 'ABC', 'EUR', 'VAT', 'S', 'L', 'M', 'AE', 'K'];
const ATTRIBUTES = ['schemeID', 'currencyID', 'unitCode', 'listID', 'format', 'mimeCode'];
const LEAF = /<((?:ram|udt|qdt):\w+)((?:\s[^<>]*)?)>([^<>]*)<\/\1>/g;
const GROUP =
  /<(ram:(?:PostalTradeAddress|SpecifiedTaxRegistration|SpecifiedLegalOrganization|SpecifiedTradeAllowanceCharge|ApplicableTradeTax|DefinedTradeContact|PayeeTradeParty|ShipToTradeParty|BillingSpecifiedPeriod|InvoiceReferencedDocument|AdditionalReferencedDocument|SpecifiedTradeSettlementPaymentMeans|SpecifiedTradePaymentTerms))>[^]*?<\/\1>/g;

type Change = (leaf: RegExpExecArray, draws: Draws) => string;
const CHANGES: readonly Change[] = [
  () => '',
  ([whole]) => whole + whole,
  ([, name, attributes]) => `<${name}${attributes}></${name}>`,
  ([, name, attributes], draws) => `<${name}${attributes}>${draws.of(VALUES)}</${name}>`,
  ([, name, , value], draws) =>
    `<${name} ${draws.of(ATTRIBUTES)}="${draws.of(['VA', 'XX', 'EUR', '102', ''])}">${value}</${name}>`,
  ([, name, attributes, value]) => `<${name}${attributes}> ${value} </${name}>`,
];

/** An invoice with one or two changes: a changed value, an added or removed attribute or element. */
export function changed(xml: string, draws: Draws): string {
  const once = oneChange(xml, draws);
  return draws.below(2) === 0 ? once : oneChange(once, draws);
}

function oneChange(xml: string, draws: Draws): string {
  const groups = [...xml.matchAll(GROUP)];
  if (groups.length > 0 && draws.below(5) === 0) {
    const group = draws.of(groups);
    return replaced(xml, group, draws.below(2) === 0 ? '' : group[0] + group[0]);
  }
  const leaf = draws.of([...xml.matchAll(LEAF)]);
  return replaced(xml, leaf, draws.of(CHANGES)(leaf, draws));
}

const replaced = (xml: string, { 0: whole, index }: RegExpExecArray, by: string): string =>
  xml.slice(0, index) + by + xml.slice(index + whole.length);
