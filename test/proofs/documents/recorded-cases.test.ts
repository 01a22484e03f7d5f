import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limitsOf } from '../../../src/domain/documents/limits.ts';
import { readDocument } from '../../../src/domain/documents/read-document.ts';
import { writeDocument } from '../../../src/domain/documents/write-document.ts';
import type { En16931Invoice } from '../../../src/domain/invoice/en16931.ts';
import type { Syntax } from '../../../src/domain/vocabulary/syntax.ts';
import { decodeXml } from '../../../validators/engine/xml/decode.ts';
import { type BuiltInRules, publishedRules } from '../../support/built-in-rules.ts';
import { SYNTAXES } from '../../support/documents.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';
import { type OfficialSchemas, officialSchemas } from '../../support/official-schemas.ts';
import { xmlRoot } from '../../support/xml-root.ts';

interface Verdict {
  readonly case: string;
  readonly syntax: Syntax;
  readonly xsd_valid: boolean;
  readonly layers: readonly {
    readonly pack: string;
    readonly fired?: Readonly<Record<string, { readonly flag: string }>>;
  }[];
}

const TRADE = 'rsm:SupplyChainTradeTransaction';
const AGREEMENT = `${TRADE}/ram:ApplicableHeaderTradeAgreement`;
const DELIVERY = `${TRADE}/ram:ApplicableHeaderTradeDelivery`;
const SETTLEMENT = `${TRADE}/ram:ApplicableHeaderTradeSettlement`;
const LINE = `${TRADE}/ram:IncludedSupplyChainTradeLineItem`;

/** Elements and attributes of valid cases that the model cannot express: none of them is a term of EN 16931. */
const EXTENSIONS: { readonly [family: string]: readonly string[] } = {
  ubl: [
    'cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme', // a buyer's tax number
    'cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID', // a tax other than VAT
    'cac:InvoiceLine/cac:DocumentReference', // of a type other than 130
    'cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cbc:ID/@schemeID',
    'cac:InvoiceLine/cac:SubInvoiceLine', // of XRechnung's extension
    'cac:PaymentMeans/cac:CardAccount/cbc:NetworkID', // required by UBL
    'cbc:UBLVersionID',
  ],
  cii: [
    'rsm:ExchangedDocument/ram:IncludedNote/ram:ContentCode',
    'rsm:ExchangedDocument/ram:Name',
    'rsm:ExchangedDocumentContext/ram:TestIndicator',
    `${AGREEMENT}/ram:AdditionalReferencedDocument`, // of a type other than 50, 130 and 916, or a second one
    `${AGREEMENT}/ram:BuyerTradeParty/ram:DefinedTradeContact/ram:DepartmentName`, // beside a person
    `${AGREEMENT}/ram:BuyerTradeParty/ram:GlobalID`, // beside an ID
    `${AGREEMENT}/ram:BuyerTradeParty/ram:ID/@schemeID`, // GlobalID has a scheme
    `${AGREEMENT}/ram:BuyerTradeParty/ram:SpecifiedTaxRegistration`, // a buyer's tax number
    `${AGREEMENT}/ram:SellerTradeParty/ram:DefinedTradeContact/ram:DepartmentName`, // beside a person
    `${AGREEMENT}/ram:SellerTradeParty/ram:SpecifiedTaxRegistration`, // of a scheme other than VA and FC
    `${AGREEMENT}/ram:SpecifiedProcuringProject/ram:Name`,
    `${DELIVERY}/ram:DeliveryNoteReferencedDocument`,
    `${DELIVERY}/ram:ShipToTradeParty/ram:DefinedTradeContact`,
    `${DELIVERY}/ram:ShipToTradeParty/ram:URIUniversalCommunication`,
    `${SETTLEMENT}/ram:ApplicableTradeTax/ram:AllowanceChargeBasisAmount`,
    `${SETTLEMENT}/ram:ApplicableTradeTax/ram:LineTotalBasisAmount`,
    `${SETTLEMENT}/ram:InvoiceeTradeParty`,
    `${SETTLEMENT}/ram:PayeeTradeParty/ram:PostalTradeAddress`,
    `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms`, // the second one
    `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:ApplicableTradePaymentDiscountTerms`,
    `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans/ram:PayeePartyCreditorFinancialAccount/ram:ProprietaryID`, // beside an IBAN
    `${SETTLEMENT}/ram:TaxApplicableTradeCurrencyExchange`,
    `${LINE}/ram:AssociatedDocumentLineDocument/ram:ParentLineID`,
    `${LINE}/ram:SpecifiedLineTradeAgreement/ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID`,
    `${LINE}/ram:SpecifiedLineTradeAgreement/ram:ContractReferencedDocument`,
    `${LINE}/ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice/ram:AppliedTradeAllowanceCharge`, // the second one
    `${LINE}/ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice/ram:AppliedTradeAllowanceCharge/ram:Reason`,
    `${LINE}/ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice/ram:BasisQuantity`, // another than the net price's
    `${LINE}/ram:SpecifiedLineTradeAgreement/ram:SellerOrderReferencedDocument`,
    `${LINE}/ram:SpecifiedLineTradeDelivery/ram:PackageQuantity`,
    `${LINE}/ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax/ram:ExemptionReason`,
  ],
};

