import type { DocumentFacts } from '../../src/domain/vocabulary/document-facts.ts';
import type { Finding } from '../../src/domain/findings/finding.ts';
import type { FileReading } from '../../src/domain/findings/file-reading.ts';
import { decodeXml } from '../engine/xml/decode.ts';
import type { Document, Node } from '../engine/xml/document.ts';
import type { XmlFailure } from '../engine/xml/failure.ts';
import { parseXml } from '../engine/xml/parse.ts';
import { normalizedValue } from '../engine/xml/values.ts';
import type { Vocabulary } from '../engine/xml/vocabulary.ts';
import { FACT_PLACES, type FactPlaces } from './fact-places.ts';
import { refusal } from './refusal.ts';

/**
 * What a finished file says of itself. Entities, declarations and the network are off; nothing that cannot be read here is
 * shown to a schema or a rule.
 * @param vocabulary of the packs; the file's own names are kept apart from it.
 */
export function readFile(bytes: Uint8Array, vocabulary: Vocabulary): FileReading {
  const { text, failure: undecoded } = decodeXml(bytes);
  if (text === undefined) return refused(undecoded);
  const { document, failure } = parseXml(text, vocabulary.extend());
  if (!document) return refused(failure);
  const { namespace, local } = document.nameOf(ROOT);
  const places = FACT_PLACES.find((one) => one.namespace === namespace && one.root === local);
  if (!places) return { reading: 'refused', findings: [noInvoice(local)] };
  return { reading: 'read', facts: factsOf(document, ROOT, places) };
}

/** The first element. */
const ROOT: Node = 1;

const SOURCE = 'XML-safety';

const refused = (failure: XmlFailure): FileReading => ({
  reading: 'refused',
  findings: refusal(failure, SOURCE),
});

const LONGEST_NAME = 40;
const noInvoice = (local: string): Finding => ({
  code: 'EI-XML-TYPE',
  severity: 'error',
  source: SOURCE,
  message: `The root element ${local.slice(0, LONGEST_NAME)} is not that of an invoice: a UBL Invoice or CreditNote, a CII CrossIndustryInvoice or an FA(3) Faktura.`,
  whoFixes: 'erp',
  location: { xpath: '/' },
});

/** BT-1 longer than the contract allows is no number to list an invoice by. */
const LONGEST_NUMBER = 200;

function factsOf(document: Document, root: Node, places: FactPlaces): DocumentFacts {
  const at = (path: readonly string[]): string | null => valueAt(document, root, path);
  const number = at(places.number);
  const date = at(places.issueDate);
  return {
    syntax: places.syntax,
    specification: places.specification && at(places.specification),
    number: number !== null && number.length <= LONGEST_NUMBER ? number : null,
    issueDate: date && isoDate(date),
  };
}

/** The first element on a path of local names, its blanks folded; null when it is not there or empty. */
function valueAt(document: Document, root: Node, path: readonly string[]): string | null {
  let node = root;
  for (const local of path) {
    const child = childCalled(document, node, local);
    if (child === undefined) return null;
    node = child;
  }
  return normalizedValue(document, node) || null;
}

function childCalled(document: Document, parent: Node, local: string): Node | undefined {
  const end = document.last[parent]!;
  for (let child = parent + 1; child <= end; child = document.last[child]! + 1)
    if (document.localNameOf(child) === local) return child;
  return undefined;
}

/** `2026-10-05` and CII's `20261005`; what is no day of the calendar is no date. */
function isoDate(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(text) ?? [];
  if (!year) return null;
  const iso = `${year}-${month}-${day}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
