import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { limitsOf } from '../../../src/domain/documents/limits.ts';
import { readDocument } from '../../../src/domain/documents/read-document.ts';
import { writeDocument } from '../../../src/domain/documents/write-document.ts';
import type { En16931Invoice } from '../../../src/domain/invoice/en16931.ts';
import { decodeXml } from 'en16931-rules/engine/xml/decode.ts';
import { publishedRules, XRECHNUNG_PACKS } from '../../support/built-in-rules.ts';
import { SYNTAXES } from '../../support/documents.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { type OfficialSchemas, officialSchemas } from '../../support/official-schemas.ts';
import { xmlRoot } from '../../support/xml-root.ts';
import type { Exception, Named } from '../verdicts/compare.ts';
import { isValid, recordedCases, type RecordedCase } from '../verdicts/corpora.ts';
import { accepts } from '../verdicts/engines.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { fatalIds, schemaFindings } from '../verdicts/readings.ts';

const FATAL_SINCE: Exception = {
  of: /br-tmp-2-test/,
  difference: /^-BR-TMP-2$/,
  atMost: 3,
  cause:
    'The cases were recorded as valid by the release before; BR-TMP-2 is fatal for invoices from 31 August 2026 on.',
};

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
    `${AGREEMENT}/ram:BuyerTradeParty/ram:GlobalID/@schemeID`,
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
    `${SETTLEMENT}/ram:InvoiceeTradeParty/ram:GlobalID`, // beside an ID; the party is a group of EXTENDED-CTC-FR
    `${SETTLEMENT}/ram:InvoiceeTradeParty/ram:GlobalID/@schemeID`,
    `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms`, // the second one
    `${SETTLEMENT}/ram:SpecifiedTradePaymentTerms/ram:ApplicableTradePaymentDiscountTerms`,
    `${SETTLEMENT}/ram:SpecifiedTradeSettlementPaymentMeans/ram:PayeePartyCreditorFinancialAccount/ram:ProprietaryID`, // beside an IBAN
    `${SETTLEMENT}/ram:TaxApplicableTradeCurrencyExchange`,
    `${LINE}/ram:SpecifiedLineTradeAgreement/ram:ContractReferencedDocument`,
    `${LINE}/ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice/ram:AppliedTradeAllowanceCharge`, // the second one
    `${LINE}/ram:SpecifiedLineTradeAgreement/ram:GrossPriceProductTradePrice/ram:BasisQuantity`, // another than the net price's
    `${LINE}/ram:SpecifiedLineTradeDelivery/ram:PackageQuantity`,
  ],
};

/** The kinds of document of a family, each with a type code. */
const KINDS = {
  ubl: { 'ubl-invoice': '380', 'ubl-creditnote': '381' },
  cii: { cii: '380' },
} as const;
type Family = keyof typeof KINDS;

const typesOf = (family: Family): Readonly<Record<string, string>> => KINDS[family];

function* validCases(family: Family): Generator<Named<RecordedCase>> {
  yield* recordedCases((verdict) => isValid(verdict) && verdict.syntax in typesOf(family));
}

interface Rewritten extends RecordedCase {
  readonly form: ReturnType<typeof SYNTAXES.formOf>;
  readonly invoice: En16931Invoice;
  /** Content of the case that the model has no term for. */
  readonly extensions: readonly string[];
  readonly text: string;
}

/** A case, read into the model and written again. */
function rewritten(family: Family, { verdict, bytes }: RecordedCase): Rewritten {
  const { text: original = '' } = decodeXml(bytes);
  const read = readDocument(
    SYNTAXES.formOf(family, typesOf(family)[verdict.syntax] ?? ''),
    xmlRoot(original),
  );
  // A valid document has everything that the model requires.
  const invoice = read.invoice as En16931Invoice;
  const form = SYNTAXES.formOf(family, invoice.typeCode);
  const extensions = read.extensions.map(({ path }) => path.replace(/^\/[^/]*\//, ''));
  return { verdict, bytes, form, invoice, extensions, text: writeDocument(form, invoice) };
}

describeByReference('the recorded cases that are valid, read and written again', () => {
  for (const family of Object.keys(KINDS) as Family[]) {
    itAgrees(`stay valid in ${family}`, { compared: 200 }, async () => {
      const [schemas, rules] = [officialSchemas(), await publishedRules(family)];
      return {
        corpus: validCases(family),
        engines: { 'the case itself': accepts },
        exceptions: [FATAL_SINCE],
        judge: async (recorded) => {
          const { verdict, text } = rewritten(family, recorded);
          const bytes = new TextEncoder().encode(text);
          const schema = schemas[verdict.syntax as keyof OfficialSchemas];
          const found = [...schemaFindings(schema.check(bytes))];
          for (const pack of XRECHNUNG_PACKS)
            if (verdict.layers.some((layer) => layer.pack.startsWith(`${pack}-`)))
              found.push(...fatalIds(await rules.run(pack, bytes)));
          return found;
        },
      };
    });

    it(`have the same content in ${family}; only content that is no term is lost`, function () {
      const lost = new Set<string>();
      for (const { name, document } of validCases(family)) {
        const { form, invoice, extensions, text } = rewritten(family, document);
        extensions.forEach((path) => lost.add(path));
        const again = readDocument(form, xmlRoot(text));
        assert.deepEqual(withEnglish([limitsOf(form, invoice), again.extensions]), [[], []], name);
        assert.deepEqual(sorted(again.invoice), sorted(invoice), name);
      }
      assert.deepEqual([...lost].sort(), EXTENSIONS[family]);
    });
  }
});

/** With sorted members and decimals as digits. */
const sorted = (model: unknown): unknown =>
  JSON.parse(JSON.stringify(model), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );
