import { brokenRules } from '../checks/early-rules/broken-rules.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { type ClientDefaults, completeBy, type StatedDefaults } from '../invoice/completions/completion.ts';
import { judgeOr } from '../invoice/unjudged.ts';
import type { AddressedParty } from '../vocabulary/addressing.ts';
import type { Route } from '../vocabulary/route.ts';
import type { StatedSale } from '../vocabulary/stated-sale.ts';
import { profileOf, ROUTE_PROFILES } from './all.ts';

/** A sale whose invoice goes over one route, and whose report over another. */
type SaleBeside =
  | { readonly route: Route; readonly sale: StatedSale }
  /** Why no report states it. */
  | { readonly finding: Finding };

/** The route whose reports state sales that other routes deliver. */
const REPORTING = ROUTE_PROFILES.find(({ reports }) => reports !== null);

/** What decides about reports in a client's record, for a route that has no settings of its own. */
export const defaultsMemberOf = (route: Route): ClientDefaults['member'] | undefined =>
  (profileOf(route).clientDefaults ?? REPORTING?.clientDefaults)?.member;

/** Undefined if the sale needs no report, or the route itself states it. */
export function saleBeside(
  invoice: CanonicalInvoice,
  route: Route,
  defaults: StatedDefaults | undefined,
): SaleBeside | undefined {
  if (!REPORTING?.reports || profileOf(route).reports) return undefined;
  const { name, reports } = REPORTING;
  const completed = completeBy(REPORTING, invoice, defaults).invoice;
  if (!reports.isReportable(completed)) return undefined;
  const [broken] = brokenRules(reports.rules, 'ubl', completed);
  if (broken || !reports.isReported(completed, defaults)) {
    const { field } = broken ?? {};
    return { finding: { ...reports.notReported, ...(field !== undefined && { field }) } };
  }
  const sale = judgeOr(() => reports.saleOf(completed), undefined);
  return sale && sale.entries.length > 0 ? { route: name, sale } : undefined;
}

type Located = Readonly<Record<'seller' | 'buyer', Pick<AddressedParty, 'country'>>>;

/** Of a finished file, whose sale is not read. */
export function notReportedFile({ seller, buyer }: Located, route: Route): readonly Finding[] {
  if (!REPORTING?.reports || profileOf(route).reports) return [];
  if (seller.country === null || buyer.country === null) return [];
  const { isReportableBetween, notReported } = REPORTING.reports;
  return isReportableBetween(seller.country, buyer.country) ? [notReported] : [];
}
