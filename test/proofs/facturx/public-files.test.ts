import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPdf } from '../../../validators/pdf/hybrid-pdf.ts';
import { judgePdf } from '../../support/pdf/judge.ts';
import { ran } from '../../support/programs.ts';
import { REFERENCE_DATA } from '../../support/reference-data.ts';

const FOLDER = process.env['HYBRID_PDFS'] ?? '';
const CHECKER = join(REFERENCE_DATA, 'bin/pdfa-check/run');

/** Public files are others' and not in this project: what they were judged on stands in docs/pdf.md. */
describe('public hybrid PDFs', function () {
  this.timeout(600_000);
  if (!existsSync(FOLDER) || !existsSync(CHECKER)) {
    it.skip('are PDF/A-3 to the layer if they are to veraPDF (HYBRID_PDFS names a folder of them)');
    return;
  }
  const files = readdirSync(FOLDER)
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => join(FOLDER, name));

  it('are PDF/A-3 to the layer if they are to veraPDF', () => {
    const said = ran(CHECKER, ['3b', ...files], [0, 1]);
    const passed = new Set([...said.matchAll(/^pass (.*)$/gm)].map(([, file]) => file));
    const held = files.filter((file) => openPdf(readFileSync(file)).opened);
    assert.ok(held.length > 0, 'none of them has an invoice');
    const isPdfa = (file: string): boolean =>
      judgePdf(readFileSync(file)).findings.every(({ code }) => code !== 'EI-PDF-2');
    assert.deepEqual(
      held.filter((file) => isPdfa(file) !== passed.has(file)),
      [],
    );
  });
});
