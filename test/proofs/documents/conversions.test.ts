import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { decodeXml } from 'en16931-rules/engine/xml/decode.ts';
import type { Conversion, Converted } from '../../../src/ports/converter.ts';
import { converted, roundTrip } from '../../application/converting/round-trip.ts';
import { InvoiceGenerator } from '../../domain/generated.ts';
import { PolishGenerator } from '../../domain/generated-polish.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { emptyFolder } from '../../support/folder.ts';
import { findJudge, itWith } from '../../support/judges.ts';
import { ran } from '../../support/programs.ts';
import { xmlRoot } from '../../support/xml-root.ts';
import { recordedCases } from '../verdicts/corpora.ts';
import type { RecordedVerdict } from '../verdicts/reference.ts';

const GENERATED = 1_000;

describe(`${GENERATED} canonical invoices, written and read again`, () => {
  const GENERATORS = {
    ubl: new InvoiceGenerator(16931),
    cii: new InvoiceGenerator(2017),
    fa3: new PolishGenerator(2026),
  };

  for (const [to, generator] of Object.entries(GENERATORS))
    it(`say the same: ${to}`, async () => {
      for (let count = 0; count < GENERATED; count += 1) {
        const invoice = JSON.parse(JSON.stringify(generator.next())) as Record<string, unknown>;
        const { differences, once, twice } = await roundTrip(invoice, to as keyof typeof GENERATORS);
        // FA(3) joins members, and turns the signs of a correction: what it said once it says again.
        if (to !== 'fa3') assert.deepEqual(differences, [], JSON.stringify(invoice));
        assert.deepEqual(twice, once);
      }
    });
});

/** Every value of a document; a number without zeros at its end. */
function* valuesIn({ attributes, elements, text }: XmlElement): Generator<string> {
  for (const [name, value] of attributes) if (!name.startsWith('{')) yield plain(value);
  if (elements.length === 0) yield plain(text);
  for (const inner of elements) yield* valuesIn(inner);
}

/** Numbers without zeros at their end, dates without a zone, no blanks. */
const plain = (value: string): string => {
  const own = value.replaceAll(/\s+/g, '');
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(own) && own.length < 30) return new Decimal(own).toFixed();
  return own.replace(/^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)$/, '$1');
};

/** They tell a place from others of its name; a value that was there is told. */
const MARKS = new Set(['FC', '50', '916']);

/** What a file states, and neither the other one nor the losses and differences. A value that stands twice is told once. */
function silent(file: XmlElement, other: XmlElement, conversion: Converted): readonly string[] {
  const told = new Set([...valuesIn(other), ...toldBy(conversion)]);
  return [...valuesIn(file)].filter((value) => value !== '' && !MARKS.has(value) && !told.has(value));
}

const TO = { 'ubl-invoice': 'ubl', 'ubl-creditnote': 'ubl', cii: 'cii', fa3: 'fa3' } as const;

describeByReference('recorded files, converted to their own syntax', () => {
  it('lose no value silently', async () => {
    const counts = { converted: 0, refused: 0 };
    const missing: string[] = [];
    for (const { name, document } of recordedCases((verdict) => verdict.xsd_valid)) {
      const { verdict, bytes } = document;
      const to = TO[verdict.syntax as keyof typeof TO];
      const conversion: Conversion = await converted(new Uint8Array(bytes), to);
      if (!conversion.converted) {
        counts.refused += 1;
        continue;
      }
      counts.converted += 1;
      const root = (file: Uint8Array): XmlElement => xmlRoot(decodeXml(file).text ?? '');
      const left = silent(root(bytes), root(conversion.file!.bytes), conversion);
      if (left.length > 0) missing.push(`${name} ${left.join(' | ')}`);
    }
    assert.deepEqual(missing, []);
    assert.ok(counts.converted >= 1_300 && counts.refused <= 100, JSON.stringify(counts));
  });
});

/** What a reader by others reads in files: by file, each value behind its way in the reader's model. */
function readingsOf(
  judge: 'mustang' | 'peppol-rules',
  program: string,
  files: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const readings = new Map<string, readonly string[]>();
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const printed = ran('java', [
      '-cp',
      `${findJudge(judge).folder}/*`,
      fileURLToPath(new URL(program, import.meta.url)),
      ...files.slice(at, at + AT_ONCE),
    ]);
    for (const part of printed.split(/^file /m).slice(1)) {
      const [file = '', ...lines] = part.split('\n');
      readings.set(
        file,
        lines.flatMap((line) => (line.startsWith('value ') ? [line.slice('value '.length)] : [])),
      );
    }
  }
  return readings;
}

interface OwnSyntax {
  readonly name: string;
  /** Files. */
  readonly from: string;
  readonly to: string;
  readonly told: Told;
}

