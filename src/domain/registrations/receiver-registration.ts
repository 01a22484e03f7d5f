import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { CareRow } from '../lifecycle/invoice-record.ts';
import { CARE_ROW } from '../lifecycle/invoice-fields.ts';
import { ROUTES } from '../routes/all.ts';
import { type FieldsOf, listOf, oneOf, optional, positive, text, time, words } from '../vocabulary/fields.ts';
import type { Route } from '../vocabulary/route.ts';

/** `requested` and `releasing` are stored before the provider is called: after a crash its outcome is unknown, and is asked for. */
const REGISTRATION_STATES = [
  'asked',
  'looked_up',
  'requested',
  'active',
  'releasing',
  'released',
  'failed',
] as const;
type RegistrationState = (typeof REGISTRATION_STATES)[number];

/** A company that is, or is to be, registered at a provider to receive over a route. */
export interface ReceiverRegistration {
  /** `reg_` and 32 hex digits. */
  readonly id: string;
  readonly client: string;
  readonly route: Route;
  /** As the route names its receivers, in lower case. */
  readonly participant: string;
  readonly state: RegistrationState;
  /** Absent: the one that is built into the sandbox. */
  readonly credential?: string;
  /** The provider, by its own name. */
  readonly provider: string;
  /** The provider's own name of the entry. */
  readonly reference?: string;
  /** With which another provider lets the participant go; sealed, and only while it may be needed. */
  readonly sealedMigrationKey?: string;
  /** Where the network had the participant at the last look-up, if that was another place. */
  readonly elsewhere?: string;
  /** Why it does not go on, or why it has failed. */
  readonly problem?: Text;
  /** When the provider was called last for something that it may have done. */
  readonly calledAt?: Date;
  /** When the network showed the participant first. */
  readonly seenAt?: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly care: readonly CareRow[];
  readonly version: number;
}

export const RECEIVER_REGISTRATION_FIELDS: FieldsOf<ReceiverRegistration> = {
  id: text,
  client: text,
  route: oneOf(ROUTES),
  participant: text,
  state: oneOf(REGISTRATION_STATES),
  credential: optional(text),
  provider: text,
  reference: optional(text),
  sealedMigrationKey: optional(text),
  elsewhere: optional(text),
  problem: optional(words),
  calledAt: optional(time),
  seenAt: optional(time),
  createdAt: time,
  updatedAt: time,
  care: listOf(CARE_ROW),
  version: positive,
};

export const REGISTRATION_ID = /^reg_/;

/** States in which nothing more happens by itself. */
const AT_REST: ReadonlySet<RegistrationState> = new Set(['active', 'released', 'failed']);
/** States after which the participant may be registered again. */
const OVER: ReadonlySet<RegistrationState> = new Set(['released', 'failed']);

export const isOver = ({ state }: Pick<ReceiverRegistration, 'state'>): boolean => OVER.has(state);

/** A registered participant is looked at until the network shows it. */
export const isUnfinished = ({ state, seenAt }: Pick<ReceiverRegistration, 'state' | 'seenAt'>): boolean =>
  !AT_REST.has(state) || (state === 'active' && seenAt === undefined);

export const REGISTRATION_FAILED = 'EI-REGISTRATION-FAILED';
export const REGISTRATION_ELSEWHERE = 'EI-REGISTRATION-ELSEWHERE';
export const REGISTRATION_OPEN = 'EI-REGISTRATION-OPEN';
