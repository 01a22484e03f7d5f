import { type Message, say } from '../../vocabulary/message.ts';
import type { CheckedPdf, PdfBreach, PdfRule } from '../pdf-rule.ts';
import type { Clause } from '../pdfa/clause.ts';
import { COLOURS } from '../pdfa/colours.ts';
import type { PdfaDocument } from '../pdfa/document.ts';
import { FONTS } from '../pdfa/fonts.ts';
import { GRAPHICS } from '../pdfa/graphics.ts';
import { INTERACTIVE } from '../pdfa/interactive.ts';
import { STRUCTURE } from '../pdfa/structure.ts';
import { wholeFile } from '../pdfa/whole.ts';
import { PdfBroken } from '../read/failure.ts';

export const ABOUT_PDFA: PdfRule = { number: 2, breaches: notPdfa };

/** Breaches of one clause. */
const MAX_OF_ONE_RULE = 3;

/** The parts of ISO 19005-3 that can be checked without drawing; each message names its clause. */
function notPdfa({ pdf }: CheckedPdf): readonly PdfBreach[] {
  const clauses = [
    ...STRUCTURE,
    ...COLOURS,
    ...GRAPHICS,
    ...FONTS,
    ...INTERACTIVE,
    ...wholeFile(pdf.invoice, pdf.attachments),
  ];
  return clauses.flatMap((clause) => breachesOf(clause, pdf.document));
}

function breachesOf({ clause, severity, breaches }: Clause, document: PdfaDocument): readonly PdfBreach[] {
  const faults = new Map<string, Message>();
  const add = (what: Message): unknown => faults.set(JSON.stringify(what), what);
  try {
    for (const what of breaches(document)) {
      add(what);
      if (faults.size === MAX_OF_ONE_RULE) break;
    }
  } catch (error) {
    if (!(error instanceof PdfBroken)) throw error;
    add(say('pdf.part-of-pdf-cannot-be-read', { reason: error.reason }));
  }
  return [...faults.values()].map((what) => ({
    message: say('pdfa.breach-of-clause', { what, clause }),
    ...(severity && { severity }),
  }));
}
