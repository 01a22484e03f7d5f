import type { InvoiceRecord } from '../../../../src/domain/lifecycle/invoice-record.ts';
import { pulling } from '../../../application/messages/messages.ts';
import { found, setUp, toDueTime, workerOn } from '../../../application/delivery/world.ts';
import { AN_ADDRESSING } from '../../../support/records.ts';
import { aMessage } from './message.ts';
import {
  aFlow,
  aFrenchCredential,
  type Answer,
  BYTES,
  type Canned,
  json,
  PlatformServer,
  results,
  taken,
} from './platform-server.ts';

const HOUR = 3_600_000;
/** Enough for each try of a send, and for more than a day of polls, after which a care row opens. */
const RUNS = 12;
const WAIT_MS = 9 * HOUR;
export const BUYER = '200000008';

export const platform = new PlatformServer();

/** One per suite: several run in one process, one after the other. */
export function whileThePlatformRuns(): void {
  before(() => platform.start());
  after(() => platform.stop());
}

/** By call. */
export interface Said {
  readonly [call: string]: Answer | readonly Answer[];
}
type Tracked = { readonly where: { readonly trackingId: string } };

/** What the platform holds, by tracking id. */
let held: string[];
export const takes =
  (answer: Canned): Answer =>
  (body) => {
    held.push(/"trackingId":"([^"]+)"/.exec(body)?.[1] ?? '');
    return answer;
  };
const trackedIn = (body: string): string => (JSON.parse(body) as Tracked).where.trackingId;
export const whatItHolds: Answer = (body) => {
  const trackingId = trackedIn(body);
  return results(...held.filter((id) => id === trackingId).map(() => aFlow({ trackingId }, 'Ok')));
};

export const listed = (flowId: string, minutes: number): object =>
  aFlow({
    flowId,
    updatedAt: `2026-10-05T09:0${minutes}:00Z`,
    flowType: 'CustomerInvoiceLC',
    flowDirection: 'In',
  });
export const LISTED = results(listed('L-1', 1), listed('L-2', 2));
export const original = (own: Parameters<typeof aMessage>[0]): Canned => ({ body: aMessage(own) });
export const DEPOSITED = original({ code: '200' });
const AVAILABLE = original({ code: '203' });
export const GOOD_TAKEN = takes(taken({ trackingId: undefined }));
export const GOOD_FLOW = json(aFlow({}, 'Ok'));

/** The end of an invoice, and what the platform holds of it. */
export async function endOf(said: Said) {
  held = [];
  platform.says({
    [BUYER]: json({ addressingIdentifier: BUYER, directoryLineStatus: 'Enabled' }),
    flows: GOOD_TAKEN,
    tracked: whatItHolds,
    Metadata: GOOD_FLOW,
    search: () => (held.length > 0 ? LISTED : results()),
    'Original L-1': DEPOSITED,
    'Original L-2': AVAILABLE,
    ...said,
  });
  const seller = { ...AN_ADDRESSING.seller, ids: ['100000009'] };
  const buyer = { ...AN_ADDRESSING.buyer, endpoint: { id: BUYER, scheme: '0225' } };
  const own = { route: 'FR-PA', invoiceNumber: 'F-1', issueDate: '2026-10-05' } as const;
  const addressing = { ...AN_ADDRESSING, seller, buyer };
  const world = { ...(await setUp(undefined, own, BYTES)), credential: aFrenchCredential(), addressing };
  const rail = platform.rail({ clock: world.clock, outbound: platform.direct, pollWaitsMs: [WAIT_MS] });
  const pull = pulling(world, { rail, addressing });
  for (let runs = 0; runs < RUNS && !isOver(await found(world)); runs += 1) {
    if ((await found(world)).dueAt) await toDueTime(world);
    else world.clock.advance(WAIT_MS);
    await workerOn(world, { ...world, rail }).run(world.id, 'FR-PA');
    // Far more often than an invoice is asked for: what is owed may hold up others for one.
    await pull.run();
    await pull.run();
  }
  const { state, care, documents } = await found(world);
  const open = care.filter(({ handledAt }) => handledAt === undefined).map(({ code }) => code);
  const proof = documents.filter(isProof).map(() => 'with its receipt');
  const heard = world.telemetry.heard.map((one) => one.replace('FR-PA ', ''));
  return { end: [state, ...open, ...proof].join(' '), held: held.length, heard };
}

const isProof = ({ kind }: { readonly kind: string }): boolean => kind === 'fr-lifecycle';
const isOver = ({ state, documents, care }: InvoiceRecord): boolean =>
  state === 'dead_letter' ||
  (state === 'delivered' && documents.some(isProof)) ||
  care.some(({ code }) => code === 'EI-STATUS-OVERDUE');
export const DELIVERED = 'delivered with its receipt';
export const ACCEPTED = 'accepted with its receipt';
export const OVERDUE = 'submitted EI-STATUS-OVERDUE';
/** The text of the platform is kept for the person who handles the care row. */
export const IN_DOUBT = 'dead_letter EI-SEND-UNKNOWN with its receipt';

export const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
