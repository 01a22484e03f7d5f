import { join } from 'node:path';
import Database from 'libsql';
import { pause } from '../../../support/calls.ts';
import { Erp, OPERATOR_KEY } from '../../../support/erp.ts';
import type { Service } from '../../../support/service.ts';
import { bearer, type Call, send } from '../send.ts';
import { worksFaults } from './faults.ts';
import type { Scenario, Stage } from './stage.ts';

const FLOOD = 1500;
/** Far fewer than calls, far more than none: rows state the caller, the reason and the count. */
const MAX_ROWS = 150;

async function reader(service: Service, client: string): Promise<string> {
  const minted = await new Erp(service, OPERATOR_KEY).post<{ key: string }>('/keys', {
    client,
    scopes: ['read'],
  });
  return minted.json.key;
}

/** Many calls, from several callers at once. @returns the number of each status. */
async function flood(service: Service, call: Call): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  let left = FLOOD;
  const caller = async (): Promise<void> => {
    while (left-- > 0) {
      const { status } = await send(service.url, call);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  return statuses;
}

function auditRows(stage: Stage): number {
  const db = new Database(join(stage.data, 'ids.db'));
  try {
    return (db.prepare('SELECT count(*) AS rows FROM audit').get() as { rows: number }).rows;
  } finally {
    db.close();
  }
}

/** Refusals of one kind get their own status at first, then 429. They leave fewer rows and lines than calls. */
async function floodFaults(
  stage: Stage,
  status: number,
  call: (key: string) => Call,
): Promise<readonly string[]> {
  const service = await stage.running();
  const key = await reader(service, `flood-${status}`);
  const [rowsBefore, printedBefore] = [auditRows(stage), service.printed().length];
  const statuses = await flood(service, call(key));
  const faults: string[] = [];
  if (!statuses.get(status) || !statuses.get(429)) faults.push(`answers ${[...statuses].join('; ')}`);
  // A folded row may be written a little later.
  await pause(1500);
  const rows = auditRows(stage) - rowsBefore;
  if (rows > MAX_ROWS) faults.push(`${FLOOD} calls left ${rows} audit rows`);
  const printed = service.printed().slice(printedBefore).split('\n').length;
  if (printed > FLOOD / 2) faults.push(`${FLOOD} calls left ${printed} lines in the log`);
  return [...faults, ...(await worksFaults(await Erp.of(service, 'other')))];
}

const FLOODS: readonly (readonly [string, number, (key: string) => Call])[] = [
  ['calls without the scope', 403, (key) => ({ method: 'POST', path: '/keys', headers: bearer(key) })],
  ['calls by another method', 405, (key) => ({ method: 'DELETE', path: '/invoices', headers: bearer(key) })],
  ['calls without a key', 401, () => ({ method: 'GET', path: '/invoices', headers: {} })],
]; // prettier-ignore

export const REFUSALS: readonly Scenario[] = FLOODS.map(([name, status, call]) => ({
  name: `${FLOOD} ${name} come at once`,
  holds: 'they are limited, counted in few rows and lines, and others are served',
  harmless: true,
  run: (stage) => floodFaults(stage, status, call),
}));
