import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dueDayOf, periodOf, VAT_REGIMES } from '../../../src/domain/routes/fr-pa/reports/calendar.ts';
import { FRENCH_REPORTS } from '../../../src/domain/routes/fr-pa/reports/reports.ts';
import {
  REPORT_PARTS,
  type ReportEntry,
  type ReportPart,
} from '../../../src/domain/vocabulary/stated-sale.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { A_PURCHASE, vatOf } from '../../domain/routes/fr-pa/reports/purchases.ts';
import { abroad, saleOf, toConsumer, written } from '../../domain/routes/fr-pa/reports/samples.ts';
import { set, type Edit } from '../../domain/sample.ts';
import { emptyFolder } from '../../support/folder.ts';
import { seeded } from '../../support/seeded.ts';
import { SEED } from '../seed.ts';
import { brokenRules, type Judged, judgedByPyfrctc, missingJudge, missingSaxon } from './frr-judges.ts';

const REPORTS = 200;

/** Reports of generated periods, judged by AIFE's schema and Schematron as pyfrctc carries them, and its calendar. */
describe('reports of 200 generated periods', function () {
  if (missingJudge) return void it.skip(missingJudge);

  const { path, remove } = emptyFolder();
  let judged: Judged;
  const periods: (readonly [first: string, part: ReportPart, regime: string])[] = [];
  const own: (readonly [end: string, due: string])[] = [];

  before(async () => {
    const draw = seeded(SEED);
    const random = { below: (most: number) => Math.floor(draw() * most) };
    for (let n = 0; n < REPORTS; n += 1) {
      const regime = VAT_REGIMES[n % VAT_REGIMES.length]!;
      const part = n % 3 === 0 ? 'payments' : n % 4 === 1 ? 'purchases' : 'sales';
      const day = new Date(Date.UTC(2026, 8, 1 + random.below(800))).toISOString().slice(0, 10);
      const period = periodOf(regime, part, day);
      periods.push([period.first, part, regime]);
      own.push([period.last, dueDayOf(regime, part, period)]);
      const entries = Array.from({ length: random.below(12) }, () => entriesOf(day, part, random)).flat();
      const isReplacement = random.below(4) === 0;
      writeFileSync(
        join(path, `${String(n).padStart(3, '0')}.xml`),
        written(entries, { part, period, isReplacement, id: `rep-${n}` }),
      );
    }
    writeFileSync(join(path, 'periods.json'), JSON.stringify(periods));
    judged = await judgedByPyfrctc(path);
  });
  after(remove);

  it('are of sales, payments and purchases', () =>
    assert.deepEqual([...new Set(periods.map(([, part]) => part))].sort(), [...REPORT_PARTS].sort()));

  it('keep the schema of the administration', () => assert.deepEqual(judged.complaints, {}));

  it('end on the day that pyfrctc tells, and are due no later than it tells', () => {
    for (const [n, [end, due]] of judged.periods.entries()) {
      assert.equal(own[n]?.[0], end, `${periods[n]?.join(' ')}`);
      // With a window (25th to 30th) pyfrctc tells its last day.
      const isWindow = ['simplified', 'franchise'].includes(periods[n]?.[2] ?? '');
      if (isWindow) assert.ok((own[n]?.[1] ?? '') <= due);
      else assert.equal(own[n]?.[1], due, `${periods[n]?.join(' ')}`);
    }
  });

  (missingSaxon ? it.skip : it)('keep every rule of its Schematron', async () =>
    assert.deepEqual(await brokenRules(path, REPORTS), []),
  );
});

interface Random {
  below(most: number): number;
}

function entriesOf(day: string, part: ReportPart, random: Random): readonly ReportEntry[] {
  if (part === 'purchases') return purchaseOf(day, random);
  const rate = [20, 10, 5.5, 2.1][random.below(4)]!;
  const edits: readonly Edit[] = [
    set('invoice.number', `F-${random.below(100_000)}`),
    set('invoice.issue_date', day),
    set('invoice.due_date', '2029-12-31'),
    set('lines[0].unit_price', random.below(100_000) / 100),
    set('lines[0].quantity', 1 + random.below(5)),
    set('lines[0].vat_rate', rate),
    set('lines[0].item_kind', random.below(2) === 0 ? 'goods' : 'services'),
  ];
  const isAbroad = random.below(2) === 0;
  const taxed: readonly Edit[] = isAbroad && random.below(2) === 0 ? FREE[random.below(FREE.length)]! : [];
  const { entries } = saleOf(isAbroad ? abroad : toConsumer, ...edits, ...taxed, ...moreOf(isAbroad, random));
  if (part === 'sales') return entries;
  const pay = (euros: number, before: readonly ReportEntry[]) =>
    FRENCH_REPORTS.paymentEntries(
      entries,
      { day, amounts: [{ vatRate: String(rate), amount: euros.toFixed(2) }] },
      before,
      {},
    );
  const paid = pay(random.below(10_000) / 100, []);
  if ('refused' in paid) return [];
  const back = random.below(3) === 0 ? pay(-random.below(5000) / 100, paid) : [];
  return 'refused' in back ? paid : [...paid, ...back];
}

