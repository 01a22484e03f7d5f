import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { statedTerms, textOf } from '../../../src/domain/documents/compare-terms.ts';
import { asTerms } from '../../../src/domain/documents/read-canonical.ts';
import { statesExtension } from '../../../src/domain/invoice/extended-members.ts';
import { converted, termsOf } from '../../application/converting/round-trip.ts';
import { EXTENDED_SAMPLES } from '../../domain/extended-sample.ts';
import { InvoiceGenerator } from '../../domain/generated.ts';
import { FULL, VARIANTS } from '../../domain/full-sample.ts';
import { parsed } from '../../domain/parsed.ts';
import type { Json } from '../../domain/sample.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { emptyFolder } from '../../support/folder.ts';
import { itWith } from '../../support/judges.ts';
import { printCount } from '../counts.ts';
import { distinct } from '../verdicts/readings.ts';
import { readByFacturX, type ReadTerm } from './factur-x/terms.ts';

const GENERATED = 100;

/** Without zeros at the end of numbers. */
const plain = (value: string): string => {
  const own = value.trim();
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(own) && own.length < 30 ? new Decimal(own).toFixed() : own;
};

function differences(ours: readonly ReadTerm[], theirs: readonly ReadTerm[]): readonly string[] {
  const keyOf = ({ term, value }: ReadTerm): string => `${term}=${plain(value)}`;
  const left = theirs.map(keyOf);
  const lines: string[] = [];
  for (const key of ours.map(keyOf)) {
    const at = left.indexOf(key);
    if (at < 0) lines.push(`-${key}`);
    else left.splice(at, 1);
  }
  return [...lines, ...left.map((key) => `+${key}`)];
}

/** A difference that is explained. Another one fails the proof. */
interface Explained {
  readonly line: RegExp;
  readonly in: 'ubl' | 'cii' | 'both';
  readonly why: string;
}
const EXPLAINED: readonly Explained[] = [
  { line: /^\+BT-24=/, in: 'both', why: 'the form sets its own' },
  { line: /^\+BT-11-0=Project reference$/, in: 'cii', why: 'a text that the syntax demands, and no term' },
  { line: /^-BT-150=/, in: 'both', why: 'theirs: there is no such term, BT-130 is taken for it' },
  {
    line: /^-BT-(?:59|62)=/,
    in: 'ubl',
    why: 'theirs: looks for RegistrationName, which EN 16931 does not take there',
  },
  { line: /^-BT-32=/, in: 'ubl', why: 'theirs: takes a tax scheme LOC alone; EN 16931 any but VAT' },
  {
    line: /^\+BT-29(?:-1=SEPA$|=)/,
    in: 'ubl',
    why: 'theirs: takes the creditor identifier (BT-90) for one of the seller',
  },
];

const SOURCES = { ubl: GENERATED, cii: GENERATED, facturx: 3 } as const;
/** Different terms; EN 16931 has 161, and the parts of some are terms of their own here. */
const MIN_TERMS = 100;

/** Those that EN 16931 can state. */
const PLAIN = [FULL, ...VARIANTS].filter((document) => !statesExtension(parsed(document)));

const EXPLAINED_OF_EXTENSION: readonly Explained[] = [
  ...EXPLAINED.filter(({ line }) => line.test('-BT-59=')),
  { line: /^\+(?:BT-132|EXT-FR-FE-141)=NA$/, in: 'ubl', why: 'a text that the syntax demands, and no term' },
  { line: /^-EXT-FR-FE-162=/, in: 'both', why: 'theirs: not read' },
  { line: /^-EXT-FR-FE-1(?:78|79|80)=/, in: 'both', why: 'theirs: not read' },
  {
    line: /^\+EXT-FR-FE-13[69]=/,
    in: 'ubl',
    why: 'theirs: takes the reference to the parent line, in this invoice, for one to a preceding invoice',
  },
];

/** A further object is one of BT-128 for them. */
const ofOneKind = ({ term, value }: ReadTerm): ReadTerm => ({
  term: term.replace('EXT-FR-FE-BT-128', 'BT-128'),
  value,
});

