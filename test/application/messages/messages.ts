import assert from 'node:assert/strict';
import sinon from 'sinon';
import { PullAnswers } from '../../../src/application/messages/pull-answers.ts';
import { TakeCollected } from '../../../src/application/received/take-collected.ts';
import type { TakeReceived } from '../../../src/application/received/take-received.ts';
import { newClient } from '../../../src/domain/clients/client-record.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import type { Addressing } from '../../../src/domain/vocabulary/addressing.ts';
import type { Feed } from '../../../src/ports/feeds.ts';
import type { MessagePage, RouteMessage } from '../../../src/ports/rail/route-messages.ts';
import type { OpenedCredential } from '../../../src/ports/rail/opened-credential.ts';
import type { Rail } from '../../../src/ports/rail/rail.ts';
import type { RailAnswer } from '../../../src/ports/rail/rail-answer.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { AN_ADDRESSING } from '../../support/records.ts';
import { found, type SentStores, setUp, toolsIn, type World, workerOn } from '../sending/world.ts';

/** A status that a buyer sends for R-1. */
export const status = (code: string, own: Partial<RouteMessage> = {}): RouteMessage =>
  ({
    kind: 'invoice-response-AP',
    bytes: new TextEncoder().encode(`<${code}/>`),
    about: { invoiceNumber: 'R-1' },
    effect: { kind: 'status', status: code },
    raw: { code },
    ...own,
  }) as RouteMessage;
export const refused: RouteMessage = {
  kind: 'mls',
  bytes: new TextEncoder().encode('<mls/>'),
  about: { submissionId: 'sub-1' },
  effect: { kind: 'refused', mapping: { ...WORDS.refused, code: 'EI-PEPPOL-REFUSED', owner: 'route' } },
  raw: { code: 'RE' },
};

/** Stores another invoice of the same number. */
export async function addInvoice(world: World, own: Partial<InvoiceRecord>): Promise<string> {
  const before = await found(world);
  const record: InvoiceRecord = {
    ...before,
    id: 'inv_other',
    intakeKey: 'other',
    fingerprint: 'f'.repeat(64),
    version: 1,
    submission: { ...before.submission!, id: 'sub-other' },
    ...own,
  };
  await world.invoices.takeIn({ record, events: [], audit: [], files: [] });
  return record.id;
}

/** A delivered invoice, and pages of messages of its route. */
export async function delivered(
  own = {},
  sent: (RailAnswer & { readonly takes?: boolean })[] = [],
  {
    addressing = AN_ADDRESSING,
    stores,
    ...traits
  }: {
    addressing?: Addressing;
    stores?: SentStores;
    endsByMessages?: true;
    accountOf?: Rail['accountOf'];
  } = {},
) {
  const pages: (MessagePage | RailAnswer | undefined)[] = [];
  const fetched: (string | null)[] = [];
  const rail = Object.assign(new FakeRail(), {
    ...traits,
    fetchMessages: async (_: unknown, after: string | null) => {
      fetched.push(after);
      return pages.shift();
    },
  });
  rail.next.send.push(...sent);
  const world = Object.assign(await setUp(rail, { invoiceNumber: 'R-1', ...own }, undefined, stores), {
    addressing,
  });
  await workerOn(world).run(world.id, 'PEPPOL');
  const log = { warn: sinon.spy() };
  return { world, pages, fetched, log, pull: pulling(world, { rail, addressing, log }) };
}

interface Pulling {
  readonly rail: Rail;
  readonly addressing?: Addressing;
  readonly log?: { readonly warn: sinon.SinonSpy };
  /** The id of a revoked credential. */
  readonly revoked?: string;
  /** In place of the world's own. */
  readonly feeds?: World['feeds'];
  readonly invoices?: World['invoices'];
  /** Of a client that collects from the route. */
  readonly takeReceived?: Pick<TakeReceived, 'run'>;
  readonly collect?: readonly Route[];
  /** In place of the world's own. */
  readonly live?: (client: string) => Promise<readonly OpenedCredential[]>;
}

/** A process that fetches the messages of a world. */
export function pulling(
  world: World,
  {
    rail,
    addressing = AN_ADDRESSING,
    log = { warn: sinon.spy() },
    revoked,
    takeReceived,
    collect,
    live,
    ...own
  }: Pulling,
): PullAnswers {
  const tools = toolsIn(Object.assign(world, { addressing }), [rail]);
  const open = async ({ credentialId }: Pick<Feed, 'credentialId'>) =>
    credentialId === revoked ? undefined : world.credential;
  return new PullAnswers({
    ...{ ...tools, invoices: world.invoices, log, ...own },
    takeCollected: takeReceived
      ? collecting(takeReceived, collect)
      : { withMessages: () => assert.fail('no invoice came') },
    takeStatusMessage: { run: async () => 'unknown' },
    takeReceivedMessage: { run: async () => 'unknown' },
    takeDerivedReport: { run: async () => undefined },
    credentials: { ...tools.credentials, open, ...(live && { live }) },
  });
}

const collecting = (
  takeReceived: Pick<TakeReceived, 'run'>,
  collect: readonly Route[] = ['PEPPOL'],
): TakeCollected =>
  new TakeCollected({
    takeReceived,
    log: { info: () => undefined, warn: () => undefined },
    clients: { find: async (client) => ({ ...newClient(client, new Date(0)), collect }) },
    examine: { atOnce: async () => ({ findings: [], progress: {} }) },
  });

/** The stored position of the feed. */
export const cursor = async ({ feeds }: World) => (await feeds.list(undefined, 9))[0]?.cursor;
