import assert from 'node:assert/strict';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import { completeBy } from '../../../src/domain/invoice/completions/completion.ts';
import type { CanonicalInvoice } from '../../../src/domain/invoice/canonical.ts';
import type { CompleteInvoice } from '../../../src/domain/invoice/en16931.ts';
import { computeAmounts } from '../../../src/domain/invoice/totals.ts';
import { readCanonical } from '../../../src/domain/documents/read-canonical.ts';
import { fa3Xml, Fa3Document } from '../../../src/domain/documents/fa3-document.ts';
import { readFa3 } from '../../../src/domain/documents/fa3/read-fa3.ts';
import { vatRateOf } from '../../../src/domain/documents/fa3/vat-rates.ts';
import { fa3Elements } from '../../../src/domain/documents/fa3/write-fa3.ts';
import { NO_SPECIFICATION } from '../../../src/domain/documents/specifications.ts';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import { profileOf } from '../../../src/domain/routes/all.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { Decimal, sum } from 'en16931-rules/vocabulary/decimal.ts';
import { DOCUMENTS, SYNTAXES } from '../../support/documents.ts';
import { english } from '../../support/words.ts';
import { fa3Schema } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { seeded } from '../../support/seeded.ts';
import { textOf } from '../../support/text-of.ts';
import { xmlRoot } from '../../support/xml-root.ts';
import { WRITTEN } from '../../domain/documents/member-samples.ts';
import { extremeInvoices } from '../../domain/extreme-members.ts';
import { ADVANCE_KINDS, AdvanceGenerator } from '../../domain/generated-advances.ts';
import { PolishGenerator } from '../../domain/generated-polish.ts';
import { parsed } from '../../domain/parsed.ts';
import { polishInvoice } from '../../domain/polish-sample.ts';
import { all, set, without, type Json } from '../../domain/sample.ts';
import { documentOf, Fa3 } from '../../domain/documents/fa3/built.ts';
import { sameAcceptance } from '../verdicts/compare.ts';
import { canonicalInvoices } from '../verdicts/corpora.ts';
import { accepts, earlyFindings } from '../verdicts/engines.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { schemaFindings } from '../verdicts/readings.ts';
import { SEED } from '../seed.ts';
import { type Charged, wrongAmounts } from './advance-facts.ts';

const COUNT = 2_000;
const EXTREMES = 6_000;
const ADVANCES = 1_000;

/** All amounts at a path. */
const total = (document: Fa3, path: string): Decimal =>
  sum((document.said(path) ?? '0').split(' | ').map((amount) => new Decimal(amount)));

/** With the kinds of tax, units and documents that a generator of Poland draws. */
function* documents(): Generator<Json> {
  const generator = new PolishGenerator(SEED);
  for (let count = 0; count < COUNT; count += 1) yield generator.next();
}

/** To a consumer of another member state, at the rate there. */
const ONE_STOP_SHOP = all(
  set('pl.one_stop_shop', true),
  without('buyer.vat_id'),
  set('buyer.address.country', 'FI'),
  set('lines[0].vat_rate', '25.5'),
)(polishInvoice());

/** Those with every member of each kind, and generated ones, in turn by chance. */
function extremes(): Generator<Json> {
  const generator = new PolishGenerator(SEED);
  const random = seeded(SEED);
  const [{ variants, refused }] = WRITTEN.filter(({ format }) => format === 'fa3') as [
    (typeof WRITTEN)[number],
  ];
  const full = [...variants.filter((_, at) => refused[at] === ''), ONE_STOP_SHOP];
  const next = () => (random() < 0.3 ? generator.next() : full[Math.floor(random() * full.length)]!);
  return extremeInvoices(SEED, EXTREMES, next);
}

/** The document although our own limits may refuse it. */
function prepare(invoice: CanonicalInvoice): Fa3Document {
  const [{ is }] = NO_SPECIFICATION as [(typeof NO_SPECIFICATION)[number]];
  return new Fa3Document(
    invoice,
    completeInvoice(completeBy(profileOf('PL-KSEF'), invoice, undefined).invoice, is),
  );
}

/** The findings that the schema is the reason of. */
const bySchema = (document: Fa3Document): readonly Finding[] =>
  document.limits().filter(({ related = [] }) => related.some(({ code }) => code === 'EI-XSD'));

