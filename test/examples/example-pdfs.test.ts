import { withEnglish } from '../support/words.ts';
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { checkRoute } from '../../src/domain/routes/check-route.ts';
import { precheck } from '../../src/domain/checks/pre-check/precheck.ts';
import { parseCanonical } from '../../src/domain/invoice/parse-canonical.ts';
import { defaultFormat } from '../../src/domain/routes/formats.ts';
import type { Route } from '../../src/domain/vocabulary/route.ts';
import { examplePdf, examplePdfFile, examplePdfs } from '../../scripts/docs/example-pdfs.ts';
import { textOf } from '../support/pdf/read-pdf.ts';

describe('the example PDFs', () => {
  it('are five, in five languages', () =>
    assert.deepEqual(
      examplePdfs().map((name) => name.slice(0, 2)),
      ['de', 'en', 'fr', 'pl', 'ro'],
    ));

  for (const name of examplePdfs()) {
    it(`${name}: is an invoice that its route takes`, () => {
      const { route, document } = JSON.parse(readFileSync(examplePdfFile(name, 'json'), 'utf8')) as {
        route: Route;
        document: unknown;
      };
      const parsed = parseCanonical(document);
      assert.ok(parsed.ok);
      const findings = [
        ...checkRoute(parsed.invoice, route, defaultFormat(route)),
        ...precheck(parsed.invoice, undefined),
      ];
      assert.deepEqual(withEnglish(findings), []);
    });

    it(`${name}: is what its invoice makes today, with a picture of each sheet (npm run docs)`, async () => {
      const kept = await textOf(new Uint8Array(readFileSync(examplePdfFile(name))));
      // The bytes differ between releases of zlib.
      assert.deepEqual(kept, await textOf(await examplePdf(name)));
      for (const [at] of kept.entries()) assert.ok(existsSync(examplePdfFile(`${name}-${at + 1}`, 'png')));
    });
  }

  it('break no IBAN in a column of any width', async () => {
    for (const [name, iban] of [
      ['pl-ksef', 'PL61 1090 1014 0000 0712 1981 2874'],
      ['fr-facturx', 'FR76 3000 6000 0112 3456 7890 189'],
      ['ro-efactura', 'RO49 AAAA 1B31 0075 9384 0000'],
    ] as const)
      assert.ok((await textOf(await examplePdf(name))).join().replaceAll('\u00a0', ' ').includes(iban), name);
  });

  it('need one sheet for a few lines', async () =>
    assert.equal((await textOf(await examplePdf('ro-efactura'))).length, 1));
});
