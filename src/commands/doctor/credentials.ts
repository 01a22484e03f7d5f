import type { components, DeliveryService } from '../../client/client.ts';
import { dayOf, daysLeft } from 'en16931-rules/vocabulary/utc-days.ts';
import { look, ok, type Remark, wrong } from './remark.ts';
import { firstOf } from './first-of.ts';

type CareRow = components['schemas']['CareRow'];

const SOON_DAYS = 30;

/** Credentials that end, and invoices that wait for one that is missing. */
export async function credentialRemarks(
  service: Pick<DeliveryService, 'list'>,
  open: readonly CareRow[],
  now = new Date(),
): Promise<readonly Remark[]> {
  const remarks = missingRemarks(open);
  let live = 0;
  for await (const { client, route, expires_on: ends, revoked_at: revoked } of service.list('/credentials')) {
    if (revoked !== undefined) continue;
    live += 1;
    // It works to the end of its last day.
    const left = ends === undefined ? Infinity : daysLeft(ends, dayOf(now));
    const remedy = 'Store its successor: POST /credentials/{id}.';
    if (left < 0) remarks.push(wrong('credentials', `${client} for ${route} ended on ${ends}`, remedy));
    else if (left <= SOON_DAYS)
      remarks.push(look('credentials', `${client} for ${route} ends on ${ends}`, remedy));
  }
  return remarks.length > 0 ? remarks : [ok('credentials', `${live} live, none ends within 30 days`)];
}

/** A remark for each client and route. The rows have the kinds that the route takes, the call, and the page with the form. */
function missingRemarks(open: readonly CareRow[]): Remark[] {
  const groups = new Map<string, CareRow[]>();
  for (const row of open.filter(({ catalogue_code: code }) => code === 'EI-CREDENTIAL-MISSING')) {
    const says = `${row.client} has none for ${row.route}`;
    groups.set(says, [...(groups.get(says) ?? []), row]);
  }
  return [...groups].map(([says, rows]) => {
    const refs = firstOf(rows.map(({ invoice_ref: ref }) => ref));
    const [first] = rows;
    return wrong(
      'credentials',
      `${says}; invoices on the care list: ${rows.length} (${refs})`,
      first?.fix_hint ?? 'Store one: POST /credentials.',
    );
  });
}
