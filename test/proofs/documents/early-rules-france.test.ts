import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import type { CanonicalInvoice } from '../../../src/domain/invoice/canonical.ts';
import { judgeOf } from '../../support/compiled-pack.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { seeded } from '../../support/seeded.ts';
import { fatalIds } from '../../support/cius-ro-rules.ts';
import {
  EXTENDED_SAMPLES,
  SEVERAL_ORDERS,
  SEVERAL_SELLERS,
  SUB_LINES,
} from '../../domain/extended-sample.ts';
import { frenchInvoice } from '../../domain/french-sample.ts';
import { FRENCH_EDITIONS } from '../../domain/routes/fr-pa/published-france.ts';
import { all, set, without, type Edit, type Json } from '../../domain/sample.ts';
import { type Exception, sameAcceptance } from '../verdicts/compare.ts';
import { canonicalInvoices } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { SEED } from '../seed.ts';

const COUNT = 4_000;
const DAYS = ['2026-08-20', '2026-09-02', '2026-09-03', '2026-10-05'];
const SIRET = '10000000900011';
const IBAN = 'FR7630006000011234567890189';

/** Values of a member, each an edit. */
const each = (path: string, ...values: readonly unknown[]): readonly Edit[] =>
  values.map((value) => set(path, value));

const party = (name: string): readonly Edit[] => [
  without(`${name}.vat_id`),
  ...each(`${name}.company_id`, '100000009', '200000008', '12345'),
  ...each(`${name}.company_id_scheme`, '0002', '0088'),
  ...each(`${name}.vat_id`, 'FR37200000008', 'DE123456789'),
  ...each(`${name}.address.country`, 'DE', 'RE', 'NC', 'MC'),
  ...['100000009', '200000008_X', '9'.repeat(130), 'a b'].flatMap((id) =>
    each(`${name}.endpoint`, { id, scheme: '0225' }, { id, scheme: '0009' }),
  ),
];

const EDITS: readonly Edit[] = [
  ...each('invoice.number', 'F 1', 'F-1/2_3+', 'x'.repeat(36)),
  ...each('invoice.type_code', 381, 384, 386, 389),
  ...each('preceding_invoices', [{ number: 'F-0', issue_date: '2026-08-01' }], [{ number: 'F 0' }]),
  ...each('invoice.business_process', 'B1', 'S2', 'M4', 'S5', 'B7', 'S8', 'S3', 'X'),
  ...each('invoice.due_date', '2026-08-01', '2026-12-01', '2026-09-02'),
  without('invoice.due_date'),
  ...each('invoice.tax_point_date', '2026-09-01', '1999-01-01'),
  ...['invoice', 'lines[0]', 'lines[1]'].flatMap((one) => each(`${one}.vat_date_code`, 3, 35, 432)),
  all(
    set('invoice.currency', 'USD'),
    set('invoice.vat_currency', 'EUR'),
    set('invoice.vat_exchange_rate', '0.9'),
  ),
  set('invoice.currency', 'USD'),
  ...each(
    'invoice.notes',
    ['#PMT#a', '#PMD#b', '#AAB#c'],
    ['#TXD#MEMBRE_ASSUJETTI_UNIQUE', 'x'],
    ['#TXD#AUTRE'],
    ['#BAR#B2B'],
    ['#BAR#B2BINT', 'x #BAR#B2B'],
    ['#BAR#X'],
    ['x #PMT', 'y'],
  ),
  ...[
    { id: SIRET, scheme: '0009' },
    { id: '1', scheme: '0009' },
    { id: 'x' },
    { id: '100000009', scheme: '0231' },
    { id: '1', scheme: '0002' },
    { id: 'RT 1', scheme: '0224' },
    { id: 'R'.repeat(101), scheme: '0224' },
  ].flatMap((one) => each('seller.ids', [one], [one, { id: 'RT-1', scheme: '0224' }])),
  ...['0009', '0224', '0231'].map((scheme) =>
    all(set('buyer.reference', 'K/1'), set('buyer.reference_scheme', scheme)),
  ),
  ...each('payee', { name: 'F' }, { name: 'F', id: '1' }, { name: 'F', id: SIRET, id_scheme: '0009' }),
  ...each(
    'invoice.period',
    { start: '2026-08-01', end: '2026-08-31' },
    { start: '2026-08-01', end: '2026-07-01' },
  ),
  ...each(
    'payment',
    { means_code: 30, iban: IBAN, prepaid_amount: 24 },
    { means_code: 30, iban: IBAN, prepaid_amount: 48 },
    { means_code: 30, iban: IBAN, terms: '30 jours' },
    { means_code: 10 },
    { means_code: 30, iban: IBAN, rounding_amount: '0.01' },
  ),
  ...['S', 'E', 'AE'].flatMap((vat_category) =>
    [20, 0].flatMap((vat_rate) => each('allowances', [{ amount: 1, reason: 'r', vat_category, vat_rate }])),
  ),
  ...['LISIBLE', 'RIB', 'x'].flatMap((description) =>
    each(
      'attachments',
      ['a', 'b'].map((id) => ({
        ...{ id, filename: `${id}.pdf`, description },
        ...{ mime: 'application/pdf', content_base64: 'JVBERi0=' },
      })),
    ),
  ),
  ...each('lines[0].vat_category', 'S', 'Z', 'E', 'AE', 'K', 'G', 'O'),
  ...each('lines[0].vat_rate', 0, 20, '5.5', '2.1', '19', '20.6'),
  ...each('lines[0].quantity', -1, 0, '1.12345', '3.1234'),
  ...each('lines[0].unit_price', 0, '1.123456', '1.1234567'),
  ...each('lines[0].standard_item_id', { id: '4012345678901', scheme: '0160' }, { id: '1', scheme: '0002' }),
  ...each(
    'lines[0].period',
    { start: '2026-09-01', end: '2026-09-30' },
    { start: '2026-09-01', end: '2026-08-30' },
  ),
  set('tax_representative', {
    ...{ name: 'AU', vat_id: 'FR88100000009' },
    address: { street: 'x', city: 'Lyon', postcode: '69001', country: 'FR' },
  }),
  set('profile', 'fr-ctc'),
  ...party('seller'),
  ...party('buyer'),
];

