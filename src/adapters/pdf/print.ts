import { viewPage } from '../../application/printing/view-page.ts';
import { DocumentBuilder } from '../../domain/documents/document-builder.ts';
import { readPage } from '../../domain/documents/hybrid.ts';
import { shownDocument, type ShownDocument } from '../../domain/documents/page-of-xml.ts';
import type { Syntaxes } from '../../domain/documents/syntaxes.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { PrintTask } from '../../ports/printer.ts';
import { Vocabulary } from '../../../validators/engine/xml/vocabulary.ts';
import { Unreadable } from '../../../validators/pool/checked-file.ts';
import { openFile } from '../../../validators/pool/opened-file.ts';
import { rootOf } from '../../../validators/xml/xml-tree.ts';
import { makePdf } from './make-pdf.ts';

/** The task of a printing thread: one file, or a page as JSON. */
export function printing(syntaxes: Syntaxes): (task: PrintTask) => Promise<Uint8Array> {
  const documents = new DocumentBuilder(syntaxes, profileOf);
  const readXml = (bytes: Uint8Array): ShownDocument | undefined => shownXml(syntaxes, bytes);
  return async (task) => {
    if (task.task !== 'hybrid') {
      const shown = viewPage(task.order, { documents, readXml });
      return task.task === 'view' ? makePdf(shown) : new TextEncoder().encode(JSON.stringify(shown));
    }
    const { page, fileName, level: conformanceLevel, version, xml: bytes } = task.hybrid;
    return makePdf(readPage(page), { fileName, conformanceLevel, version, bytes });
  };
}

/** Undefined if the file cannot be read; the page then shows only the stored data. */
function shownXml(syntaxes: Syntaxes, bytes: Uint8Array): ShownDocument | undefined {
  const file = openFile(bytes, new Vocabulary());
  if ('refused' in file) return undefined;
  try {
    return shownDocument(syntaxes, rootOf(file.xml.document()));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
