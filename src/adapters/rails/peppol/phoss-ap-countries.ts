import type { Connection } from './connection.ts';
import { participantFrom } from './identifiers.ts';
import { text } from './report.ts';

type Row = Readonly<Record<string, unknown>>;

/** 200: it is stored. 400: it has one. 404: the document is gone. After any other answer the rest waits for the next look. */
const SETTLED: ReadonlySet<number> = new Set([200, 400, 404]);
/** The reader of the list waits for these calls. */
const REPORT_MS = 5_000;

/**
 * Tells the access point in which country the own participant is, for each document of the list that has none yet (InboundController,
 * `POST /api/inbound/report`): without it the access point cannot report the document to OpenPeppol. The list shows what was told, so
 * nothing is stored here, and a lost answer is harmless. It never stops what the list is read for.
 */
export async function reportCountries(connection: Connection, rows: readonly Row[]): Promise<void> {
  const { country, sender } = connection.accessPoint;
  if (country === undefined) return;
  const without = rows.flatMap((row) => {
    const id = text(row['sbdhInstanceID']);
    const isOurs = participantFrom(text(row['receiverID']) ?? '') === sender && row['status'] !== 'rejected';
    return id !== undefined && isOurs && row['c4CountryCode'] === null ? [id] : [];
  });
  for (const id of without) {
    const query = new URLSearchParams({ sbdhInstanceID: id, c4CountryCode: country });
    const path = `/api/inbound/report?${query.toString()}`;
    const answer = await connection.call({ method: 'POST', path, timeoutMs: REPORT_MS });
    if (answer.outcome !== 'answered' || !SETTLED.has(answer.status)) return;
  }
}
