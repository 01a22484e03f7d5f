import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplePdf, examplePdfs } from '../../../scripts/example-pdfs.ts';
import { emptyFolder } from '../../support/folder.ts';
import { hybridDraft } from '../../support/pdf/hybrid.ts';
import { HYBRID_LINES, HYBRID_XML } from '../../support/pdf/invoice-xml.ts';
import { findJudge } from '../../support/judges.ts';
import { mustangStatuses } from './mustang/mustang.ts';

const judged = (files: readonly string[]): readonly string[] => [...mustangStatuses(files).values()];

describe('hybrid PDFs checked by Mustang', function () {
  this.timeout(300_000);
  const { missing } = findJudge('mustang');
  if (missing) return void it.skip(missing);
  const folder = emptyFolder();
  after(() => folder.remove());
  const put = (name: string, bytes: Uint8Array): string => {
    const file = join(folder.path, `${name}.pdf`);
    writeFileSync(file, bytes);
    return file;
  };

  it('are valid if they are made here, and not if their XML is broken', async () => {
    const names = examplePdfs().filter((name) => /zugferd|facturx/.test(name));
    const files = await Promise.all(names.map(async (name) => put(name, await examplePdf(name))));
    const of = (xml: string): Uint8Array => hybridDraft({ xml, lines: HYBRID_LINES }).build();
    const [good, broken] = [
      put('good', of(HYBRID_XML)),
      put('broken', of(HYBRID_XML.replace('<ram:TypeCode>380</ram:TypeCode>', '<ram:Kind/>'))),
    ];
    const made = [...files, good].map(() => 'valid');
    assert.deepEqual(judged([...files, good, broken]), [...made, 'invalid']);
  });
});
