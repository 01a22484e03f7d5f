import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import type { CanonicalInvoice } from '../../../src/domain/invoice/canonical.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import { profileOf } from '../../../src/domain/routes/all.ts';
import { judgeOf } from '../../support/compiled-pack.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { officialD22b, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { seeded } from '../../support/seeded.ts';
import { english } from '../../support/words.ts';
import { extremeInvoices, inOtherDigits } from '../../domain/extreme-members.ts';
import { VARIANTS } from '../../domain/full-sample.ts';
import { EXTENDED_SAMPLES } from '../../domain/extended-sample.ts';
import { frenchInvoice } from '../../domain/french-sample.ts';
import { romanianInvoice } from '../../domain/romanian-sample.ts';
import { ofType, rareCombinations } from '../../domain/rare-combinations.ts';
import { FRENCH_EDITIONS } from '../../domain/routes/fr-pa/published-france.ts';
import { NATIONAL_ROWS, SALES } from '../../domain/routes/peppol/national-rows.ts';
import { all, germanInvoice, set, type Json } from '../../domain/sample.ts';
import { type Exception, sameAcceptance } from '../verdicts/compare.ts';
import { canonicalInvoices } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { fatalIds, schemaFindings } from '../verdicts/readings.ts';
import { SEED } from '../seed.ts';

const COUNT = 2_000;

type Pack = readonly [folder: string, entry: string];
const en16931 = (syntax: 'ubl' | 'cii'): Pack => [
  'official/en16931-1.3.16',
  `EN16931-${syntax.toUpperCase()}-validation-preprocessed.sch`,
];

interface Row {
  readonly route: Route;
  readonly format: Format;
  readonly syntax: 'ubl' | 'cii';
  /** Of the invoices; that of their bases, if left out. */
  readonly profile?: string;
  readonly bases: readonly Json[];
  /** Before, on and after the day on which an edition of its rules begins. */
  readonly days: readonly string[];
  /** The published rules for an invoice of this day and type. */
  readonly packs: (day: string, type: string, text: string) => readonly Pack[];
}

const XRECHNUNG_DAY = '2026-08-31';
const xrechnung = (syntax: 'ubl' | 'cii'): Omit<Row, 'format'> => ({
  route: 'DE-XRECHNUNG',
  syntax,
  bases: [germanInvoice(), ...VARIANTS],
  days: ['2026-08-30', XRECHNUNG_DAY, '2026-09-01'],
  packs: (day) => [
    en16931(syntax),
    [
      day < XRECHNUNG_DAY
        ? 'official/xrechnung-3.0.2-sch-2.5.0'
        : 'official-2026-11/xrechnung-3.0.2-sch-2.6.0',
      `${syntax}/XRechnung-${syntax.toUpperCase()}-validation.sch`,
    ],
  ],
});

/** In the specification (BT-24) of a French extended invoice; its CII has a schema of its own. */
const EXTENDED = 'extended-ctc-fr';
const [FRENCH_BEFORE, FRENCH_AFTER] = FRENCH_EDITIONS;
const french = (format: 'ubl' | 'cii'): Row => ({
  route: 'FR-PA',
  format,
  syntax: format,
  bases: [frenchInvoice(), ...Object.values(EXTENDED_SAMPLES)],
  days: [FRENCH_BEFORE.day, FRENCH_AFTER.day, '2026-09-04'],
  packs: (day, _, text) => {
    const { folder } = day < FRENCH_AFTER.day ? FRENCH_BEFORE : FRENCH_AFTER;
    const syntax = format.toUpperCase();
    const own = (rules: string): Pack => [folder, `${syntax}/${rules}-${syntax}.sch`];
    return [
      text.includes(EXTENDED) ? own('EXTENDED-CTC-FR') : en16931(format),
      own('BR-FR-Flux2-Schematron'),
    ];
  },
});

/** Factur-X 1.09.2, level EN 16931: the only level that is written, in France and as ZUGFeRD. */
const FACTURX: Pack = ['official-2026-11/facturx-1.09.2-2026-10', 'en16931/FACTUR-X_EN16931.sch'];