const BASES: readonly Json[] = [
  ...[frenchInvoice(), SEVERAL_ORDERS, SEVERAL_SELLERS, SUB_LINES],
  EXTENDED_SAMPLES['further parties']!,
];

/** Invoices with one to three changes, of days in both editions. */
function* documents(seed: number): Generator<Json> {
  const random = seeded(seed);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  for (let count = 0; count < COUNT; count += 1) {
    const edits = Array.from({ length: 1 + Math.floor(random() * 3) }, () => draw(EDITS));
    const base = draw(BASES);
    yield all(...edits, set('invoice.issue_date', draw(DAYS)))(base);
  }
}

const OURS: readonly Exception[] = [
  {
    difference: /^\+BR-FR-11$/,
    cause: 'A buyer in France without SIREN is refused, also if no note says that it is a business.',
  },
];

type Published = 'BR-FR-Flux2-Schematron' | 'EXTENDED-CTC-FR' | 'EN16931';

function judged(file: Published, syntax: string, { folder }: (typeof FRENCH_EDITIONS)[number]) {
  const path =
    file === 'EN16931'
      ? `official/en16931-1.3.16/EN16931-${syntax}-validation-preprocessed.sch`
      : `${folder}/${syntax}/${file}-${syntax}.sch`;
  const files = () => new Map([[path, new Uint8Array(readFileSync(join(REFERENCE_DATA, path)))]]);
  return judgeOf(path, () => ({ entry: path, files: files() }));
}

async function late(
  invoice: CanonicalInvoice,
  format: 'ubl' | 'cii',
): Promise<readonly string[] | undefined> {
  const built = await DOCUMENTS.build(invoice, 'FR-PA', format);
  if (!built.ok) return undefined;
  const [before, after] = FRENCH_EDITIONS;
  const edition = invoice.invoice.issueDate < after.day ? before : after;
  const isExtended = new TextDecoder().decode(built.document.bytes).includes('extended-ctc-fr');
  const files: readonly Published[] = ['BR-FR-Flux2-Schematron', isExtended ? 'EXTENDED-CTC-FR' : 'EN16931'];
  const runs = await Promise.all(
    files.map(async (file) => (await judged(file, format.toUpperCase(), edition))(built.document.bytes)),
  );
  return runs.flatMap(fatalIds);
}

for (const format of ['ubl', 'cii'] as const)
  describeByReference(`an invoice over FR-PA, in both editions of the published rules, in ${format}`, () =>
    itAgrees(
      'is refused at once if its document breaks a rule, and only then',
      { compared: 1_000, refused: 400, accepted: 300 },
      () => ({
        corpus: canonicalInvoices(documents(SEED)),
        by: sameAcceptance,
        exceptions: OURS,
        engines: {
          'early rules': (invoice) =>
            checkRoute(invoice, 'FR-PA', format).flatMap(({ code, related = [] }) =>
              related.length > 0 ? related.map((one) => one.code) : [code],
            ),
        },
        judge: (invoice) => late(invoice, format),
      }),
    ),
  );
