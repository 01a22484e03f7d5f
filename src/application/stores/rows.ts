import { type ClientRecord, CLIENT_FIELDS } from '../../domain/clients/client-record.ts';
import { type OldPack, OLD_PACK_FIELDS } from '../../domain/lifecycle/old-pack.ts';
import type { SigningKey } from '../../domain/proof/signing-key.ts';
import { ROUTE_STATE_FIELDS, type RouteState } from '../../domain/sending/route-state.ts';
import { type Share, SHARE_FIELDS } from '../../domain/shares/share.ts';
import {
  count,
  listOfTexts,
  nullable,
  oneOf,
  optional,
  positive,
  text,
  time,
} from '../../domain/vocabulary/fields.ts';
import { WEBHOOK_FIELDS } from '../../domain/webhooks/webhook.ts';
import type { CollectionSource } from '../../ports/collection-cursors.ts';
import type { KnownFeed } from '../../ports/feeds.ts';
import type { LiveProcess } from '../../ports/live-processes.ts';
import type { Rows, RowTable } from '../../ports/rows.ts';
import type { SessionRow } from '../../ports/session-rows.ts';
import type { StoredWebhook } from '../../ports/webhook-store.ts';

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
  collection_cursors: rowsOf<CollectionSource>({
    table: 'collection_cursor',
    key: 'name',
    fields: { name: text, cursor: nullable(text), heldUntil: time },
    outlives: 'process',
    storesNull: true,
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