/** Recorded files and what they are converted to, in files of a folder. */
async function convertedCases(
  folder: string,
  isWanted: (verdict: RecordedVerdict) => boolean,
): Promise<readonly OwnSyntax[]> {
  const conversions: OwnSyntax[] = [];
  for (const { name, document } of recordedCases((verdict) => verdict.xsd_valid && isWanted(verdict))) {
    const { verdict, bytes } = document;
    const to = TO[verdict.syntax as keyof typeof TO];
    const conversion = to === 'fa3' ? undefined : await converted(new Uint8Array(bytes), to);
    if (!conversion?.converted) continue;
    const stem = join(folder, String(conversions.length));
    const files = { from: `${stem}-from.xml`, to: `${stem}-to.xml` };
    writeFileSync(files.from, bytes);
    writeFileSync(files.to, conversion.file!.bytes);
    conversions.push({ name, ...files, told: toldBy(conversion) });
  }
  return conversions;
}

/** Getters of Mustang's invoice that read one term; others compute, or give the XML itself. */
const COMPARED =
  /^[^=]*\/(?:Number|IssueDate|DueDate|DocumentCode|Currency|Country|Location|ZIP|Quantity|Unit)=[^/]+$|^[^=]*VATID=[A-Z]{2}[^/a-z]+$/;

/** Ways whose value our document states elsewhere, or not again. */
const STATED_ELSEWHERE: readonly RegExp[] = [
  // Fixed texts and codes of the syntax, beside a value that is told; BT-8 stands with the first tax.
  /\/taxScheme\/id=VAT$/,
  /\/dueDateTypeCode=/,
  /\/(?:typeCode|documentTypeCode|format|unitCode|schemeID|currencyID)=/,
  // BT-149 stands with the net price, BT-7 with the first tax, an account in the place of its kind, BT-41 and BT-56 in that of a name.
  /\/grossPriceProductTradePrice\/basisQuantity=/,
  /\/taxPointDate\/dateString=/,
  /\/payeePartyCreditorFinancialAccount\/(?:ibanid|proprietaryID)=/,
  /\/definedTradeContact\/departmentName=/,
];

/** Files per virtual machine, which does not free all the memory of a file. */
const AT_ONCE = 60;

/** Suites of whole invoices. */
const WHOLE = /^(?:cen-examples|xrechnung-testsuite|peppol-examples|facturx|fr-ctc|cius-ro|mustang)/;

describeByReference(
  'public files, converted to their own syntax and read by Mustang',
  function (this: Mocha.Suite) {
    itWith(['mustang'], 'are the same, or what differs is told', async () => {
      const folder = emptyFolder();
      const conversions = await convertedCases(folder.path, (verdict) => WHOLE.test(verdict.case));
      const files = conversions.flatMap(({ from, to }) => [from, to]);
      const readings = readingsOf('mustang', 'mustang/Read.java', files);
      folder.remove();
      const silently: string[] = [];
      let compared = 0;
      const comparedIn = (file: string) =>
        (readings.get(file) ?? [])
          .filter((line) => COMPARED.test(line))
          .map((line) => line.slice(line.lastIndexOf('/') + 1));
      for (const { name, from, to, told } of conversions) {
        const [theirs, ours] = [comparedIn(from), new Set(comparedIn(to))];
        if (!readings.has(from) || ours.size === 0) continue;
        compared += 1;
        for (const value of theirs)
          if (!ours.has(value) && !told.has(asTold(value))) silently.push(`${name} ${value}`);
      }
      assert.deepEqual(silently, []);
      assert.ok(compared >= 100, `${compared} were compared`);
    });
  },
);

describeByReference(
  'public files, converted to their own syntax and read by the models of phive',
  function (this: Mocha.Suite) {
    itWith(['peppol-rules'], 'have each value in its place, or it is told', async () => {
      const folder = emptyFolder();
      const conversions = await convertedCases(folder.path, (verdict) => WHOLE.test(verdict.case));
      const files = conversions.flatMap(({ from, to }) => [from, to]);
      const readings = readingsOf('peppol-rules', 'phive/Read.java', files);
      folder.remove();
      const silently: string[] = [];
      for (const { name, from, to, told } of conversions) {
        const placesIn = (file: string) =>
          (readings.get(file) ?? []).map((line) => {
            const at = line.indexOf('=') + 1;
            return line.slice(0, at) + plain(line.slice(at));
          });
        const ours = placesIn(to);
        for (const value of placesIn(from)) {
          const at = ours.indexOf(value);
          const text = value.slice(value.indexOf('=') + 1);
          if (at >= 0) ours.splice(at, 1);
          else if (text !== '' && !told.has(text) && !STATED_ELSEWHERE.some((way) => way.test(value)))
            silently.push(`${name} ${value}`);
        }
      }
      assert.equal(silently.join('\n'), '');
      assert.ok(readings.size >= 250, `${readings.size} were read`);
    });
  },
);

type Told = ReadonlySet<string>;

/** A day as CII states it: files of the level EXTENDED state several. */
function asTold(value: string): string {
  const [name, text = ''] = value.split('=');
  if (name !== 'DueDate') return plain(text);
  return new Date(Number(text)).toISOString().slice(0, 10).replaceAll('-', '');
}

/** A day of a loss also as CII states it. */
const toldBy = ({ losses, differences }: Converted): Told =>
  new Set([
    ...losses.flatMap(({ value }) => [
      plain(value),
      plain(value).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3'),
    ]),
    ...differences.flatMap(({ stated }) => (stated === undefined ? [] : [plain(stated)])),
  ]);
