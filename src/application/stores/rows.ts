import type { ApiKey, KeyHolder } from '../../domain/access/api-key.ts';
import { type BrowserSession, BROWSER_SESSION_FIELDS } from '../../domain/access/browser-session.ts';
import type { Scope } from '../../domain/access/caller.ts';
import { type ClientRecord, CLIENT_FIELDS } from '../../domain/clients/client-record.ts';
import { type OldPack, OLD_PACK_FIELDS } from '../../domain/lifecycle/old-pack.ts';
import { type Connection, CONNECTION_FIELDS } from '../../domain/connections/connection.ts';
import type { Credential } from '../../domain/credentials/credential.ts';
import { CREDENTIAL_FIELDS } from '../../domain/credentials/credential-fields.ts';
import type { SigningKey } from '../../domain/proof/signing-key.ts';
import { type Radar, RADAR_FIELDS, RADAR_PART_FIELDS, type RadarPart } from '../../domain/radar/radar.ts';
import { type Refusal, REFUSAL_FIELDS } from '../../domain/refusals/refusal.ts';
import {
  type ReceiverRegistration,
  RECEIVER_REGISTRATION_FIELDS,
} from '../../domain/registrations/receiver-registration.ts';
import { ROUTE_STATE_FIELDS, type RouteState } from '../../domain/sending/route-state.ts';
import { type Share, SHARE_FIELDS } from '../../domain/shares/share.ts';
import {
  bytes,
  count,
  listOfTexts,
  nullable,
  oneOf,
  optional,
  positive,
  sha256,
  text,
  time,
} from '../../domain/vocabulary/fields.ts';
import { WEBHOOK_FIELDS } from '../../domain/webhooks/webhook.ts';
import type { CollectionSource } from '../../ports/collection-cursors.ts';
import type { KnownFeed } from '../../ports/feeds.ts';
import type { LiveProcess } from '../../ports/live-processes.ts';
import type { Registration } from '../../ports/registrations.ts';
import type { Rows, RowTable } from '../../ports/rows.ts';
import type { SessionRow } from '../../ports/session-rows.ts';
import type { StoredWebhook } from '../../ports/webhook-store.ts';

/** What only one row may have at a time: an index of each database holds to it. */
interface Slot {
  readonly slot?: string;
}
const SLOT = { slot: optional(text) };

/** A key with the members of its holder. */
export interface KeyRow extends Omit<ApiKey, 'holder'>, Slot {
  readonly kind: KeyHolder['kind'];
  readonly client?: string | undefined;
  readonly partner?: string | undefined;
  readonly scopes?: readonly Scope[] | undefined;
}

/** What a store says of itself, and every process reads. */
interface StoreFact {
  readonly name: string;
  readonly value: string;
}

const rowsOf = <T>(table: RowTable<T>): RowTable<T> => table;

