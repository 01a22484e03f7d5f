import type { StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Feed } from '../../ports/feeds.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { careRows } from '../care/care.ts';
import { closeRowsOf } from '../lifecycle/rows-of-code.ts';
import { writeCare } from '../lifecycle/write-care.ts';
import { mergeCareRows } from '../lifecycle/move.ts';
import { findingOf } from '../sending/care.ts';
import type { AnswerPorts } from '../sending/sending-ports.ts';
import { markOf } from '../sending/sending-account.ts';

export interface FeedCarePorts extends AnswerPorts {
  readonly invoices: Pick<InvoiceStore, 'list' | 'careList' | 'find' | 'findSent' | 'commit'>;
  readonly telemetry: Pick<Telemetry, 'careOpened'>;
}

/** Among so many of the newest invoices of a route, one that was sent under the refused credential gets the row. */
const MAX_LOOKUPS = 100;

/** Opens a row on the newest invoice that was sent under the feed's credential. If there is none, no invoice waits for an answer. */
export async function openFeedCare(feed: Feed, mapping: StatusMapping, ports: FeedCarePorts): Promise<void> {
  const rowsOf = (record: InvoiceRecord): readonly CareRow[] =>
    mergeCareRows(record.care, careRows([findingOf(record, { mapping }, ports)], ports.clock.now()));
  await writeCare(async () => (await sentUnder(feed, ports))[0], rowsOf, ports.invoices, ports);
}

/** Handles the rows about the feed: it answers again. */
export const closeFeedCare = (feed: Feed, code: string, ports: FeedCarePorts): Promise<void> =>
  closeRowsOf({ client: feed.client, route: feed.route, code }, ports.invoices, ports, (record) =>
    wasSentUnder(record, feed),
  );

/** The newest invoices that were sent under the credential of a feed, the newest first. */
export async function sentUnder(
  feed: Pick<Feed, 'client' | 'route' | 'credentialId'>,
  { invoices }: { readonly invoices: Pick<InvoiceStore, 'list'> },
): Promise<readonly InvoiceRecord[]> {
  const { client, route } = feed;
  const query = { client, routes: [route], sort: 'newest', page: 1, pageSize: MAX_LOOKUPS } as const;
  return (await invoices.list(query)).invoices.filter((record) => wasSentUnder(record, feed));
}

const wasSentUnder = ({ submission }: InvoiceRecord, { credentialId }: Pick<Feed, 'credentialId'>): boolean =>
  submission?.credential === markOf({ id: credentialId });
