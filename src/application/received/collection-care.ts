import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { careRows } from '../care/care.ts';
import { mergeCareRows, newlyOpened } from '../lifecycle/move.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';

// The care list is one of invoices (contract 2.12), so a list of received invoices that cannot be read has its row on one of them.

export interface CollectionCarePorts {
  readonly received: Pick<ReceivedStore, 'list' | 'careList' | 'find' | 'commit'>;
  readonly clock: Clock;
  readonly telemetry: Pick<Telemetry, 'careOpened'>;
}

interface Collected {
  readonly client: string;
  readonly route: Route;
}

/** A network may be away for a night, and it may forget an invoice after some weeks. */
export const MAX_UNREAD_MS = 86_400_000;

const CODE = 'EI-NOT-COLLECTED';

/** Why the list is not read. */
interface Failure {
  /** When it was last read to its end. */
  readonly readAt: Date;
  /** What the route answers. */
  readonly answer: Text;
}

const finding = (route: Route, { readAt, answer }: Failure): Finding => ({
  code: CODE,
  severity: 'error',
  source: route,
  message: say('codes.EI-NOT-COLLECTED.title'),
  fixHint: say('calls.EI-NOT-COLLECTED.hint', { day: dayOf(readAt), answer }),
  whoFixes: 'us',
});

/** Opens a row on the newest invoice that was received over the route. */
export const openCollectionCare = (
  of: Collected,
  failure: Failure,
  ports: CollectionCarePorts,
): Promise<void> =>
  changing(async () => {
    const { client, route } = of;
    const query = { client, routes: [route], sort: 'newest', page: 1, pageSize: 1 } as const;
    const [newest] = (await ports.received.list(query)).invoices;
    if (!newest || (await openRows(of, ports)).length > 0) return 'none';
    const rows = careRows([finding(route, failure)], ports.clock.now());
    return write(newest, mergeCareRows(newest.care, rows), ports);
  });

/** The list was read to its end again. */
export async function closeCollectionCare(of: Collected, ports: CollectionCarePorts): Promise<void> {
  for (const id of await openRows(of, ports))
    await changing(async () => {
      const record = await ports.received.find(id);
      if (!record) return 'none';
      const handledAt = ports.clock.now();
      const close = (row: CareRow): CareRow => (isOpen(row) ? { ...row, handledAt } : row);
      return write(record, record.care.map(close), ports);
    });
}

const isOpen = ({ code, handledAt }: CareRow): boolean => code === CODE && handledAt === undefined;

async function openRows(
  { client, route }: Collected,
  { received }: CollectionCarePorts,
): Promise<readonly string[]> {
  const open = await received.careList({ client, status: 'open' });
  return open.filter((item) => item.route === route && isOpen(item.row)).map(({ id }) => id);
}

const changing = async (change: () => Promise<'written' | 'none' | undefined>): Promise<void> =>
  // The next reading of the list tries again.
  void (await repeatOnConflict(change, () => 'none' as const));

async function write(
  record: ReceivedRecord,
  care: readonly CareRow[],
  { received, clock, telemetry }: CollectionCarePorts,
): Promise<'written' | undefined> {
  const next = { ...record, care, version: record.version + 1, updatedAt: clock.now() };
  const answer = await received.commit({ record: next, events: [], files: [], audit: [] });
  if (answer === 'conflict') return undefined;
  for (const { code, whoActs } of newlyOpened(record.care, care)) telemetry.careOpened(code, whoActs);
  return 'written';
}