describeByReference('generated invoices as FA(3)', () => {
  itAgrees('are valid under the schema', { compared: COUNT }, () => {
    const schema = fa3Schema();
    return {
      corpus: canonicalInvoices(documents()),
      engines: { 'the builder': accepts, 'early rules': earlyFindings('PL-KSEF', 'fa3') },
      judge: async (invoice) => {
        const built = await DOCUMENTS.build(invoice, 'PL-KSEF', 'fa3');
        return built.ok
          ? schemaFindings(schema.check(built.document.bytes))
          : built.findings.map(({ code }) => code);
      },
    };
  });

  itAgrees(
    'are refused at a bound of a member if the schema or a sum refuses their document, and only then',
    { compared: EXTREMES / 2, refused: EXTREMES / 20, accepted: EXTREMES / 3 },
    () => {
      const schema = fa3Schema();
      return {
        corpus: canonicalInvoices(extremes()),
        by: sameAcceptance,
        engines: {
          'the builder': (invoice) =>
            bySchema(prepare(invoice)).map(({ field, message }) => `${field} ${english(message)}`),
        },
        judge: (invoice) => {
          const document = prepare(invoice);
          // A rule of the form, of EN 16931 or of Polish law refuses it before the schema.
          const isRefused = document.limits().length > 0 || checkRoute(invoice, 'PL-KSEF', 'fa3').length > 0;
          if (bySchema(document).length === 0 && isRefused) return undefined;
          const text = document.xml();
          return [
            ...schemaFindings(schema.check(new TextEncoder().encode(text))),
            ...wrongSums(new Fa3(text)),
          ];
        },
      };
    },
  );

  it(`of advances are valid, have the sums of the law, and are read and written again unchanged, also as JSON: ${ADVANCES}`, async () => {
    const schema = fa3Schema();
    const generator = new AdvanceGenerator(SEED);
    const written = new Map<string, number>();
    const refused = new Map<string, number>();
    const wrong: string[] = [];
    for (let count = 0; count < ADVANCES; count += 1) {
      const { kind, invoice } = generator.next();
      const built = await DOCUMENTS.build(parsed(invoice), 'PL-KSEF', 'fa3');
      // A rule of the form refuses it at a member, before there is a document.
      if (!built.ok) {
        assert.ok(built.findings.every(({ code, field }) => code === 'EI-SCHEMA' && field !== undefined));
        continue;
      }
      const text = textOf(built.document);
      assert.equal(new Fa3(text).said('Fa/RodzajFaktury'), kind);
      const again = await writtenFromJson(text);
      const faults = [
        ...schemaFindings(schema.check(built.document.bytes)),
        ...wrongAmounts(text, chargedIn(parsed(invoice))),
        ...wrongReading(text),
        ...(typeof again === 'string' ? wrongBytes(again, text) : withoutName(again)),
      ];
      if (typeof again !== 'string') refused.set(kind, (refused.get(kind) ?? 0) + 1);
      if (faults.length > 0) wrong.push([kind, ...faults, JSON.stringify(invoice)].join('\n'));
      written.set(kind, (written.get(kind) ?? 0) + 1);
    }
    assert.deepEqual(wrong.slice(0, 3), []);
    for (const kind of ADVANCE_KINDS) {
      const count = written.get(kind) ?? 0;
      assert.ok(count >= ADVANCES / 8, `too few ${kind}`);
      // A file does not say what each of several advances charged, and the JSON of a correction needs an exchange rate.
      assert.ok(
        (refused.get(kind) ?? 0) <= count / 2,
        `${refused.get(kind)} of ${count} ${kind} are refused as JSON`,
      );
    }
  }).timeout(30 * 60_000);

  it(`have the content of the canonical invoice: ${COUNT}`, async function () {
    const kinds = new Set<string>();
    for (const canonical of documents()) {
      const invoice = parsed(canonical);
      const built = await documentOf(canonical);
      const document = new Fa3(textOf(built));
      const { totals, vatGroups } = computeAmounts(invoice);
      const isCredit = invoice.invoice.typeCode === '381';
      const turned = isCredit ? totals.withVat.negated() : totals.withVat;
      assert.equal(document.said('Fa/P_15'), turned.toFixed(2).replace(/^-(?=0\.00$)/, ''));
      const isWithVat = invoice.lines.some(({ unitPriceWithVat }) => unitPriceWithVat !== undefined);
      const summed = isWithVat ? turned : sumsOf(document, /^P_13_/);
      assert.equal(summed.toFixed(), linesOf(document).toFixed(), textOf(built));
      assert.deepEqual(wrongSums(document), [], textOf(built));
      const taxes = new Map<string, Decimal>();
      for (const { category, rate, taxAmount } of vatGroups) {
        const place = category === 'S' ? vatRateOf({ category, rate }, 'PL')?.tax : undefined;
        if (place !== undefined) taxes.set(place, (taxes.get(place) ?? new Decimal(0)).plus(taxAmount));
      }
      for (const [place, tax] of taxes) {
        const stated = total(document, `Fa/${place}`);
        assert.equal(stated.toFixed(), (isCredit ? tax.negated() : tax).toFixed(), textOf(built));
      }
      for (const stated of document.within('Fa')) {
        const kind = /^P_1[34]\w*/.exec(stated)?.[0];
        if (kind !== undefined) kinds.add(kind);
      }
    }
    for (const place of PLACES) assert.ok(kinds.has(place), `${place} in none of them`);
  }).timeout(30 * 60_000);
});

