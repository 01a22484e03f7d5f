import { isBlank, stringValue } from 'en16931-rules/engine/xml/values.ts';
import type { Document, Node } from 'en16931-rules/engine/xml/document.ts';
import type { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import type { BenchRules } from './rules-folder.ts';
import { BenchThread, bytesOf, mediansOf } from './schema.ts';
import type { Documents } from './documents.ts';
import { printTable, roundTo } from './table.ts';

const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const CBC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const INVOICE = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2';

/**
 * What a check of a small invoice costs at least in V8: the bytes looked at once, the document parsed, and ten rules of EN 16931 written
 * by hand on the columns that compiled rules read, as short as a person can write them.
 */
export async function floor(rules: BenchRules, documents: Documents): Promise<void> {
  const thread = await BenchThread.prepare(rules, 'ubl-invoice');
  const byHand = tenRules(thread.vocabulary);
  const files = bytesOf(documents, '13 KB', 'ubl');
  const decoder = new TextDecoder();
  const steps = {
    'decode the bytes as a string': (bytes: Uint8Array) => void decoder.decode(bytes),
    'find each <': (bytes: Uint8Array) => void countTags(bytes),
    parse: (bytes: Uint8Array) => void thread.parsed(bytes),
    'parse, ten rules by hand': (bytes: Uint8Array) => {
      if (!byHand(thread.parsed(bytes).document() as Document)) throw new Error('a rule by hand fires');
    },
    'parse, all rules': (bytes: Uint8Array) => thread.runRules(thread.parsed(bytes)),
    'parse, schema, all rules': (bytes: Uint8Array) => {
      const file = thread.parsed(bytes);
      thread.checkSchema(file);
      return thread.runRules(file);
    },
  };
  const medians = await mediansOf(steps, files, true);
  thread.dispose();
  const kilobytes = files.reduce((sum, { length }) => sum + length, 0) / files.length / 1000;
  printTable(
    `What ${roundTo(kilobytes, 1)} KB of UBL cost at least, ms per document, warm, rounds in turn; rules: EN 16931 and XRechnung`,
    ['', 'ms', 'of all'],
    Object.entries(medians).map(([step, ms]) => [
      step,
      roundTo(ms, 3),
      roundTo(ms / medians['parse, schema, all rules'], 2),
    ]),
  );
}

function countTags(bytes: Uint8Array): number {
  let tags = 0;
  for (let at = bytes.indexOf(0x3c); at >= 0; at = bytes.indexOf(0x3c, at + 1)) tags += 1;
  return tags;
}

/** @returns whether a document keeps BR-01 to BR-06, BR-16, BR-24, BR-CO-10 and BR-CO-15. */
function tenRules(vocabulary: Vocabulary): (document: Document) => boolean {
  const path = (...names: string[]): number =>
    vocabulary.path([{ namespace: INVOICE, local: 'Invoice' }, ...names.map(nameOf)]);
  const required = [
    path('cbc:CustomizationID'),
    path('cbc:ID'),
    path('cbc:IssueDate'),
    path('cbc:InvoiceTypeCode'),
    path('cbc:DocumentCurrencyCode'),
    path('cac:AccountingSupplierParty', 'cac:Party', 'cac:PartyLegalEntity', 'cbc:RegistrationName'),
  ];
  const lines = path('cac:InvoiceLine');
  const lineAmounts = path('cac:InvoiceLine', 'cbc:LineExtensionAmount');
  const total = (name: string): number => path('cac:LegalMonetaryTotal', `cbc:${name}`);
  const sumOfLines = total('LineExtensionAmount');
  const withoutVat = total('TaxExclusiveAmount');
  const withVat = total('TaxInclusiveAmount');
  const vat = path('cac:TaxTotal', 'cbc:TaxAmount');
  return (document) => {
    const { pathStart, pathEnd, pathNodes } = document;
    const first = (of: number): Node => (pathStart[of] === pathEnd[of] ? 0 : pathNodes[pathStart[of]!]!);
    const count = (of: number): number => pathEnd[of]! - pathStart[of]!;
    const cents = (node: Node): number => Math.round(Number(stringValue(document, node)) * 100);
    for (const one of required) if (first(one) === 0 || isBlank(document, first(one))) return false;
    if (count(lines) === 0 || count(lines) !== count(lineAmounts)) return false;
    let sum = 0;
    for (let at = pathStart[lineAmounts]!; at < pathEnd[lineAmounts]!; at += 1) sum += cents(pathNodes[at]!);
    return (
      sum === cents(first(sumOfLines)) &&
      cents(first(withoutVat)) + cents(first(vat)) === cents(first(withVat))
    );
  };
}

function nameOf(name: string): { readonly namespace: string; readonly local: string } {
  const [prefix, local] = name.split(':') as ['cac' | 'cbc', string];
  return { namespace: prefix === 'cac' ? CAC : CBC, local };
}