/** The rows of every small store, by their collection in MongoDB. */
export const ROWS = {
  // A stage, or the deletion of a client, must not be undone.
  clients: rowsOf<ClientRecord>({
    table: 'client',
    key: 'client',
    fields: CLIENT_FIELDS,
    outlives: 'election',
    isAudited: true,
  }),
  // A live one of a client has one of its slots.
  api_keys: rowsOf<KeyRow>({
    table: 'api_key',
    key: 'id',
    fields: {
      id: text,
      kind: oneOf(['client', 'operator', 'operator-read-only', 'partner']),
      client: optional(text),
      partner: optional(text),
      scopes: optional(listOfTexts),
      hash: sha256,
      label: optional(text),
      createdAt: time,
      ancestors: listOfTexts,
      revokedAt: optional(time),
      lastUsedAt: optional(time),
      ...SLOT,
    },
    within: { object: 'holder', members: ['kind', 'client', 'partner', 'scopes'] },
    outlives: 'power-cut',
    isAudited: true,
  }),
  // A log-out must not be undone.
  browser_sessions: rowsOf<BrowserSession>({
    table: 'browser_session',
    key: 'id',
    fields: BROWSER_SESSION_FIELDS,
    outlives: 'election',
    isAudited: true,
  }),
  // A live one has the slot of its use, until its last day is over and the next one takes it.
  credentials: rowsOf<Credential & Slot>({
    table: 'credential',
    key: 'id',
    fields: { ...CREDENTIAL_FIELDS, ...SLOT },
    outlives: 'power-cut',
    isAudited: true,
  }),
  webhooks: rowsOf<StoredWebhook>({
    table: 'webhook',
    key: 'owner',
    fields: {
      ...WEBHOOK_FIELDS,
      lastDeliveryAt: optional(time),
      lastDeliveryStatus: optional(count),
      noticeDay: optional(text),
    },
    outlives: 'power-cut',
    isAudited: true,
  }),
  // Proofs are verified with it for ever.
  signing_keys: rowsOf<SigningKey>({
    table: 'signing_key',
    key: 'number',
    fields: { number: positive, kid: text, publicKey: text, sealedKey: text, createdAt: time },
    outlives: 'election',
    isAudited: true,
  }),
  // A revoked link must not open again.
  shares: rowsOf<Share>({ table: 'share', key: 'id', fields: SHARE_FIELDS, outlives: 'election' }),
  // A lost token could not be replaced, because its predecessor has ended.
  sessions: rowsOf<SessionRow>({
    table: 'session',
    key: 'name',
    fields: { name: text, version: positive, sealed: nullable(text), openingUntil: nullable(time) },
    outlives: 'election',
    storesNull: true,
  }),
  // A cursor that an election sets back reads some messages again, which are known by their ids.
  feeds: rowsOf<KnownFeed>({
    table: 'feed',
    key: 'name',
    fields: {
      name: text,
      route: text,
      client: text,
      credentialId: nullable(text),
      cursor: nullable(text),
      company: optional(text),
    },
    outlives: 'process',
    storesNull: true,
  }),
  // As with feeds: what is collected again is known.
  collection_cursors: rowsOf<CollectionSource>({
    table: 'collection_cursor',
    key: 'name',
    fields: { name: text, cursor: nullable(text), heldUntil: time, readAt: optional(time) },
    outlives: 'process',
    storesNull: true,
  }),
  // With the sealed body, which no list reads.
  refusals: rowsOf<Refusal & { readonly sealed: Uint8Array }>({
    table: 'refusal',
    key: 'id',
    fields: { ...REFUSAL_FIELDS, sealed: bytes },
    outlives: 'process',
  }),
  radars: rowsOf<Radar>({
    table: 'radar',
    key: 'id',
    fields: RADAR_FIELDS,
    outlives: 'election',
    isWork: true,
  }),
  // They must not go back behind their radar.
  radar_parts: rowsOf<RadarPart>({
    table: 'radar_part',
    key: 'id',
    fields: RADAR_PART_FIELDS,
    outlives: 'election',
  }),
  // Its rows can be fetched again. MongoDB removes what has expired by itself, some time later.
  registrations: rowsOf<Registration>({
    table: 'registration',
    key: 'name',
    fields: { name: sha256, registered: oneOf(['yes', 'no']), expiresAt: time },
    outlives: 'nothing',
  }),
  // A mark before a call to a provider must not be lost. One that is not over has the slot of its participant.
  receiver_registrations: rowsOf<ReceiverRegistration & Slot>({
    table: 'receiver_registration',
    key: 'id',
    fields: { ...RECEIVER_REGISTRATION_FIELDS, ...SLOT },
    outlives: 'election',
    isAudited: true,
  }),
  // A mark before a code is exchanged must not be lost. One that is under way has the slot of its use.
  connections: rowsOf<Connection & Slot>({
    table: 'connection',
    key: 'id',
    fields: { ...CONNECTION_FIELDS, ...SLOT },
    outlives: 'election',
    isAudited: true,
  }),
  // The next call writes it again.
  route_states: rowsOf<RouteState>({
    table: 'route_state',
    key: 'id',
    fields: ROUTE_STATE_FIELDS,
    outlives: 'nothing',
  }),
  // What a person has closed stays closed.
  old_packs: rowsOf<OldPack>({
    table: 'old_pack',
    key: 'id',
    fields: OLD_PACK_FIELDS,
    outlives: 'election',
    isAudited: true,
  }),
  // A reader must not hold a cursor of a key that is lost.
  facts: rowsOf<StoreFact>({
    table: 'meta',
    key: 'name',
    fields: { name: text, value: text },
    outlives: 'election',
  }),
  // It is written again within seconds.
  processes: rowsOf<LiveProcess>({
    table: 'live_process',
    key: 'id',
    fields: {
      id: text,
      role: oneOf(['all', 'api', 'worker']),
      lanes: listOfTexts,
      version: text,
      masterKeys: listOfTexts,
      startedAt: time,
      seenAt: time,
    },
    outlives: 'nothing',
  }),
};

export type RowName = keyof typeof ROWS;
export type RowOf<N extends RowName> = (typeof ROWS)[N] extends RowTable<infer T> ? T : never;
export type OpenRows = <N extends RowName>(name: N) => Rows<RowOf<N>>;
