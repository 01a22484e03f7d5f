import { checkFilePlausibility } from '../../domain/checks/pre-check/file-plausibility.ts';
import { readFa3 } from '../../domain/documents/fa3/read-fa3.ts';
import { FA3_ROOT } from '../../domain/documents/fa3/read-facts.ts';
import { documentFacts } from '../../domain/documents/document-facts.ts';
import type { En16931Invoice } from '../../domain/invoice/en16931.ts';
import type { Partly } from '../../domain/invoice/partly.ts';
import type { DocumentForm } from '../../domain/documents/document-form.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { FileReading } from '../../domain/findings/file-reading.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import { purchaseIn } from '../../domain/routes/purchases.ts';
import { sha256 } from 'en16931-rules/packs/hash.ts';
import { type CheckedFile, Unreadable } from 'en16931-rules/pool/checked-file.ts';
import type { OpenedFile } from 'en16931-rules/pool/opened-file.ts';
import { noInvoice } from 'en16931-rules/pool/no-invoice.ts';
import { unreadableXml } from 'en16931-rules/pool/unreadable.ts';
import { isOfEn16931 } from 'en16931-rules/vocabulary/syntax.ts';
import { rootOf } from 'en16931-rules/xml/xml-tree.ts';

/**
 * The facts of a finished file. Entities, declarations and the network are off; no schema or rule gets a file that is unreadable here.
 * @param forms of the known documents, reduced to the parts that are read.
 */
export function readFile(file: CheckedFile, forms: readonly DocumentForm[]): FileReading {
  try {
    return readRoot(rootOf(file.document()), forms);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { reading: 'refused', findings: unreadableXml(error.failure, SOURCE) };
  }
}

/** The same for a file that may be a PDF: then for its invoice. */
export function readOpened(file: OpenedFile, forms: readonly DocumentForm[]): FileReading {
  if ('refused' in file) return { reading: 'refused', findings: file.refused };
  const reading = readFile(file.xml, forms);
  if (!file.pdf || reading.reading !== 'read') return reading;
  const { invoice, xml } = file.pdf;
  return {
    ...reading,
    embedded: { filename: invoice.name, sha256: sha256(xml), size: xml.length },
  };
}

function readRoot(root: XmlElement, forms: readonly DocumentForm[]): FileReading {
  const read = documentFacts(forms, root);
  if (!read) return { reading: 'refused', findings: [noInvoice(root.name, SOURCE)] };
  const { facts, addressing, summary, invoice } = read;
  // A form of KSeF is an invoice of Poland; its facts alone are read.
  const hasTerms = isOfEn16931(facts.syntax);
  const purchase = hasTerms ? purchaseIn(invoice) : undefined;
  const [first, ...more] = doubtsIn(root, hasTerms ? invoice : undefined);
  return {
    reading: 'read',
    facts,
    addressing,
    summary,
    ...(first && { doubts: [first, ...more] }),
    ...(purchase && { purchase }),
  };
}

/** FaWiersz occurs at most so often; a longer file breaks the schema. */
const MAX_FA3_LINES = 10_000;
const isTooLong = ({ elements }: XmlElement): boolean =>
  elements.some((one) => one.elements.length > MAX_FA3_LINES + 1_000);

/**
 * What looks wrong. These are remarks, so nothing about them stops the reading of a file.
 * @param read undefined for the forms of KSeF, of which the facts do not read enough; of these only FA(3) is read again.
 */
function doubtsIn(root: XmlElement, read: Partly<En16931Invoice> | undefined): readonly Finding[] {
  try {
    if (read) return checkFilePlausibility(read);
    return root.name !== FA3_ROOT || isTooLong(root) ? [] : checkFilePlausibility(readFa3(root).invoice);
  } catch {
    return [];
  }
}

const SOURCE = 'XML-safety';