const ROWS: readonly Row[] = [
  { ...xrechnung('ubl'), format: 'xrechnung-ubl' },
  { ...xrechnung('cii'), format: 'xrechnung-cii' },
  {
    ...xrechnung('cii'),
    format: 'zugferd',
    profile: 'facturx',
    // Rules of XRechnung are remarks on a file of EN 16931, which it is unless the draw took its profile away.
    packs: (day, type, text) =>
      text.includes('xrechnung_3.0') ? xrechnung('cii').packs(day, type, text) : [en16931('cii'), FACTURX],
  },
  {
    route: 'PEPPOL',
    format: 'ubl',
    syntax: 'ubl',
    bases: Object.values(SALES).flatMap((sale) => [sale(), ...NATIONAL_ROWS.map(({ edit }) => edit(sale()))]),
    days: ['2026-08-23', '2026-08-24', '2026-08-25'],
    packs: (_, type) => [
      en16931('ubl'),
      ['official/peppol-bis-2026.5', type === '389' ? 'PEPPOL-EN16931-UBL-SB.sch' : 'PEPPOL-EN16931-UBL.sch'],
    ],
  },
  {
    route: 'RO-EFACTURA',
    format: 'ubl',
    syntax: 'ubl',
    bases: [romanianInvoice()],
    days: ['2026-04-09', '2026-04-10', '2026-04-11'],
    packs: () => [en16931('ubl'), ['official/cius-ro-1.0.9', 'EN16931-CIUS_RO-UBL-validation.sch']],
  },
  french('ubl'),
  french('cii'),
  {
    ...french('cii'),
    format: 'facturx',
    bases: [frenchInvoice()],
    packs: (day, type, text) => [...french('cii').packs(day, type, text), FACTURX],
  },
];

const OURS: readonly Exception[] = [
  {
    difference: /^\+EI-RO-CIF /,
    cause: 'ANAF takes a file under the tax number of its issuer; no published rule asks for one.',
  },
  {
    difference: /^\+EI-SCHEMA This profile cannot be combined with /,
    cause: 'The profile chooses the document, so none of another route is built.',
  },
  {
    of: /9{14}|10{14}/,
    difference: /^-BR-(?:F[RX]EXT-)?(?:[A-Z]+-08|CO-1\d|DEC-\d\d)$/,
    cause: 'Published rules compute with floating-point numbers, which are inexact from about 1e14.',
  },
];

function* invoices({ profile, days, route, ...row }: Row): Generator<Json> {
  const bases = profile === undefined ? row.bases : row.bases.map(set('profile', profile));
  // The first of them have no fault.
  yield* inOtherDigits(bases.slice(0, 10));
  const random = seeded(SEED);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const { taken } = profileOf(route).typeCodes;
  const next = () => all(set('invoice.issue_date', draw(days)), ofType(draw(taken)))(draw(bases));
  yield* extremeInvoices(SEED, COUNT, next);
  yield* rareCombinations(SEED, COUNT, next);
}

/** The rules of a published file. */
function published(folder: string, entry: string) {
  const home = join(REFERENCE_DATA, folder);
  const files = () =>
    new Map(
      readdirSync(home, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && /\.(sch|xml)$/.test(file.name))
        .map((file) => join(file.parentPath, file.name))
        .map((path) => [relative(home, path), new Uint8Array(readFileSync(path))] as const),
    );
  return judgeOf(`${folder}/${entry}`, () => ({ entry, files: files() }));
}

const titleOf = ({ route, format, profile }: Row): string =>
  [route, 'as', format, ...(profile === undefined ? [] : ['of profile', profile])].join(' ');

for (const row of ROWS)
  describeByReference(`invoices at the bounds of their members over ${titleOf(row)}`, () =>
    itAgrees(
      'are refused at once if their document breaks a rule, and only then',
      { compared: COUNT / 4, refused: COUNT / 20, accepted: COUNT / 10 },
      () => {
        const schemas = officialSchemas();
        const d22b = officialD22b();
        return {
          corpus: canonicalInvoices(invoices(row)),
          by: sameAcceptance,
          exceptions: OURS,
          engines: {
            'early rules': (invoice) =>
              checkRoute(invoice, row.route, row.format).map(({ code, message, related = [] }) =>
                [...related.map((one) => one.code), code, english(message)].join(' '),
              ),
          },
          judge: async (invoice: CanonicalInvoice) => {
            const built = await DOCUMENTS.build(invoice, row.route, row.format);
            // It has no place for a member, or the schema refuses a value.
            if (!built.ok) return undefined;
            const { bytes } = built.document;
            const { issueDate, typeCode } = invoice.invoice;
            const text = new TextDecoder().decode(bytes);
            const invoiceSchema = schemas[text.includes('CreditNote-2') ? 'ubl-creditnote' : 'ubl-invoice'];
            const cii = row.route === 'FR-PA' ? d22b : schemas.cii;
            const verdicts = await Promise.all(
              row
                .packs(issueDate, typeCode, text)
                .map(async ([folder, entry]) => (await published(folder, entry))(bytes)),
            );
            return [
              ...schemaFindings((row.syntax === 'cii' ? cii : invoiceSchema).check(bytes)),
              ...verdicts.flatMap(fatalIds),
            ];
          },
        };
      },
    ),
  );
