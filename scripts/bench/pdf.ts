import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { makePdf, type Embedded, type PdfPart } from '../../src/adapters/pdf/make-pdf.ts';
import type { BuiltDocument, HybridParts } from '../../src/domain/documents/built-document.ts';
import { readPage } from '../../src/domain/documents/hybrid.ts';
import { parseCanonical } from '../../src/domain/invoice/parse-canonical.ts';
import { benchDocuments } from './bench-pool.ts';
import { clock } from './clock.ts';
import { drawnInvoice } from './invoices.ts';
import { Draw } from './random.ts';
import { printTable, roundTo } from './table.ts';

/** This many lines fill two pages. */
const LINES = 8;
const SHEETS = 2;
const GOAL = 30;
const INVOICES = 50;
const WARM_UP = 2;
const ROUNDS = 5;
const PRINTED = 1_000;
const MB = 1e6;

/** Hybrid PDFs of two pages: how many one core makes in a second, what their parts cost, and whether memory grows. */
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
  if (!parsed.ok)
    throw new Error(`a drawn invoice is refused: ${JSON.stringify(parsed.findings[0]?.message)}`);
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

/** Of all threads: V8 collects garbage beside the drawing thread. */
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
    `Hybrid PDFs of two sheets, ${roundTo(bytes / built.length / 1000, 0)} KB each`,
    ['part', 'ms'],
    [
      ...Object.entries(spent).map(([part, ms]) => [part, roundTo(ms / (ROUNDS * built.length))]),
      ['processor time in all', roundTo(each)],
    ],
  );
  console.log(`  ${roundTo(1000 / each, 1)} a second and core (goal: ${GOAL})`);
}

const sheetsOf = (file: Uint8Array): number =>
  Buffer.from(file)
    .toString('latin1')
    .match(/\/Type \/Page\n/g)?.length ?? 0;

/**
 * Each invoice differs, as in a running service: memory that grows with them is a leak. Live is the heap in use after a
 * collection; the first fifth fills the cache of text widths (`fonts.ts`). Resident includes garbage.
 */
async function memory(draw: Draw): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const rows: string[][] = [];
  for (let at = 1; at <= PRINTED; at++) {
    const one = await hybridDocument(drawnInvoice(draw, `R-${at}`, LINES));
    await makePdf(readPage(one.hybrid.page), embeddedIn(one));
    if (at % (PRINTED / 5) !== 0) continue;
    collect();
    // Streams free their native memory a turn later.
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    const { heapUsed, external, rss } = process.memoryUsage();
    rows.push([at, heapUsed / MB, external / MB, rss / MB].map((figure) => roundTo(figure, 0)));
  }
  printTable(
    'Memory (goal: what lives stays flat)',
    ['PDFs', 'MB live', 'MB live outside the heap', 'MB resident'],
    rows,
  );
}