/** The kinds of document of a family, each with a type code. */
const KINDS = {
  ubl: { 'ubl-invoice': '380', 'ubl-creditnote': '381' },
  cii: { cii: '380' },
} as const;
type Family = keyof typeof KINDS;

describeByReference('the recorded cases that are valid, read and written again', () => {
  const folder = join(REFERENCE_DATA, 'conformance');
  const valid = readFileSync(join(folder, 'verdicts.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Verdict)
    .filter(({ xsd_valid: schema, layers }) => schema && layers.every(isPassed));

  let rules: Record<Family, BuiltInRules>;
  let schemas: OfficialSchemas;
  before(async function () {
    this.timeout(120_000);
    rules = { ubl: await publishedRules('ubl'), cii: await publishedRules('cii') };
    schemas = officialSchemas();
  });
  after(() => Object.values(schemas).forEach((schema) => schema.dispose()));

  /** What is wrong with a document that was valid; nothing if it is still valid. */
  async function brokenIn(
    bytes: Uint8Array,
    syntax: keyof OfficialSchemas,
    { layers }: Verdict,
  ): Promise<string[]> {
    const run = schemas[syntax].check(bytes);
    const broken = run.kind === 'verdict' ? run.findings.map(({ message }) => message) : [run.kind];
    for (const { pack } of layers) {
      const name = (['en16931', 'xrechnung'] as const).find((one) => pack.startsWith(`${one}-`));
      if (!name) continue;
      const judged = await rules[syntax === 'cii' ? 'cii' : 'ubl'].run(name, bytes);
      if (judged.kind !== 'verdict') broken.push(judged.kind);
      else broken.push(...judged.fired.flatMap(({ id, flag }) => (flag === 'fatal' ? [id ?? ''] : [])));
    }
    return broken;
  }

  for (const family of Object.keys(KINDS) as Family[])
    it(`stay valid with the same content in ${family}; only content that is no term is lost`, async function () {
      this.timeout(300_000);
      const types: Partial<Record<Syntax, string>> = KINDS[family];
      const cases = valid.filter(({ syntax }) => syntax in types);
      const wrong: string[] = [];
      const extensions = new Set<string>();
      for (const verdict of cases) {
        const syntax = verdict.syntax as keyof OfficialSchemas;
        const { text } = decodeXml(readFileSync(join(folder, 'cases', verdict.case)));
        const read = readDocument(SYNTAXES.formOf(family, types[syntax] ?? ''), xmlRoot(text ?? ''));
        for (const { path } of read.extensions) extensions.add(path.replace(/^\/[^/]*\//, ''));
        // A valid document has everything that the model requires.
        const invoice = read.invoice as En16931Invoice;
        const form = SYNTAXES.formOf(family, invoice.typeCode);
        const written = writeDocument(form, invoice);
        const again = readDocument(form, xmlRoot(written));
        const problems = [
          ...limitsOf(form, invoice).map(({ message }) => message),
          ...again.extensions.map(({ path }) => path),
          ...(await brokenIn(new TextEncoder().encode(written), syntax, verdict)),
        ];
        if (problems.length > 0) wrong.push(`${verdict.case}: ${problems.join(', ')}`);
        assert.deepEqual(sorted(again.invoice), sorted(invoice), verdict.case);
      }
      assert.deepEqual(wrong, []);
      assert.deepEqual([...extensions].sort(), EXTENSIONS[family]);
      assert.ok(cases.length > 200);
    });
});

/** With sorted members and decimals as digits. */
const sorted = (model: unknown): unknown =>
  JSON.parse(JSON.stringify(model), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );

function isPassed({ fired }: Verdict['layers'][number]): boolean {
  return fired !== undefined && Object.values(fired).every(({ flag }) => flag !== 'fatal');
}
