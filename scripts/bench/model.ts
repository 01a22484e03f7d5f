import { joinApart } from '../../src/domain/documents/join-apart.ts';
import { readDocument } from '../../src/domain/documents/read-document.ts';
import { XRECHNUNG } from '../../src/domain/documents/specifications.ts';
import { writeDocument } from '../../src/domain/documents/write-document.ts';
import { completeInvoice } from '../../src/domain/invoice/complete-invoice.ts';
import { parseCanonical } from '../../src/domain/invoice/parse-canonical.ts';
import type { CanonicalInvoice } from '../../src/domain/invoice/canonical.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../../src/domain/vocabulary/route.ts';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';
import { decodeXml } from 'en16931-rules/engine/xml/decode.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { VerifiedEntry } from 'en16931-rules/packs/load.ts';
import { rootOf } from 'en16931-rules/xml/xml-tree.ts';
import type { XsdSchema } from 'en16931-rules/xsd.ts';
import { Draw } from './random.ts';
import { benchDocuments, SYNTAXES } from './bench-pool.ts';
import { clock } from './clock.ts';
import { type Documents, kilobytesOf, type Written } from './documents.ts';
import { drawnInvoice } from './invoices.ts';
import type { BenchRules } from './rules-folder.ts';
import { median, printTable, roundTo } from './table.ts';

const ROUNDS = 5;
const WARM_UP = 300;
const FORMS: Readonly<
  Record<Written, { readonly format: 'xrechnung-ubl' | 'xrechnung-cii'; readonly kind: Syntax }>
> = {
  ubl: { format: 'xrechnung-ubl', kind: 'ubl-invoice' },
  cii: { format: 'xrechnung-cii', kind: 'cii' },
};
const SYNTAX_NAMES = Object.keys(FORMS) as Written[];

/** A kind of document to be measured. */
interface Measured {
  readonly name: string;
  readonly route: Route;
  readonly format: Format;
  readonly kind: Syntax;
  /** Of a random invoice, which is a German one. */
  readonly edit: (drawn: object) => object;
}
const asDrawn = (drawn: object): object => drawn;
const MEASURED: readonly Measured[] = [
  ...SYNTAX_NAMES.map((name) => ({ name, route: 'DE-XRECHNUNG' as const, ...FORMS[name], edit: asDrawn })),
  { name: 'fa3', route: 'PL-KSEF', format: 'fa3', kind: 'fa3', edit: withPolishVat },
];

/** The cost of the syntax tables: building and writing a document, and reading one. */
export async function model(rules: BenchRules, documents: Documents): Promise<void> {
  await againstSchema(rules);
  await byLines();
  reading(documents);
}

/** The amounts of an invoice are computed once, so each invoice is built once. */
function invoices(
  lines: number,
  count: number,
  edit: Measured['edit'] = asDrawn,
): readonly CanonicalInvoice[] {
  const draw = new Draw(lines);
  return Array.from({ length: count }, (_, at) => {
    const read = parseCanonical(edit(drawnInvoice(draw, `M-${lines}-${at}`, lines)));
    if (!read.ok) throw new Error(`a drawn invoice is refused: ${JSON.stringify(read.findings[0].message)}`);
    return read.invoice;
  });
}

async function build(invoice: CanonicalInvoice, { route, format }: Measured): Promise<Uint8Array> {
  const done = await benchDocuments.build(invoice, route, format);
  if (!done.ok) throw new Error(`a drawn invoice is not built: ${JSON.stringify(done.findings[0].message)}`);
  return done.document.bytes;
}

/** Of any size: ten thousand long lines of CII exceed the limits of a document. */
function write(invoice: CanonicalInvoice, syntax: Written): string {
  const complete = joinApart(completeInvoice(invoice, XRECHNUNG));
  return writeDocument(SYNTAXES.formOf(syntax, complete.typeCode), complete);
}

/** A seller in Poland, Polish rates, and the tax in zlotys. */
function withPolishVat(drawn: object): object {
  const polish = JSON.stringify(drawn)
    .replaceAll('"vat_rate":19', '"vat_rate":23')
    .replaceAll('"vat_rate":7', '"vat_rate":8');
  const { invoice, seller, ...rest } = JSON.parse(polish) as Record<string, object>;
  return {
    ...rest,
    invoice: { ...invoice, vat_currency: 'PLN', vat_exchange_rate: '4.3217' },
    seller: { ...seller, vat_id: 'PL5260250274' },
  };
}

