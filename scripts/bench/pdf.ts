import { makePdf, type Embedded, type PdfPart } from '../../src/adapters/pdf/make-pdf.ts';
import { PrintPool } from '../../src/adapters/pdf/print-pool.ts';
import type { BuiltDocument, HybridParts } from '../../src/domain/documents/built-document.ts';
import { readPage } from '../../src/domain/documents/hybrid.ts';
import { parseCanonical } from '../../src/domain/invoice/parse-canonical.ts';
import { readSyntaxTables } from '../../src/processes/syntaxes.ts';
import { benchDocuments } from './bench-pool.ts';
import { clock } from './clock.ts';
import { drawnInvoice } from './invoices.ts';
import { Draw } from './random.ts';
import { printTable, rounded } from './table.ts';

/** So many lines fill two sheets. */
const LINES = 8;
const SHEETS = 2;
const GOAL = 30;
const INVOICES = 50;
const WARM_UP = 2;
const ROUNDS = 5;
const PRINTED = 1_000;
const MB = 1e6;

/** Hybrid PDFs of two sheets: how many one core makes in a second, what its parts cost, and whether memory grows. */
export async function pdf(): Promise<void> {
  const draw = new Draw(LINES);
  const built = await Promise.all(
    Array.from({ length: INVOICES }, (_, at) => hybridDocument(drawnInvoice(draw, `R-${at}`, LINES))),
  );
  await byParts(built);
  await memory(draw);
}

interface Hybrid extends BuiltDocument {
  readonly hybrid: HybridParts;
}

async function hybridDocument(canonical: object): Promise<Hybrid> {
  const parsed = parseCanonical(canonical);
  if (!parsed.ok) throw new Error(`a drawn invoice is refused: ${parsed.findings[0]?.message}`);
  const built = await benchDocuments.build(parsed.invoice, 'DE-XRECHNUNG', 'zugferd');
  if (!built.ok || !built.document.hybrid) throw new Error('a drawn invoice is no hybrid');
  return { ...built.document, hybrid: built.document.hybrid };
}

const embeddedIn = ({ hybrid, bytes }: Hybrid): Embedded => ({
  fileName: hybrid.fileName,
  conformanceLevel: hybrid.level,
  version: hybrid.version,
  bytes,
});

/** Of all threads: V8 collects garbage beside the one that draws. */
const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function byParts(built: readonly Hybrid[]): Promise<void> {
  const spent: Record<PdfPart, number> = { layout: 0, fonts: 0, attachment: 0, writing: 0 };
  let bytes = 0;
  const round = async (): Promise<void> => {
    bytes = 0;
    for (const one of built) {
      let last = clock();
      const file = await makePdf(readPage(one.hybrid.page), embeddedIn(one), (part) => {
        const now = clock();
        spent[part] += now - last;
        last = now;
      });
      bytes += file.length;
      if (sheetsOf(file) !== SHEETS) throw new Error(`a PDF has ${sheetsOf(file)} sheets`);
    }
  };
  for (let at = 0; at < WARM_UP; at++) await round();
  for (const part of Object.keys(spent) as PdfPart[]) spent[part] = 0;
  const started = processorMs();
  for (let at = 0; at < ROUNDS; at++) await round();
  const each = (processorMs() - started) / (ROUNDS * built.length);
  printTable(
    `Hybrid PDFs of two sheets, ${rounded(bytes / built.length / 1000, 0)} KB each`,
    ['part', 'ms'],
    [
      ...Object.entries(spent).map(([part, ms]) => [part, rounded(ms / (ROUNDS * built.length))]),
      ['processor time in all', rounded(each)],
    ],
  );
  console.log(`  ${rounded(1000 / each, 1)} a second and core (goal: ${GOAL})`);
}

const sheetsOf = (file: Uint8Array): number =>
  Buffer.from(file)
    .toString('latin1')
    .match(/\/Type \/Page\n/g)?.length ?? 0;

/** Each invoice is another one, as it is when a service runs: what grows with them is a leak. */
async function memory(draw: Draw): Promise<void> {
  const printer = new PrintPool(1, readSyntaxTables(), {
    error: (fields, message) => console.error(message, fields),
  });
  const rows: string[][] = [];
  try {
    for (let at = 1; at <= PRINTED; at++) {
      const { hybrid, bytes } = await hybridDocument(drawnInvoice(draw, `R-${at}`, LINES));
      await printer.hybrid({ ...hybrid, xml: bytes }, 'wait');
      if (at % (PRINTED / 5) === 0) rows.push([String(at), rounded(process.memoryUsage().rss / MB, 0)]);
    }
  } finally {
    await printer.close();
  }
  printTable('Resident memory with one printing thread (goal: flat)', ['PDFs', 'MB'], rows);
}
