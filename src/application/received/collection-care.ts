import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import { careRows } from '../care/care.ts';
import { mergeCareRows } from '../lifecycle/move.ts';
import { closeRowsOf, openRowsOf } from '../lifecycle/rows-of-code.ts';
import type { CareTelemetry } from '../lifecycle/tell-opened.ts';
import { writeCare } from '../lifecycle/write-care.ts';

export interface CollectionCarePorts extends CareTelemetry {
  readonly received: Pick<ReceivedStore, 'list' | 'careList' | 'find' | 'commit'>;
  readonly clock: Clock;
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
export async function openCollectionCare(
  { client, route }: Collected,
  failure: Failure,
  ports: CollectionCarePorts,
): Promise<void> {
  const { received, clock } = ports;
  const find = async (): Promise<ReceivedRecord | undefined> => {
    const query = { client, routes: [route], sort: 'newest', page: 1, pageSize: 1 } as const;
    const [newest] = (await received.list(query)).invoices;
    return (await openRowsOf({ client, route, code: CODE }, received)).length > 0 ? undefined : newest;
  };
  const rowsOf = ({ care }: ReceivedRecord): readonly CareRow[] =>
    mergeCareRows(care, careRows([finding(route, failure)], clock.now()));
  await writeCare(find, rowsOf, received, ports);
}

/** The list was read to its end again. */
export const closeCollectionCare = (
  { client, route }: Collected,
  ports: CollectionCarePorts,
): Promise<void> => closeRowsOf({ client, route, code: CODE }, ports.received, ports);