/** What a German, Swiss or Caledonian seller may send to a French buyer. */
function purchaseOf(day: string, random: Random): readonly ReportEntry[] {
  const pick = <T>(of: readonly T[]): T => of[random.below(of.length)]!;
  const { seller, buyer } = A_PURCHASE;
  const isCredit = random.below(4) === 0;
  const read = FRENCH_REPORTS.purchaseOf({
    ...{
      ...A_PURCHASE,
      issueDate: day,
      number: `RE ${random.below(100_000)}`,
      currency: pick(['EUR', 'USD']),
    },
    ...vatOf(pick(['AE', 'K', 'O', 'Z'])),
    ...(isCredit && { typeCode: '381', precedingInvoices: [{ number: 'RE 1', issueDate: '2026-09-01' }] }),
    ...pick([
      {},
      { delivery: { date: day, address: { city: 'Lyon', postcode: '69001', country: 'FR' } } },
      { period: { start: '2026-09-01', end: '2026-09-30' }, notes: [{ subjectCode: 'AAB', text: 'A & B' }] },
      { allowances: [{ amount: new Decimal(5), vatCategory: 'AE', vatRate: new Decimal(0) }] },
    ]),
    seller: pick([
      seller,
      { name: 'Alpen AG', companyId: { id: 'CHE-116.281.838' }, address: { country: 'CH' } },
      { name: 'Pacifique', companyId: { id: '123456789' }, address: { country: 'NC' } },
    ]),
    buyer: pick([buyer, { ...buyer, vatId: undefined }]),
  } as Parameters<typeof FRENCH_REPORTS.purchaseOf>[0]);
  if (!read) return [];
  if ('missing' in read.purchase) throw new Error(english(read.purchase.missing));
  return random.below(5) === 0 ? FRENCH_REPORTS.withdrawn(read.purchase).entries : read.purchase.entries;
}

const free = (category: string, more: readonly Edit[] = []): readonly Edit[] => [
  set('lines[0].vat_category', category),
  set('lines[0].vat_rate', 0),
  ...more,
];
const FREE: readonly (readonly Edit[])[] = [
  free('AE'),
  free('K', [set('delivery', { date: '2026-10-04', address: { city: 'Torino', country: 'IT' } })]),
  free('E', [
    set('vat_exemption', [{ vat_category: 'E', reason: 'Exonération', reason_code: 'VATEX-FR-FRANCHISE' }]),
  ]),
];

const moreOf = (isAbroad: boolean, random: Random): readonly Edit[] => {
  if (random.below(3) !== 0) return [];
  const before = set('preceding_invoices', [{ number: 'F-0', issue_date: '2026-09-01' }]);
  const dollars: Edit = (document) =>
    set(
      'invoice.vat_total_in_vat_currency',
      1.5,
    )(set('invoice.vat_currency', 'EUR')(set('invoice.currency', 'USD')(document)));
  const all: readonly (readonly Edit[])[] = [
    [set('invoice.type_code', '381'), before],
    ...(isAbroad
      ? [
          [set('invoice.period', { start: '2026-09-01', end: '2026-09-01' })],
          [set('invoice.period', { start: '2026-09-01', end: '2026-09-30' })],
          [dollars],
          [
            set('buyer', {
              name: 'Acme Ltd',
              company_id: '01234567',
              address: { city: 'London', country: 'GB' },
            }),
          ],
          [
            set('buyer', {
              name: 'Pacific',
              company_id: '123456789',
              address: { city: 'Nouméa', country: 'NC' },
            }),
          ],
        ]
      : []),
  ];
  return all[random.below(all.length)]!;
};
