import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import {
  count,
  flag,
  type FieldsOf,
  listOfTexts,
  map,
  oneOf,
  optional,
  positive,
  text,
  time,
} from '../vocabulary/fields.ts';
import type { DoubtModes } from '../checks/pre-check/doubts.ts';
import { type Language, LANGUAGES } from '../words/language.ts';
import type { Route } from '../vocabulary/route.ts';

/** Limits of a client. `suspended`: it submits nothing. `closed`: it only reads. The other stages have no limit. */
const CLIENT_STAGES = ['onboarding', 'sandbox', 'live', 'suspended', 'closed'] as const;
export type ClientStage = (typeof CLIENT_STAGES)[number];

/** The operator's record of a client (contract 2.11; decisions, "client record"). */
export interface ClientRecord {
  readonly client: string;
  /** Counts changes from 1; of two changes at one instant one is refused. */
  readonly version: number;
  readonly name?: string;
  readonly partner?: string;
  readonly stage: ClientStage;
  readonly contactEmail?: string;
  /** Of texts in answers, if a call asks for none; webhook events are in English. */
  readonly language?: Language;
  readonly legalEntities: readonly string[];
  readonly countries: readonly string[];
  /** A finished invoice without open care rows is deleted this many days after its last change. */
  readonly retentionDays?: number;
  /** Routes whose received invoices are fetched. */
  readonly collect: readonly Route[];
  /** Also the invoices that name the client as a third party, where a route lists them. */
  readonly collectThirdParty?: boolean;
  /** Webhook deliveries about received invoices carry the canonical invoice. */
  readonly includeCanonical?: boolean;
  /** Connector, and the names of its groups that are set. */
  /** What follows from contents that look wrong, by code; the others give a warning. */
  readonly plausibility?: DoubtModes;
  readonly connectorsSet: Readonly<Record<string, string>>;
  /** `ClientSettings` as JSON, sealed under the client's data key. */
  readonly sealedSettings?: string;
  /** When it was last suspended or closed: links that are older have ended. */
  readonly stoppedAt?: Date;
  readonly updatedAt: Date;
  /** Set when the client is deleted, or its deletion has begun: its id is never used again. */
  readonly deletedAt?: Date;
}

export const CLIENT_FIELDS: FieldsOf<ClientRecord> = {
  client: text,
  version: positive,
  name: optional(text),
  partner: optional(text),
  stage: oneOf(CLIENT_STAGES),
  contactEmail: optional(text),
  language: optional(oneOf(LANGUAGES)),
  legalEntities: listOfTexts,
  countries: listOfTexts,
  retentionDays: optional(count),
  collect: listOfTexts,
  collectThirdParty: optional(flag),
  includeCanonical: optional(flag),
  plausibility: optional(map),
  connectorsSet: map,
  sealedSettings: optional(text),
  stoppedAt: optional(time),
  updatedAt: time,
  deletedAt: optional(time),
};

export const newClient = (client: string, now: Date): ClientRecord => ({
  client,
  version: 0,
  stage: 'onboarding',
  legalEntities: [],
  countries: [],
  collect: [],
  connectorsSet: {},
  updatedAt: now,
});

/** The rest of a deleted record: the id, which is never used again. */
export const deletedClient = ({ client, version, deletedAt }: ClientRecord, now: Date): ClientRecord => ({
  ...newClient(client, now),
  version: version + 1,
  stage: 'closed',
  deletedAt: deletedAt ?? now,
});

/** The kind of a call. `intake`: it submits an invoice. `share`: it makes a link for a reader without a key. */
export type ClientAct = 'intake' | 'share' | 'change' | 'read';

const STOPPED: Readonly<Record<ClientStage, readonly ClientAct[]>> = {
  onboarding: [],
  sandbox: [],
  live: [],
  suspended: ['intake', 'share'],
  closed: ['intake', 'share', 'change'],
};

/** The reason that stops a client; undefined if none does. A client without a record may do everything. */
export function reasonToStop(record: ClientRecord | undefined, act: ClientAct): Text | undefined {
  if (!record) return undefined;
  if (record.deletedAt)
    return act === 'read' ? undefined : say('findings.client-was-deleted', { client: record.client });
  return STOPPED[record.stage].includes(act)
    ? say('findings.client-is', { client: record.client, stage: record.stage })
    : undefined;
}

/** A link opens nothing while its client is suspended, closed or deleted; a link from before does not come back with the client. */
export const endsLink = (record: ClientRecord | undefined, madeAt: Date): boolean =>
  reasonToStop(record, 'share') !== undefined ||
  (record?.stoppedAt !== undefined && madeAt <= record.stoppedAt);

export const isStopped = (stage: ClientStage): boolean => STOPPED[stage].includes('share');

/** Whether invoices that came for the client on this route are fetched. */
export const collects = (record: ClientRecord | undefined, route: Route): boolean =>
  record !== undefined && record.collect.includes(route) && reasonToStop(record, 'change') === undefined;
