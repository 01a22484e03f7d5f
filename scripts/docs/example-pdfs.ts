import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makePdf } from '../../src/adapters/pdf/make-pdf.ts';
import { DocumentBuilder } from '../../src/domain/documents/document-builder.ts';
import { readPage } from '../../src/domain/documents/hybrid.ts';
import { parseCanonical } from '../../src/domain/invoice/parse-canonical.ts';
import { profileOf } from '../../src/domain/routes/all.ts';
import { defaultFormat } from '../../src/domain/routes/formats.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../../src/domain/vocabulary/route.ts';
import { readSyntaxes } from '../../src/processes/read-syntaxes.ts';

const FOLDER = fileURLToPath(new URL('../../examples/pdf', import.meta.url));
/** Data that KSeF would assign: the codes on a page need an address and a number. */
const KSEF = {
  qrUrl: 'https://qr-test.ksef.mf.gov.pl',
  number: '5260250274-20261005-0100A0B1C2D3-4F',
} as const;
const PICTURE_DPI = '80';

interface Submission {
  readonly route: Route;
  readonly formats?: readonly Format[];
  readonly document: unknown;
}

export const examplePdfs = (): readonly string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace('.json', ''))
    .sort();

export const examplePdfFile = (name: string, extension = 'pdf'): string => `${FOLDER}/${name}.${extension}`;

/** The hybrid PDF of a submission, or the view if its route sends none. */
export async function examplePdf(name: string): Promise<Uint8Array> {
  const submission = JSON.parse(readFileSync(examplePdfFile(name, 'json'), 'utf8')) as Submission;
  const { route, formats: [format = defaultFormat(route)] = [], document } = submission;
  const parsed = parseCanonical(document);
  if (!parsed.ok) throw new Error(`${name}: ${JSON.stringify(parsed.findings[0]?.message)}`);
  const documents = new DocumentBuilder(readSyntaxes(), profileOf);
  const built = await documents.build(parsed.invoice, route, format);
  if (!built.ok) throw new Error(`${name}: ${JSON.stringify(built.findings[0].message)}`);
  const { bytes, hybrid } = built.document;
  if (hybrid) {
    const { page, fileName, level: conformanceLevel, version } = hybrid;
    return makePdf(readPage(page), { fileName, conformanceLevel, version, bytes });
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return makePdf(
    documents.page(parsed.invoice, route, format, {
      ...(route === 'PL-KSEF' && { verifiable: { ...KSEF, sha256 } }),
    }),
  );
}

/** Writes `examples/pdf/`; pictures of the pages only if poppler is installed. */
export async function writeExamplePdfs(): Promise<void> {
  for (const name of examplePdfs()) {
    writeFileSync(examplePdfFile(name), await examplePdf(name));
    spawnSync('pdftoppm', ['-r', PICTURE_DPI, '-png', examplePdfFile(name), `${FOLDER}/${name}`]);
  }
}
