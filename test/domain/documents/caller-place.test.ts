import assert from 'node:assert/strict';
import { joinApart } from '../../../src/domain/documents/join-apart.ts';
import { XRECHNUNG } from '../../../src/domain/documents/specifications.ts';
import type { CanonicalInvoice } from '../../../src/domain/invoice/canonical.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import {
  type BuiltInRules,
  builtInRules,
  expanded,
  publishedRules,
  type RuledSyntax,
  XRECHNUNG_PACKS,
} from '../../support/built-in-rules.ts';
import { DOCUMENTS, written } from '../../support/documents.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { BROKEN } from '../routes/route-rule-rows.ts';
import { parsed } from '../parsed.ts';
import { all, germanInvoice, set, type Edit } from '../sample.ts';

/** Rules about several members: the official rule names one of them, the early rule the wrong one. */
const ABOUT_SEVERAL: ReadonlySet<string> = new Set([
  'BR-17',
  'UBL-SR-21',
  'BR-AE-02',
  'BR-IC-02',
  ...['02', '11', '12', '13', '14'].map((number) => `BR-O-${number}`),
  'BR-DE-22',
  ...['23', '24', '25'].map((number) => `BR-DE-${number}-b`),
  'PEPPOL-EN16931-R055',
]);

const TERMS: ReadonlyMap<string, string | undefined> = new Map(
  XRECHNUNG_PACKS.flatMap((name) => expanded(name).catalogue.map(({ code, term }) => [code, term] as const)),
);

interface Named {
  readonly code: string;
  readonly field: string | undefined;
}

/** The findings of the rules on the built document, by the caller's members. */
const named = (syntax: RuledSyntax, rules: BuiltInRules, invoice: CanonicalInvoice): Promise<Named[]> =>
  namedIn(syntax, rules, { invoice, text: written(syntax, joinApart(completeInvoice(invoice, XRECHNUNG))) });

async function namedIn(
  syntax: RuledSyntax,
  rules: BuiltInRules,
  { invoice, text }: { readonly invoice: CanonicalInvoice; readonly text: string },
): Promise<Named[]> {
  const xml = new TextEncoder().encode(text);
  const runs = await Promise.all(XRECHNUNG_PACKS.map((pack) => rules.run(pack, xml)));
  const found = runs.flatMap((run) => (run.kind === 'verdict' ? run.fired : []));
  return found.flatMap(({ id: code = '', firings }) => {
    const term = TERMS.get(code);
    const asked = firings.map(({ location }) => ({
      ...(location && { xpath: location.xpath }),
      ...(term !== undefined && { term }),
    }));
    const places = DOCUMENTS.places(invoice, 'DE-XRECHNUNG', `xrechnung-${syntax}`, asked);
    return places.map(({ field }) => ({ code, field }));
  });
}

function namesTheSame(syntax: RuledSyntax, load: typeof builtInRules): void {
  let rules: BuiltInRules;
  before(async () => {
    rules = await load(syntax);
  });

  for (const [edit, ...finds] of BROKEN) {
    const early = finds.flatMap((found) => {
      const [ids = '', field] = found.split(' ');
      return ids.split('+').map((code) => ({ code, field }));
    });
    const isCompared = ({ code }: Named): boolean =>
      !ABOUT_SEVERAL.has(code) && early.some((one) => one.code === code);
    it(`finds ${finds.join(', ')}`, async () => {
      const late = (await named(syntax, rules, parsed(edit(germanInvoice())))).filter(isCompared);
      for (const one of late)
        assert.ok(
          early.some(({ code, field }) => code === one.code && field === one.field),
          `${one.code} ${one.field}`,
        );
      // The rows are for UBL; CII has some of its own.
      if (syntax === 'cii') return;
      for (const { code } of early.filter(isCompared))
        assert.ok(
          late.some((one) => one.code === code),
          code,
        );
    });
  }
}

for (const syntax of ['ubl', 'cii'] as const) {
  describe(`a finding about a built ${syntax} document names the same member as the early rule`, () =>
    namesTheSame(syntax, builtInRules));

  describeByReference(
    `a finding of the official rules for ${syntax} names the same member as the early rule`,
    () => namesTheSame(syntax, publishedRules),
  );
}

/** A rule about every place with such a code has the term of the first. */
describe('a finding on an unknown scheme names the member with it', () => {
  const scheme = '0037';
  const PLACES: readonly (readonly [field: string, edit: Edit])[] = [
    ['seller.endpoint', set('seller.endpoint', { id: '1', scheme })],
    ['buyer.endpoint', set('buyer.endpoint', { id: '1', scheme })],
    ['seller.ids[0].id', set('seller.ids', [{ id: '1', scheme }])],
    ['buyer.reference', all(set('buyer.reference', '1'), set('buyer.reference_scheme', scheme))],
    ['payee.id', set('payee', { name: 'F', id: '1', id_scheme: scheme })],
    ['seller.company_id', all(set('seller.company_id', '1'), set('seller.company_id_scheme', scheme))],
    ['buyer.company_id', all(set('buyer.company_id', '1'), set('buyer.company_id_scheme', scheme))],
    ['payee.company_id', set('payee', { name: 'F', company_id: '1', company_id_scheme: scheme })],
    ['invoiced_object.id', set('invoiced_object', { id: '1', scheme: 'AAA' })],
    ['lines[0].invoiced_object.id', set('lines[0].invoiced_object', { id: '1', scheme: 'AAA' })],
  ];

  for (const syntax of ['ubl', 'cii'] as const)
    for (const [field, edit] of PLACES)
      it(`in ${syntax}: ${field}`, async () => {
        const invoice = parsed(edit(germanInvoice()));
        const text = written(syntax, joinApart(completeInvoice(invoice, XRECHNUNG)));
        // In CII the scheme of an object is an element of its own.
        const changed = text.replace(/(?<=schemeID="|<ram:ReferenceTypeCode>)(?:0037|AAA)(?=[<"])/, 'ZZ');
        assert.notEqual(changed, text);
        const late = await namedIn(syntax, await builtInRules(syntax), { invoice, text: changed });
        assert.deepEqual(
          late.filter(({ code }) => code.startsWith('BR-CL-')).map((one) => one.field),
          [field],
        );
      });
});

