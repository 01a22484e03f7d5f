import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplePdf, examplePdfs } from '../../../scripts/docs/example-pdfs.ts';
import { emptyFolder } from '../../support/folder.ts';
import { hybridDraft } from '../../support/pdf/hybrid.ts';
import { HYBRID_LINES, HYBRID_XML } from '../../support/pdf/invoice-xml.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { mustangOf } from './mustang/mustang.ts';

const hybrid = (xml: string): Uint8Array => hybridDraft({ xml, lines: HYBRID_LINES }).build();
const BROKEN_XML = HYBRID_XML.replace('<ram:TypeCode>380</ram:TypeCode>', '<ram:Kind/>');

describe('hybrid PDFs checked by Mustang', () => {
  const folder = emptyFolder();
  after(() => folder.remove());
  const put = (name: string, bytes: Uint8Array): string => {
    const file = join(folder.path, `${name}.pdf`);
    writeFileSync(file, bytes);
    return file;
  };
  const names = examplePdfs().filter((name) => /zugferd|facturx/.test(name));

  itAgrees(
    'are valid if they are made here, and not if their XML is broken',
    { compared: names.length + 2, refused: 1, needs: ['mustang'] },
    async () => {
      const examples = await Promise.all(names.map(async (name) => put(name, await examplePdf(name))));
      const [good, broken] = [put('good', hybrid(HYBRID_XML)), put('broken', hybrid(BROKEN_XML))];
      const files = [...examples, good, broken];
      return {
        corpus: files.map((file) => ({ name: file, document: file })),
        engines: { 'how it is made': (file) => (file === broken ? ['invalid'] : []) },
        judge: mustangOf(files),
      };
    },
  );
});
