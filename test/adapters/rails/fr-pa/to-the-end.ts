import type { InvoiceRecord } from '../../../../src/domain/lifecycle/invoice-record.ts';
import { pulling } from '../../../application/messages/messages.ts';
import { found, setUp, toDueTime, workerOn } from '../../../application/sending/world.ts';
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
/** Enough runs for each try of a send, and for polls over more than a day, after which a care row opens. */
const RUNS = 12;
const WAIT_MS = 9 * HOUR;
export const BUYER = '200000008';

export const platform = new PlatformServer();

/** One platform per suite: several suites run in one process, one after the other. */
export function whileThePlatformRuns(): void {
  before(() => platform.start());
  after(() => platform.stop());
}

/** Answers by call. */
export interface Script {
  readonly [call: string]: Answer | readonly Answer[];
}
type Tracked = { readonly where: { readonly trackingId: string } };

/** The tracking ids of the flows that the platform holds. */
let held: string[];
export const takes =
  (answer: Canned): Answer =>
  (body) => {
    held.push(/"trackingId":"([^"]+)"/.exec(body)?.[1] ?? '');
    return answer;
  };
const trackingIdIn = (body: string): string => (JSON.parse(body) as Tracked).where.trackingId;
export const listHeldFlows: Answer = (body) => {
  const trackingId = trackingIdIn(body);
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

/** The end of an invoice, and the number of its copies at the platform. */
export async function endOf(script: Script) {
  held = [];
  platform.script({
    [BUYER]: json({ addressingIdentifier: BUYER, directoryLineStatus: 'Enabled' }),
    flows: GOOD_TAKEN,
    tracked: listHeldFlows,
    Metadata: GOOD_FLOW,
    search: () => (held.length > 0 ? LISTED : results()),
    'Original L-1': DEPOSITED,
    'Original L-2': AVAILABLE,
    ...script,
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
    // Messages are fetched more often than an invoice is polled: a missing message delays later ones for one fetch.
    await pull.run();
    await pull.run();
  }
  const { state, care, documents } = await found(world);
  const open = care.filter(({ handledAt }) => handledAt === undefined).map(({ code }) => code);
  const proof = documents.filter(isProof).map(() => 'with its receipt');
  const heard = world.telemetry.messages.map((one) => one.replace('FR-PA ', ''));
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
/** The text of the platform is stored for the person who handles the care row. */
export const IN_DOUBT = 'dead_letter EI-SEND-UNKNOWN with its receipt';

export const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
