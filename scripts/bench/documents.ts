import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XRECHNUNG } from '../../src/domain/documents/specifications.ts';
import { writeDocument } from '../../src/domain/documents/write-document.ts';
import { completeInvoice } from '../../src/domain/invoice/complete-invoice.ts';
import type { En16931Invoice } from '../../src/domain/invoice/en16931.ts';
import { parseCanonical } from '../../src/domain/invoice/parse-canonical.ts';
import { emptyFolder } from './empty-folder.ts';
import { Draw } from './random.ts';
import { SYNTAXES } from './bench-pool.ts';
import { drawnInvoice } from './invoices.ts';

/** The sizes of the tables, by name. Large documents are few: a round over them takes as long as one over many small. */
const SIZES = {
  '6 KB': { lines: 1, documents: 300 },
  '13 KB': { lines: 6, documents: 300 },
  '21 KB': { lines: 12, documents: 300 },
  '110 KB': { lines: 80, documents: 300 },
  '1 MB': { lines: 755, documents: 10 },
  '5 MB': { lines: 3_780, documents: 4 },
} as const;
export type Size = keyof typeof SIZES;
export const ALL_SIZES = Object.keys(SIZES) as Size[];

export class BenchDocument {
  readonly size: number;
  private read: Uint8Array | undefined;

  constructor(
    readonly file: string,
    bytes: Uint8Array,
  ) {
    this.size = bytes.length;
    writeFileSync(file, bytes);
  }

  /** Read on demand: all sets together are half a gigabyte. */
  get bytes(): Uint8Array {
    return (this.read ??= new Uint8Array(readFileSync(this.file)));
  }
}

/** CII takes more bytes for a line. */
const LINES = { ubl: 1, cii: 0.79 } as const;
export type Written = keyof typeof LINES;

const write = (syntax: Written, invoice: En16931Invoice): string =>
  writeDocument(SYNTAXES.formOf(syntax, invoice.typeCode), invoice);

/** Makes documents on request, the same in each run, and keeps them in files for engines in other processes. */
export class Documents {
  private readonly folder = emptyFolder();
  private readonly made = new Map<string, readonly BenchDocument[]>();

  /** @param customization BT-24 in place of XRechnung's. */
  of(size: Size, syntax: Written = 'ubl', customization = XRECHNUNG.specification): readonly BenchDocument[] {
    const key = `${size} ${syntax} ${customization}`;
    const cached = this.made.get(key) ?? this.make(size, syntax, customization);
    this.made.set(key, cached);
    return cached;
  }

  private make(size: Size, syntax: Written, customization: string): readonly BenchDocument[] {
    const folder = join(this.folder, String(this.made.size));
    mkdirSync(folder);
    const draw = new Draw(SIZES[size].lines);
    const lines = Math.round(SIZES[size].lines * LINES[syntax]);
    return Array.from({ length: SIZES[size].documents }, (_, at) => {
      const model = modelOf(drawnInvoice(draw, `R-${lines}-${at}`, lines));
      const bytes = new TextEncoder().encode(write(syntax, { ...model, specification: customization }));
      return new BenchDocument(join(folder, `${at}.xml`), bytes);
    });
  }
}

function modelOf(canonical: object): En16931Invoice {
  const parsed = parseCanonical(canonical);
  if (!parsed.ok)
    throw new Error(`a drawn invoice is refused: ${JSON.stringify(parsed.findings[0]?.message)}`);
  return completeInvoice(parsed.invoice, XRECHNUNG);
}

export const kilobytesOf = (documents: readonly BenchDocument[]): number =>
  documents.reduce((total, { size }) => total + size, 0) / documents.length / 1000;
