import { documentFacts } from '../../src/domain/documents/document-facts.ts';
import type { DocumentForm } from '../../src/domain/documents/document-form.ts';
import type { Finding } from '../../src/domain/findings/finding.ts';
import type { FileReading } from '../../src/domain/findings/file-reading.ts';
import { decodeXml } from '../engine/xml/decode.ts';
import type { XmlFailure } from '../engine/xml/failure.ts';
import { parseXml } from '../engine/xml/parse.ts';
import type { Vocabulary } from '../engine/xml/vocabulary.ts';
import { refusal } from './refusal.ts';
import { rootOf } from './xml-tree.ts';

/**
 * What a finished file says of itself. Entities, declarations and the network are off; nothing that cannot be read here is
 * shown to a schema or a rule.
 * @param vocabulary of the packs; the file's own names are kept apart from it.
 * @param forms of the documents that are known, with what is read of each.
 */
export function readFile(
  bytes: Uint8Array,
  vocabulary: Vocabulary,
  forms: readonly DocumentForm[],
): FileReading {
  const { text, failure: undecoded } = decodeXml(bytes);
  if (text === undefined) return refused(undecoded);
  const { document, failure } = parseXml(text, vocabulary.extend());
  if (!document) return refused(failure);
  const root = rootOf(document);
  const read = documentFacts(forms, root);
  return read ? { reading: 'read', ...read } : { reading: 'refused', findings: [noInvoice(root.name)] };
}

const SOURCE = 'XML-safety';

const refused = (failure: XmlFailure): FileReading => ({
  reading: 'refused',
  findings: refusal(failure, SOURCE),
});

const LONGEST_NAME = 40;
const noInvoice = (name: string): Finding => ({
  code: 'EI-XML-TYPE',
  severity: 'error',
  source: SOURCE,
  message: `The root element ${localName(name).slice(0, LONGEST_NAME)} is not that of an invoice: a UBL Invoice or CreditNote, a CII CrossIndustryInvoice or an FA(3) Faktura.`,
  whoFixes: 'erp',
  location: { xpath: '/' },
});

const localName = (name: string): string => name.slice(name.lastIndexOf('}') + 1);
