import { handleRows, ofCodes } from '../../domain/lifecycle/care-rows.ts';
import { figure, say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import { type ReportedSale, salesThatCount } from '../../domain/reports/reported-sale.ts';
import { documentKind, type TaxReport } from '../../domain/reports/tax-report.ts';
import type { ReportFigures } from '../../ports/rail/report-flows.ts';
import { careRows } from '../care/care.ts';
import { mergeCareRows } from '../lifecycle/move.ts';
import { railOf } from '../sending/attempt.ts';
import { type ReportPorts, flowsOn, openSale, reportsOf } from './build-report.ts';
import { DIFFERS, type ReportStep, reschedule } from './report-step.ts';

export type ComparisonPorts = ReportPorts;

/** The platform has the invoice, and has not refused it. */
const WITH_THE_PLATFORM: ReadonlySet<InvoiceState> = new Set(['submitted', 'accepted', 'delivered']);
/** Their end is still to come. */
const ON_THEIR_WAY: ReadonlySet<InvoiceState> = new Set(['validated', 'queued', 'submitting']);
const DAY_MS = 86_400_000;

/** Compares the newest report of the platform with the sales that went to it: counts and sums. Nothing is sent. */
export async function compareReport(record: TaxReport, ports: ComparisonPorts): Promise<ReportStep> {
  const { clock, files } = ports;
  const bytes = record.documentsMade > 0 && (await files.read(record, documentKind(record.documentsMade)));
  const flows = flowsOn(railOf(record, ports));
  const theirs = bytes ? flows.read(bytes)?.figures : undefined;
  if (!theirs) return reschedule(record, null, ports);
  const now = clock.now();
  const { sales, isOpen } = await salesAtThePlatform(record, ports);
  const ours = flows.read(await written(record, sales, ports))?.figures;
  if (!ours) throw new Error(`the report ${record.id} cannot be read as it is written`);
  const errors = isSame(ours, theirs) ? [] : [finding(record, ours, theirs)];
  const care = handleRows(record.care, now, ofCodes([DIFFERS]));
  const compared = {
    // A rejection by the administration stands beside.
    ...record,
    errors: [...record.errors.filter(({ code }) => code !== DIFFERS), ...errors],
    salesStated: sales.length,
    failures: 0,
    care: errors.length > 0 ? mergeCareRows(record.care, careRows(errors, now)) : care,
  };
  return reschedule(compared, isOpen ? new Date(now.getTime() + DAY_MS) : null, ports);
}

/** A sale counts as its invoice stands: a refused one is not reported. One whose invoice is deleted was delivered. */
async function salesAtThePlatform(
  { id }: TaxReport,
  { reports, invoices }: ComparisonPorts,
): Promise<{ readonly sales: readonly ReportedSale[]; readonly isOpen: boolean }> {
  const sales: ReportedSale[] = [];
  let isOpen = false;
  for (const sale of salesThatCount(await reports.salesOf(id))) {
    const invoice = await invoices.find(sale.invoiceId ?? '');
    if (!invoice || WITH_THE_PLATFORM.has(invoice.state)) sales.push(sale);
    isOpen ||= invoice !== undefined && ON_THEIR_WAY.has(invoice.state);
  }
  return { sales, isOpen };
}

/** As the service itself would report these sales. */
async function written(
  record: TaxReport,
  sales: readonly ReportedSale[],
  { content, clock }: ComparisonPorts,
): Promise<Uint8Array> {
  const stated = await Promise.all(sales.map((sale) => openSale(sale, content)));
  const party = { id: record.declarant, name: record.declarant };
  const xml = reportsOf(record).write({
    id: record.id,
    at: clock.now(),
    isReplacement: false,
    sender: party,
    declarant: party,
    part: record.part,
    period: { first: record.firstDay, last: record.lastDay },
    entries: stated.flatMap(({ entries }) => entries).filter(({ part }) => part === record.part),
  });
  return new TextEncoder().encode(xml);
}

/** A platform need not state how many sales a day has. */
const isSame = (ours: ReportFigures, theirs: ReportFigures): boolean =>
  (theirs.count === undefined || theirs.count === ours.count) &&
  theirs.net === ours.net &&
  theirs.vat === ours.vat;

const finding = ({ firstDay, lastDay }: TaxReport, ours: ReportFigures, theirs: ReportFigures): Finding => ({
  code: DIFFERS,
  severity: 'error',
  source: 'service',
  message: say('reports.platform-reports-for-to-invoices-that-it-took', {
    theirs: inWords(theirs),
    day: firstDay,
    last: lastDay,
    ours: inWords(ours),
  }),
  fixHint: say('reports.compare-list-of-platform-with-get-invoices-of'),
  whoFixes: 'client',
});

const inWords = ({ count, net, vat }: ReportFigures): Text =>
  count === undefined
    ? say('reports.net-and-vat', { net: figure(net), vat: figure(vat) })
    : say('reports.sales-net-and-vat', { n: count, net: figure(net), vat: figure(vat) });