async function againstSchema(rules: BenchRules): Promise<void> {
  const [lines, count] = [20, 200];
  const rows: string[][] = [];
  for (const measured of MEASURED) {
    const { name, kind, edit } = measured;
    const schema = await schemaFor(rules, kind);
    for (const invoice of invoices(lines, WARM_UP, edit)) schema.check(await build(invoice, measured));
    const [building, checking]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      const drawn = invoices(lines, count, edit);
      const files: Uint8Array[] = [];
      building.push(
        await time(count, async () => {
          for (const invoice of drawn) files.push(await build(invoice, measured));
        }),
      );
      checking.push(
        await time(count, () => {
          for (const bytes of files) schema.check(bytes);
        }),
      );
    }
    const [ours, theirs] = [median(building), median(checking)];
    rows.push([name, roundTo(ours), roundTo(theirs), `${roundTo(ours / theirs)}×`]);
    schema.dispose();
  }
  printTable(
    'Build and write 20 lines, ms, against the XSD step on what was written (goal: at most 2.5×)',
    ['', 'build + write', 'XSD', 'ratio'],
    rows,
  );
}

async function schemaFor({ schemasOnly }: BenchRules, kind: Syntax): Promise<XsdSchema> {
  const { entries } = await readInstalled(schemasOnly);
  const entry = entries.find(
    (one) => one.kind === 'xsd' && one.syntaxes.includes(kind) && one.customizations.includes('*'),
  );
  if (!entry) throw new Error(`no schema for ${kind}`);
  return (await VerifiedEntry.open(schemasOnly, entry.ref)).schema();
}

async function byLines(): Promise<void> {
  const rows: string[][] = [];
  for (const syntax of SYNTAX_NAMES) {
    const row: string[] = [syntax];
    for (const lines of [1_000, 5_000, 10_000]) {
      const taken: number[] = [];
      for (const invoice of invoices(lines, ROUNDS))
        taken.push(await time(lines / 1_000, () => write(invoice, syntax)));
      row.push(roundTo(median(taken)));
    }
    rows.push([...row, `${roundTo(Number(row[3]) / Number(row[1]))}×`]);
  }
  printTable(
    'Build and write, ms for each thousand lines (goal: linear, 1×)',
    ['', '1,000 lines', '5,000 lines', '10,000 lines', '10,000 : 1,000'],
    rows,
  );
}

function reading(documents: Documents): void {
  const rows = SYNTAX_NAMES.map((syntax) => {
    const [small, large] = (['1 MB', '5 MB'] as const).map((size) => documents.of(size, syntax));
    for (let round = 0; round < ROUNDS; round += 1) readAll(small!, syntax);
    const one = median(Array.from({ length: ROUNDS }, () => readAll(small!, syntax)));
    const five = median(Array.from({ length: ROUNDS }, () => readAll(large!, syntax)));
    const bytes = kilobytesOf(large!) / kilobytesOf(small!);
    return [syntax, roundTo(one, 1), roundTo(five, 1), `${roundTo(five / one)}×`, `${roundTo(bytes)}×`];
  });
  printTable(
    'Parse and read the whole model, ms a document (goal: 1 → 5 MB at most 6.5×)',
    ['', '1 MB', '5 MB', 'ratio', 'bytes'],
    rows,
  );
}

/** @returns milliseconds a document. */
function readAll(documents: ReturnType<Documents['of']>, syntax: Written): number {
  const form = SYNTAXES.formOf(syntax, '380');
  const files = documents.map(({ bytes }) => bytes);
  const started = clock();
  for (const bytes of files) {
    const { text = '' } = decodeXml(bytes);
    const { document } = parseXml(text, new Vocabulary());
    if (!document) throw new Error('a drawn document cannot be read');
    const { extensions } = readDocument(form, rootOf(document));
    if (extensions.length > 0) throw new Error(`${extensions[0]?.path} is not read`);
  }
  return (clock() - started) / files.length;
}

/** @returns milliseconds for each of that number. */
async function time(count: number, work: () => unknown): Promise<number> {
  const started = clock();
  await work();
  return (clock() - started) / count;
}