/** What the model does not hold, but taxes in zlotys of a correction that states no exchange rate; and what is written otherwise. */
function wrongReading(text: string): readonly string[] {
  const { invoice, extensions } = readFa3(xmlRoot(text));
  const again = fa3Xml(fa3Elements(invoice as CompleteInvoice));
  const isUnrated = /<RodzajFaktury>KOR_ZAL</.test(text) && !text.includes('<KursWalutyZW>');
  const left = extensions.map(({ path }) => path);
  if (isUnrated && left.length > 1 && left.every((path) => /^\/Faktura\/Fa\/P_14_\dW$/.test(path)))
    return again === text.replaceAll(/\s*<P_14_\dW>[^<]*<\/P_14_\dW>/g, '') ? [] : ['written otherwise'];
  return [...left.map((path) => `not held: ${path}`), ...(again === text ? [] : ['written otherwise'])];
}

/** FA(3) from the JSON that a file is converted to, or the findings that refuse this JSON. */
async function writtenFromJson(text: string): Promise<string | readonly Finding[]> {
  const { invoice, findings } = readCanonical(SYNTAXES, xmlRoot(text))!;
  if (!invoice) return findings;
  const built = await DOCUMENTS.build(invoice, 'PL-KSEF', 'fa3');
  return built.ok ? textOf(built.document) : built.findings;
}

const wrongBytes = (again: string, text: string): readonly string[] =>
  again === text ? [] : ['written otherwise from JSON'];

/** A refusal names the member that the file leaves open. */
const withoutName = (findings: readonly Finding[]): readonly string[] =>
  findings.length > 0 && findings.every(({ code, field }) => code === 'EI-SCHEMA' && field !== undefined)
    ? []
    : [`refused as JSON without a member: ${JSON.stringify(findings)}`];

/** P_12 of what an advance invoice charged. */
const CHARGED_RATES: Readonly<Record<string, string>> = { Z: '0 KR', G: '0 EX', O: 'np I' };

/** With the signs of the document: those of a credit note are turned. */
function chargedIn({ invoice, advanceInvoices }: CanonicalInvoice): readonly Charged[] {
  const sign = invoice.typeCode === '381' ? -1 : 1;
  return advanceInvoices
    .flatMap(({ vatBreakdown }) => vatBreakdown)
    .map(({ vatCategory, vatRate, taxableAmount, vatAmount }) => ({
      rate: CHARGED_RATES[vatCategory] ?? String(vatRate),
      net: taxableAmount.times(sign).toFixed(2),
      tax: vatAmount.times(sign).toFixed(2),
    }));
}

/** Each has to occur. */
const PLACES = [
  ...['P_13_6_1', 'P_13_6_2', 'P_13_6_3', 'P_13_7', 'P_13_8', 'P_13_9', 'P_13_10', 'P_13_11'],
  ...['P_14_1W', 'P_14_2W', 'P_14_3W', 'P_14_4W'],
];

const sumsOf = (document: Fa3, names: RegExp): Decimal =>
  sum(
    document
      .within('Fa')
      .map((said) => said.split(' '))
      .filter(([name = '']) => names.test(name))
      .map(([, amount = '0']) => new Decimal(amount)),
  );

/** The sums of all rates are the total. */
function wrongSums(document: Fa3): readonly string[] {
  const [sums, stated] = [sumsOf(document, /^P_1[34]_\w*\d$/), total(document, 'Fa/P_15')];
  return sums.eq(stated) ? [] : [`P_15 is ${stated.toFixed()}, its sums ${sums.toFixed()}`];
}

const linesOf = (document: Fa3): Decimal =>
  total(document, 'Fa/FaWiersz/P_11').plus(total(document, 'Fa/FaWiersz/P_11A'));
