import type { InvoiceRecord } from '../../../../src/domain/lifecycle/invoice-record.ts';
import { pulling } from '../../../application/messages/messages.ts';
import { found, setUp, toDueTime, workerOn } from '../../../application/sending/world.ts';
import { BUYER, SELLER } from '../../../sandbox/fr-pa/platform.ts';
import { AN_ADDRESSING } from '../../../support/records.ts';
import type { Canned, Script } from '../../../sandbox/scripted-network.ts';
import { aMessage } from './message.ts';
import { aFlow, aFrenchCredential, BYTES, FrenchPlatform, ISSUE_DATE, results } from './platform.ts';

const HOUR = 3_600_000;
/** Enough runs for each try of a send, and for polls over more than a day, after which a care row opens. */
const RUNS = 12;
const WAIT_MS = 9 * HOUR;

export const platform = new FrenchPlatform();

/** One platform for all suites: they run in one process, one after the other. */
export function whileThePlatformRuns(): void {
  before(() => platform.start());
  after(() => platform.close());
}

export const listed = (flowId: string, minutes: number): object =>
  aFlow({
    flowId,
    updatedAt: `2026-10-05T09:0${minutes}:00Z`,
    flowType: 'CustomerInvoiceLC',
    flowDirection: 'In',
  });
export const original = (own: Parameters<typeof aMessage>[0]): Canned => ({ body: aMessage(own) });
export const DEPOSITED = original({ code: '200' });
/** A search that lists two messages: the invoice is deposited, and available to its buyer. */
export const TWO_LISTED: Script = {
  search: results(listed('L-1', 1), listed('L-2', 2)),
  'Original L-1': DEPOSITED,
  'Original L-2': original({ code: '203' }),
};

/** An invoice of the number F-1 before its send, and what sends it and reads the platform's messages. */
export async function beforeTheSend(script: Script, waitMs = WAIT_MS) {
  await platform.control('reset', {});
  platform.script(script);
  const seller = { ...AN_ADDRESSING.seller, ids: [SELLER] };
  const buyer = { ...AN_ADDRESSING.buyer, endpoint: { id: BUYER, scheme: '0225' } };
  const own = { route: 'FR-PA', invoiceNumber: 'F-1', issueDate: ISSUE_DATE } as const;
  const addressing = { ...AN_ADDRESSING, seller, buyer };
  const world = { ...(await setUp(undefined, own, BYTES)), credential: aFrenchCredential(), addressing };
  // The simulator has the time of the machine.
  world.clock.advance(Date.now() - world.clock.now().getTime());
  const rail = platform.rail({ clock: world.clock, pollWaitsMs: [waitMs] });
  return { world, rail, pull: pulling(world, { rail, addressing }) };
}

/** The end of an invoice, and how often the platform took it. */
export async function endOf(script: Script) {
  const { world, rail, pull } = await beforeTheSend(script);
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
  const held = platform.passed.filter(({ call }) => call === 'flows').length;
  return { end: [state, ...open, ...proof].join(' '), held, heard };
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