const UBL_LINE = '/Invoice/cac:InvoiceLine[2]';
const UBL_ALLOWANCE = 'cac:AllowanceCharge[3]/cbc:AllowanceChargeReasonCode';
const CII = '/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction';
const CII_LINE = `${CII}/ram:IncludedSupplyChainTradeLineItem[2]`;
const CII_SELLER = `${CII}/ram:ApplicableHeaderTradeAgreement/ram:SellerTradeParty`;
const CII_SETTLEMENT = `${CII}/ram:ApplicableHeaderTradeSettlement`;
const CII_DOCUMENT = 'ram:AdditionalReferencedDocument';

/** What is wrong is told by the path alone: of an allowance and a charge it may be either. */
describe('a finding about a file names the term of its place', () => {
  for (const [rule, xpath, meant] of [
    ['BT-18', `${UBL_LINE}/cac:DocumentReference/cbc:ID`, 'BT-128'],
    ['BT-18', '/Invoice/cac:AdditionalDocumentReference/cbc:ID', 'BT-18'],
    ['BT-18', `${CII_LINE}/ram:SpecifiedLineTradeSettlement/${CII_DOCUMENT}/ram:ReferenceTypeCode`, 'BT-128'],
    ['BT-18', `${CII}/ram:ApplicableHeaderTradeAgreement/${CII_DOCUMENT}[2]/ram:ReferenceTypeCode`, 'BT-18'],
    ['BT-122', `${CII_LINE}/ram:SpecifiedLineTradeSettlement/${CII_DOCUMENT}`, 'BT-128'],
    ['BT-122', `${CII}/ram:ApplicableHeaderTradeAgreement/${CII_DOCUMENT}`, 'BT-122'],
    ['BT-29', '/Invoice/cac:AccountingCustomerParty/cac:Party/cac:PartyIdentification/cbc:ID', 'BT-46'],
    ['BT-29', '/CreditNote/cac:PayeeParty/cac:PartyIdentification/cbc:ID/@schemeID', 'BT-60'],
    ['BT-29', `${CII_SELLER}/ram:GlobalID`, 'BT-29'],
    ['BT-31', '/Invoice/cac:TaxRepresentativeParty/cac:PartyTaxScheme/cbc:CompanyID', 'BT-63'],
    ['BT-31', `${UBL_LINE}/cac:Item/cac:ClassifiedTaxCategory`, 'BT-31'],
    ['BT-49-1', '/Invoice/cac:AccountingSupplierParty/cac:Party/cbc:EndpointID', 'BT-34-1'],
    ['BT-49-1', `${CII_SELLER}/ram:URIUniversalCommunication/ram:URIID`, 'BT-34-1'],
    [
      'BT-162',
      '/Invoice/cac:AccountingCustomerParty/cac:Party/cac:PostalAddress/cac:AddressLine/cbc:Line',
      'BT-163',
    ],
    ['BT-162', '/Invoice/cac:Delivery/cac:DeliveryLocation/cac:Address/cac:AddressLine/cbc:Line', 'BT-165'],
    ['BT-130', `${UBL_LINE}/cac:Price/cbc:BaseQuantity/@unitCode`, 'BT-150'],
    ['BT-118', '/Invoice/cac:AllowanceCharge/cac:TaxCategory/cbc:ID', undefined],
    ['BT-151', `${CII_SETTLEMENT}/ram:ApplicableTradeTax/ram:CategoryCode`, 'BT-118'],
    // UBL-SR-30 is about any allowance, with that of a price.
    ['BT-97', `${UBL_LINE}/cac:Price/cac:AllowanceCharge`, 'EXT-FR-FE-195'],
    ['BT-97', `${UBL_LINE}/cac:AllowanceCharge`, 'BT-139'],
    ['BT-98', `${UBL_LINE}/cac:Price/${UBL_ALLOWANCE}`, 'EXT-FR-FE-196'],
    ['BT-92', `${UBL_LINE}/cac:Price/cac:AllowanceCharge/cbc:Amount`, 'BT-147'],
    ['BT-93', `${UBL_LINE}/cac:Price/cac:AllowanceCharge/cbc:BaseAmount`, 'BT-148'],
    ['BT-98', `/Invoice/${UBL_ALLOWANCE}`, 'BT-98'],
    ['BT-98', `${UBL_LINE}/${UBL_ALLOWANCE}`, 'BT-140'],
    ['BT-105', `${UBL_LINE}/${UBL_ALLOWANCE}`, 'BT-145'],
    ['BT-5', '/Invoice', 'BT-5'],
    ['BT-5', '/Invoice/cac:LegalMonetaryTotal/cbc:PayableAmount', 'BT-5'],
    ['BT-5', '/Invoice/cac:NoElementOfTheTable', 'BT-5'],
  ] as const)
    it(`${rule} at ${xpath}: ${meant ?? 'none'}`, () =>
      assert.equal(DOCUMENTS.termMeantAt(rule, xpath), meant));
});
