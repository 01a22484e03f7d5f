import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import {
  type Connection,
  CONNECTION_ENDS,
  CONNECTION_FAILED,
  CONNECTION_OPEN,
  CONNECTION_REFUSED,
} from '../../domain/connections/connection.ts';
import { handleRows, withRow } from '../../domain/lifecycle/care-rows.ts';
import { DAY_MS } from '../../domain/lifecycle/day-counts.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import type { MakeChanges } from './write-connection.ts';

const MINUTE_MS = 60_000;
/** Each look renews the log-in, so that it never lies unused for as long as a provider keeps it. */
const LOOK_MS = DAY_MS;
/** After this a person is told that it does not go on. */
const OPEN_MS = 60 * MINUTE_MS;
/** How long before its end a log-in that cannot be renewed is reported. */
const NOTICE_MS = 30 * DAY_MS;
const MAX_WAIT_MS = 15 * MINUTE_MS;

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

const rowOf = (code: string, whoActs: CareRow['whoActs'], fixHint: Text, openedAt: Date): CareRow => ({
  code,
  whoActs,
  openedAt,
  fixHint,
});

/** The link no longer works. */
export const NO_LINK = { linkHash: undefined, linkUntil: undefined, sealedVerifier: undefined } as const;

export const toStoring =
  (sealedValue: string): MakeChanges =>
  (_, now) => ({ state: 'storing', sealedValue, problem: undefined, dueAt: now });

/** The provider has taken the log-in. */
export const toActive =
  (credential: string, lifeDays: number): MakeChanges =>
  ({ care }, now) => ({
    state: 'active',
    credential,
    sealedValue: undefined,
    problem: undefined,
    checkedAt: now,
    endsAt: later(now, lifeDays * DAY_MS),
    dueAt: later(now, LOOK_MS),
    care: handleRows(care, now),
  });

/** The provider no longer takes the log-in: only the firm can give another one. */
export const toRefused =
  (problem: Text): MakeChanges =>
  ({ care }, now) => ({
    state: 'refused',
    problem,
    dueAt: later(now, LOOK_MS),
    care: withRow(care, rowOf(CONNECTION_REFUSED, 'client', say('connections.refused.hint'), now)),
  });

export const toFailed =
  (problem: Text): MakeChanges =>
  ({ care }, now) => ({
    ...NO_LINK,
    state: 'failed',
    sealedValue: undefined,
    problem,
    dueAt: undefined,
    care: withRow(care, rowOf(CONNECTION_FAILED, 'client', say('codes.EI-CONNECTION-FAILED.hint'), now)),
  });

/** @param problem if it ends because of one: it ends `failed`. */
export const toEnding =
  (problem?: Text): MakeChanges =>
  (_, now) => ({ ...NO_LINK, state: 'ending', problem, dueAt: now });

export const toEnded: MakeChanges = ({ care }, now) => ({
  ...NO_LINK,
  state: 'ended',
  sealedValue: undefined,
  problem: undefined,
  dueAt: undefined,
  care: handleRows(care, now),
});

/** It stays as it is, and is tried again; the longer it waits, the less often. */
export const toWaiting =
  (problem: Text, patienceMs: number = OPEN_MS): MakeChanges =>
  (present, now) => ({
    problem,
    dueAt: later(now, pauseOf(present, now)),
    care: careWhileWaiting(present, problem, patienceMs, now),
  });

function pauseOf({ state, checkedAt, givenAt, createdAt }: Connection, now: Date): number {
  if (state === 'active' || state === 'refused') return OPEN_MS;
  const waits = now.getTime() - (checkedAt ?? givenAt ?? createdAt).getTime();
  return Math.min(MAX_WAIT_MS, Math.max(MINUTE_MS, waits / 4));
}

function careWhileWaiting(
  { state, care, endsAt, checkedAt, givenAt, createdAt }: Connection,
  problem: Text,
  patienceMs: number,
  now: Date,
): readonly CareRow[] {
  if (state === 'refused') return care;
  if (state === 'active' && endsAt !== undefined && endsAt.getTime() - now.getTime() < NOTICE_MS)
    return withRow(care, rowOf(CONNECTION_ENDS, 'us', problem, now));
  const since = now.getTime() - (checkedAt ?? givenAt ?? createdAt).getTime();
  const wait = state === 'active' ? LOOK_MS + patienceMs : patienceMs;
  return since < wait ? care : withRow(care, rowOf(CONNECTION_OPEN, 'us', problem, now));
}
