import type { CareQuery } from '../../ports/care-list.ts';
import type { CareItem } from '../../domain/lifecycle/care-item.ts';
import type { OldPack } from '../../domain/lifecycle/old-pack.ts';
import { feedName, type Feeds } from '../../ports/feeds.ts';
import type { CollectionCursors } from '../../ports/collection-cursors.ts';
import type { LiveProcesses } from '../../ports/live-processes.ts';
import { MAX_ROUTE_STATES, type RouteStates } from '../../ports/route-states.ts';
import type { OldPacks } from '../../ports/old-packs.ts';
import type { RadarStore } from '../../ports/radar-store.ts';
import type { SessionRows } from '../../ports/session-rows.ts';
import type { SigningKeys } from '../../ports/signing-keys.ts';
import { browserSessionStore } from './browser-session-store.ts';
import { clientStore } from './client-store.ts';
import { kindOf, newestFirst } from '../care/listed-care.ts';
import { from, over, under, upTo } from '../../ports/rows.ts';
import type { Registrations } from '../../ports/registrations.ts';
import { cursorKey, storeClock } from './facts.ts';
import { connectionStore } from './connection-store.ts';
import { credentialStore } from './credential-store.ts';
import { keyStore } from './key-store.ts';
import { radarStore } from './radar-store.ts';
import { receiverRegistrationStore } from './receiver-registration-store.ts';
import { refusalStore } from './refusal-store.ts';
import { replaceVersion } from './replace-version.ts';
import { type OpenRows, ROWS } from './rows.ts';
import { shareStore } from './share-store.ts';
import { webhookStore } from './webhook-store.ts';

/** The stores that are written once, on the rows of a database. @param radarWork radars, as the worker takes them. */
export const smallStores = (open: OpenRows, radarWork: RadarStore['work']) => ({
  clients: clientStore(open),
  credentials: credentialStore(open),
  keys: keyStore(open),
  browserSessions: browserSessionStore(open),
  shares: shareStore(open),
  webhooks: webhookStore(open),
  signingKeys: signingKeys(open),
  sessions: sessionRows(open),
  feeds: feeds(open),
  collectionCursors: collectionCursors(open),
  refusals: refusalStore(open),
  radars: radarStore(open, radarWork),
  registrations: registrations(open),
  receiverRegistrations: receiverRegistrationStore(open),
  connections: connectionStore(open),
  routeStates: routeStates(open),
  oldPacks: oldPacks(open),
  processes: liveProcesses(open),
  clock: storeClock(open),
  cursorKey: cursorKey(open),
});

function signingKeys(open: OpenRows): SigningKeys {
  const keys = open('signing_keys');
  return {
    all: () => keys.list({}, { order: ['number'] }),
    add: (key, audit) => keys.add(key, audit),
  };
}

function sessionRows(open: OpenRows): SessionRows {
  const sessions = open('sessions');
  return {
    find: (name) => sessions.find({ name }),
    replace: (row) => replaceVersion(sessions, ROWS.sessions, row),
  };
}

function feeds(open: OpenRows): Feeds {
  const rows = open('feeds');
  return {
    begin: async (feed) => {
      const name = feedName(feed);
      // Nearly always it is there, and reading costs less.
      if (!(await rows.find({ name }))) await rows.add({ ...feed, name, cursor: null });
    },
    list: (after, limit) =>
      rows.list({}, { order: ['name'], after: after === undefined ? undefined : { name: after }, limit }),
    advance: async (name, cursor) => void (await rows.change({ name }, { cursor })),
  };
}

function collectionCursors(open: OpenRows): CollectionCursors {
  const cursors = open('collection_cursors');
  return {
    hold: async (name, heldUntil, now) => {
      if (await cursors.change({ name, heldUntil: upTo(now) }, { heldUntil })) {
        const source = await cursors.find({ name });
        return source && { cursor: source.cursor, ...(source.readAt && { readAt: source.readAt }) };
      }
      return (await cursors.add({ name, cursor: null, heldUntil })) ? { cursor: null } : undefined;
    },
    advance: async (name, cursor) => void (await cursors.change({ name }, { cursor })),
    postpone: async (name, heldUntil) => void (await cursors.change({ name }, { heldUntil })),
    complete: async (name, readAt) => void (await cursors.note({ name }, { readAt })),
    find: (name) => cursors.find({ name }),
  };
}

function registrations(open: OpenRows): Registrations {
  const rows = open('registrations');
  return {
    find: (name, now) => rows.find({ name, expiresAt: over(now) }),
    keep: (registration, now) => rows.put(registration, { expiresAt: upTo(now) }),
  };
}

function routeStates(open: OpenRows): RouteStates {
  const states = open('route_states');
  return {
    find: (id) => states.find({ id }),
    put: (state) => states.put(state),
    newest: (route, client) =>
      states.list({ route, client }, { order: ['at'], isNewestFirst: true, limit: MAX_ROUTE_STATES }),
  };
}

function oldPacks(open: OpenRows): OldPacks {
  const packs = open('old_packs');
  const all = (): Promise<readonly OldPack[]> => packs.list({}, { order: ['id'] });
  return {
    all,
    find: (id) => packs.find({ id }),
    replace: (pack, audit) => replaceVersion(packs, ROWS.old_packs, pack, audit),
    // They are the operator's, so the list of a client has none.
    careList: async ({ client, limit = Infinity, ...query }) =>
      client === undefined ? careOf(await all(), query).slice(0, limit) : [],
  };
}

const careOf = (
  packs: readonly OldPack[],
  { status, id: only }: Pick<CareQuery, 'status' | 'id'>,
): readonly CareItem[] =>
  packs
    .filter(({ id }) => only === undefined || id === only)
    .flatMap(({ id, pack, care }) => care.map((row) => ({ id, invoiceRef: pack, row })))
    .filter(({ row }) => status === 'all' || kindOf(row) === status)
    .toSorted(newestFirst);

function liveProcesses(open: OpenRows): LiveProcesses {
  const processes = open('processes');
  return {
    renew: (process, before) => processes.put(process, { seenAt: under(before) }),
    leave: async (id) => void (await processes.remove({ id })),
    seenSince: (since) => processes.list({ seenAt: from(since) }, { order: ['startedAt', 'id'] }),
  };
}
