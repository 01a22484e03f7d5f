import { profileOf } from '../../../src/domain/routes/all.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { checkPdf } from 'en16931-rules/pdf/check-pdf.ts';
import { openPdf } from 'en16931-rules/pdf/hybrid-pdf.ts';
import type { CheckedPdf } from 'en16931-rules/pdf/pdf-rule.ts';
import { rootOf } from 'en16931-rules/xml/xml-tree.ts';

/** The findings of the layer `pdf` on a file, or why no invoice can be extracted from it. */
export function judgePdf(
  bytes: Uint8Array,
  { route = 'FR-PA', isBuiltHere = false, layers = [] as CheckedPdf['layers'] } = {} as {
    readonly route?: Route;
    readonly isBuiltHere?: boolean;
    readonly layers?: CheckedPdf['layers'];
  },
) {
  const opened = openPdf(bytes);
  if (!opened.opened) return { outcome: 'refused' as const, findings: opened.findings };
  const { document, failure } = parseXml(new TextDecoder().decode(opened.pdf.xml), new Vocabulary());
  if (!document) throw new Error(failure.message.say);
  return checkPdf({
    pdf: opened.pdf,
    root: rootOf(document),
    check: { check: 'pdf', isLenient: profileOf(route).hybrids?.isLenient === true, isBuiltHere },
    layers,
  });
}