describe('our documents of EXTENDED-CTC-FR, read by factur-x of Akretion', () => {
  for (const format of ['ubl', 'cii'] as const)
    itWith(['factur-x'], `state each term: ${format}`, async () => {
      const folder = emptyFolder();
      const stated = new Map<string, readonly ReadTerm[]>();
      for (const document of Object.values(EXTENDED_SAMPLES)) {
        const invoice = parsed(document);
        const built = await DOCUMENTS.build(invoice, 'FR-PA', format);
        assert.ok(built.ok);
        const file = join(folder.path, `${stated.size}.xml`);
        writeFileSync(file, built.document.bytes);
        const { invoice: complete } = DOCUMENTS.shown(invoice, 'FR-PA', format);
        const ours = [...statedTerms(asTerms(complete)).values()];
        stated.set(
          file,
          ours.map(({ term, value }) => ofOneKind({ term, value: textOf(value) })),
        );
      }
      const readings = readByFacturX([...stated.keys()]);
      folder.remove();
      const rows = EXPLAINED_OF_EXTENSION.filter((one) => one.in !== (format === 'ubl' ? 'cii' : 'ubl'));
      const lines = [...stated].flatMap(([file, ours]) => differences(ours, readings.get(file) ?? []));
      assert.deepEqual(distinct(lines.filter((line) => !rows.some((row) => row.line.test(line)))), []);
      assert.deepEqual(
        rows.filter((row) => !lines.some((line) => row.line.test(line))),
        [],
        'no document needs these any more',
      );
      const terms = new Set([...stated.values()].flat().map(({ term }) => term));
      assert.ok([...terms].filter((term) => term.startsWith('EXT-')).length >= 150, `${terms.size} terms`);
      const title = `of EXTENDED-CTC-FR, read by factur-x: ${format}`;
      printCount({ of: title, unit: 'documents compared', count: stated.size });
    });
});

describe('our documents, read by factur-x of Akretion', () => {
  for (const [to, generated] of Object.entries(SOURCES) as [keyof typeof SOURCES, number][])
    itWith(['factur-x'], `state each term of EN 16931: ${to}`, async () => {
      const folder = emptyFolder();
      const generator = new InvoiceGenerator(16931);
      const invoices = new Map<string, Json>();
      for (const invoice of [...PLAIN, ...Array.from({ length: generated }, () => generator.next())]) {
        const document = JSON.parse(JSON.stringify(invoice)) as Json;
        const conversion = await converted(document, to);
        if (!conversion.converted) continue;
        const file = join(folder.path, `${invoices.size}.${to === 'facturx' ? 'pdf' : 'xml'}`);
        writeFileSync(file, conversion.file!.bytes);
        invoices.set(file, document);
      }
      const readings = readByFacturX([...invoices.keys()]);
      folder.remove();
      const explained = EXPLAINED.filter((one) => one.in !== (to === 'ubl' ? 'cii' : 'ubl'));
      const used = new Set<Explained>();
      const isExplained = (line: string): boolean => {
        const row = explained.find((one) => one.line.test(line));
        if (row) used.add(row);
        return row !== undefined;
      };
      const compared = new Set<string>();
      const unexplained: string[] = [];
      for (const [file, invoice] of invoices) {
        const ours = [...statedTerms(termsOf(invoice)).values()].map(({ term, value }) => ({
          term,
          value: textOf(value),
        }));
        for (const { term } of ours) compared.add(term);
        const lines = differences(ours, readings.get(file) ?? []);
        unexplained.push(...lines.filter((line) => !isExplained(line)));
      }
      assert.deepEqual(distinct(unexplained), []);
      assert.deepEqual(
        explained.filter((row) => !used.has(row)),
        [],
        'no document needs these any more',
      );
      assert.ok(invoices.size >= generated && compared.size >= MIN_TERMS, `${compared.size} terms`);
      const title = `read by factur-x: ${to}`;
      printCount({ of: title, unit: 'documents compared', count: invoices.size });
    });
});
