import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { CARE_ROW } from '../lifecycle/invoice-fields.ts';
import type { CareRow } from '../lifecycle/invoice-record.ts';
import { ROUTES } from '../routes/all.ts';
import {
  type FieldsOf,
  listOf,
  oneOf,
  optional,
  positive,
  sha256,
  text,
  time,
  words,
} from '../vocabulary/fields.ts';
import type { Route } from '../vocabulary/route.ts';

/**
 * `exchanging` is stored before the code of a consent is exchanged: after a crash its outcome is unknown, and a code is never exchanged
 * twice. `storing`: the log-in is the company's, and becomes its credential next.
 */
const CONNECTION_STATES = [
  'asked',
  'exchanging',
  'checking',
  'storing',
  'active',
  'refused',
  'ending',
  'ended',
  'failed',
] as const;
type ConnectionState = (typeof CONNECTION_STATES)[number];

/** The consent with which a company lets this service act for it at a provider. */
export interface Connection {
  /** `con_` and 32 hex digits. */
  readonly id: string;
  readonly client: string;
  readonly route: Route;
  /** The provider, as the rail's table names it. */
  readonly provider: string;
  /** The company that consents, as the route names companies. */
  readonly company: string;
  readonly state: ConnectionState;
  /** Of the `state` in the link, while the link works. */
  readonly linkHash?: string;
  readonly linkUntil?: Date;
  /** RFC 7636; sealed, while the link works. */
  readonly sealedVerifier?: string;
  /** The value of the credential to be, until it is stored; sealed. */
  readonly sealedValue?: string;
  /** The credential that logs in by this consent. */
  readonly credential?: string;
  /** Why it does not go on, or has failed. */
  readonly problem?: Text;
  /** When the firm consented. */
  readonly givenAt?: Date;
  /** When the provider last took the log-in, and named the company. */
  readonly checkedAt?: Date;
  /** When the provider forgets an unused log-in. */
  readonly endsAt?: Date;
  /** When it is looked at again; a process that works on it sets it ahead. Absent: never. */
  readonly dueAt?: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly care: readonly CareRow[];
  readonly version: number;
}

export const CONNECTION_FIELDS: FieldsOf<Connection> = {
  id: text,
  client: text,
  route: oneOf(ROUTES),
  provider: text,
  company: text,
  state: oneOf(CONNECTION_STATES),
  linkHash: optional(sha256),
  linkUntil: optional(time),
  sealedVerifier: optional(text),
  sealedValue: optional(text),
  credential: optional(text),
  problem: optional(words),
  givenAt: optional(time),
  checkedAt: optional(time),
  endsAt: optional(time),
  dueAt: optional(time),
  createdAt: time,
  updatedAt: time,
  care: listOf(CARE_ROW),
  version: positive,
};

export const CONNECTION_ID = /^con_/;

/** States of a consent that is under way: a company has one at a time. */
const UNDER_WAY: ReadonlySet<ConnectionState> = new Set(['asked', 'exchanging', 'checking', 'storing']);
const OVER: ReadonlySet<ConnectionState> = new Set(['ended', 'failed']);

export const isUnderWay = ({ state }: Pick<Connection, 'state'>): boolean => UNDER_WAY.has(state);
/** Nothing more happens. */
export const isOver = ({ state }: Pick<Connection, 'state'>): boolean => OVER.has(state);

export const CONNECTION_FAILED = 'EI-CONNECTION-FAILED';
export const CONNECTION_REFUSED = 'EI-CONNECTION-REFUSED';
export const CONNECTION_ENDS = 'EI-CONNECTION-ENDS';
export const CONNECTION_OPEN = 'EI-CONNECTION-OPEN';

/** For whom a consent is: one credential each. */
export type ConnectionUse = Pick<Connection, 'client' | 'route' | 'provider' | 'company'>;

export const isSameUse = (one: ConnectionUse, other: ConnectionUse): boolean =>
  one.client === other.client &&
  one.route === other.route &&
  one.provider === other.provider &&
  one.company === other.company;
