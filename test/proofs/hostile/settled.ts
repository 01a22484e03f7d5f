import { createHash } from 'node:crypto';
import { pause, read } from '../../support/calls.ts';
import { bearer } from './send.ts';
import type { Target } from './target.ts';
import type { Tenant } from './tenants.ts';

interface Row {
  readonly id: string;
  readonly route: string;
  readonly state: string;
}
interface Shown extends Row {
  readonly document_sha256?: string;
  readonly errors: readonly { readonly code: string }[];
  readonly documents: readonly { readonly sha256: string; readonly href: string }[];
}
interface Event {
  readonly sequence: number;
  readonly status: string;
}

/** The allowed end states, and the events that lead to each. A dead letter would be a fault of the service. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  ready: ['received, validated, ready'],
  validation_failed: ['received, validation_failed'],
  cancelled: ['received, cancelled', 'received, validated, cancelled'],
};
/** No network answers here. Attacks store unusable credentials and send invoices without an address. */
const FAILED_ON_ROUTE: Readonly<Record<string, readonly string[]>> = {
  'received, validated, dead_letter': [
    'EI-ROUTE-UNAVAILABLE',
    'EI-CREDENTIAL-REFUSED',
    'EI-CREDENTIAL-MISSING',
  ],
  'received, validated, rejected': ['EI-PEPPOL-NO-ROUTE', 'ANAF-UPLOAD'],
};
/** The state of an invoice that failed on its route. */
export const STUCK = 'stuck on its route';

const SETTLED = new Set([...Object.keys(ENDS), 'dead_letter', 'rejected', 'source_error']);
const PATIENCE_MS = 60_000;

/** The ids of a client's accepted invoices. */
export function held(accepted: Map<string, Set<string>>, client: string): Set<string> {
  const ids = accepted.get(client) ?? new Set();
  accepted.set(client, ids);
  return ids;
}

/** The end states of accepted invoices. */
export interface Settled {
  readonly faults: readonly string[];
  /** By id. */
  readonly states: ReadonlyMap<string, string>;
}

/**
 * Each invoice has to exist once and to have ended, and list, invoice and events have to agree.
 * @param accepted ids by client.
 */
export async function settled(
  target: Target,
  accepted: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Settled> {
  const states = new Map<string, string>();
  const each = [...accepted].map(async ([client, ids]) => {
    const tenant = target.tenants.find(({ name }) => name === client)!;
    const rows = await settledRows(target, tenant, ids);
    for (const row of rows) if (ids.has(row.id)) states.set(row.id, stateOf(row));
    const faults = listFaults(client, rows, ids);
    for (const id of ids) faults.push(...(await faultsOfOne(target, tenant, id)));
    return faults;
  });
  return { faults: (await Promise.all(each)).flat(), states };
}

async function settledRows(
  { service }: Target,
  { key }: Tenant,
  ids: ReadonlySet<string>,
): Promise<readonly Row[]> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const list = await read<{ data: Row[]; total: number }>(
        service,
        key,
        `/invoices?page_size=200&sort=oldest&page=${page}`,
      );
      rows.push(...list.data);
      if (page * 200 >= list.total) break;
    }
    const waiting = rows.filter(({ id, state }) => ids.has(id) && !SETTLED.has(state));
    if (waiting.length === 0 || Date.now() > until) return rows;
    await pause(300);
  }
}

function listFaults(client: string, rows: readonly Row[], ids: ReadonlySet<string>): string[] {
  const listed = rows.map(({ id }) => id);
  const doubled = listed.filter((id, index) => listed.indexOf(id) !== index);
  return [
    ...[...ids]
      .filter((id) => !listed.includes(id))
      .map((id) => `${id} of ${client} was accepted and is lost`),
    ...doubled.map((id) => `${id} of ${client} is listed twice`),
  ];
}

async function faultsOfOne({ service }: Target, { key }: Tenant, id: string): Promise<readonly string[]> {
  const shown = await read<Shown>(service, key, `/invoices/${id}`);
  const { data: events } = await read<{ data: Event[] }>(service, key, `/invoices/${id}/events`);
  const statuses = events.map(({ status }) => status).join(', ');
  if (isFailedOnRoute(shown, statuses)) return [];
  const faults: string[] = [];
  if (!ENDS[shown.state]?.includes(statuses))
    faults.push(`ended as ${shown.state} with the events ${statuses}, ${JSON.stringify(shown.errors)}`);
  if (events.some(({ sequence }, index) => sequence !== index + 1)) faults.push('has a gap in its events');
  if ((shown.state === 'validation_failed') !== shown.errors.length > 0 && !isCancelledOnRoute(shown))
    faults.push(`is ${shown.state} with ${shown.errors.length} errors`);
  if (shown.state === 'ready') faults.push(...(await documentFaults(service.url, key, shown)));
  return faults.map((fault) => `${id} ${fault}`);
}

const hasNetwork = ({ route }: Pick<Row, 'route'>): boolean => route !== 'DE-XRECHNUNG';

const isFailedOnRoute = ({ route, state, errors }: Shown, statuses: string): boolean =>
  hasNetwork({ route }) &&
  (state === 'dead_letter' || state === 'rejected') &&
  errors.length > 0 &&
  errors.every(({ code }) => FAILED_ON_ROUTE[statuses]?.includes(code));

/** Cancelled while it waited for a usable credential. */
const isCancelledOnRoute = (shown: Shown): boolean => hasNetwork(shown) && shown.state === 'cancelled';

const stateOf = (row: Row): string =>
  hasNetwork(row) && (row.state === 'dead_letter' || row.state === 'rejected') ? STUCK : row.state;

async function documentFaults(
  url: string,
  key: string,
  { documents, document_sha256: sent }: Shown,
): Promise<string[]> {
  const document = documents.find(({ sha256 }) => sha256 === sent);
  if (!document) return ['is ready without the document that it names'];
  const answer = await fetch(url + document.href, { headers: bearer(key) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  // A client that reads this many documents in a second gets 429; that is not a fault of the document.
  if (answer.status === 429) return [];
  const hash = createHash('sha256').update(bytes).digest('hex');
  return hash === sent ? [] : ['has a document with another hash'];
}
