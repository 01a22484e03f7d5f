import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import { handleRows, withRow } from '../../domain/lifecycle/care-rows.ts';
import {
  REGISTRATION_ELSEWHERE,
  REGISTRATION_FAILED,
  REGISTRATION_OPEN,
} from '../../domain/registrations/receiver-registration.ts';
import type { MakeChanges } from './write-registration.ts';

const NOTHING_OPEN = { problem: undefined, sealedMigrationKey: undefined } as const;

/** Nothing stands against it: the provider is called next. */
export const toLookedUp: MakeChanges = () => ({ state: 'looked_up', problem: undefined });

/** The provider has the participant. */
export const toActive =
  (reference: string | undefined): MakeChanges =>
  ({ care, calledAt, reference: before }, now) => ({
    ...NOTHING_OPEN,
    state: 'active',
    reference: reference ?? before,
    calledAt: calledAt ?? now,
    care: handleRows(care, now),
  });

export const toReleased: MakeChanges = ({ care }, now) => ({
  ...NOTHING_OPEN,
  state: 'released',
  care: handleRows(care, now),
});

/** @param hint of its care row. */
export const toFailed =
  (problem: Text, hint: Text, code: string = REGISTRATION_FAILED): MakeChanges =>
  ({ care }, now) => ({
    ...NOTHING_OPEN,
    state: 'failed',
    problem,
    care: withRow(care, rowOf(code, 'client', hint, now)),
  });

/** Another place has the participant, and there is no key with which it would let it go. @param host if it is known. */
export const toElsewhere =
  (
    problem: Text,
    { host, takesKeys }: { readonly host?: string; readonly takesKeys: boolean },
  ): MakeChanges =>
  (present, now) => ({
    ...toFailed(
      problem,
      takesKeys ? say('registrations.elsewhere-with-key.hint') : say('registrations.elsewhere.hint'),
      REGISTRATION_ELSEWHERE,
    )(present, now),
    elsewhere: host ?? present.elsewhere,
  });

/** After this a person is told that it does not go on. */
const OPEN_MS = 3_600_000;

/** It stays as it is, and is tried again later. @param patienceMs how long since the last call before a person is told. */
export const toWaiting =
  (problem: Text, patienceMs: number = OPEN_MS): MakeChanges =>
  ({ care, calledAt, createdAt }, now) => ({
    problem,
    care:
      now.getTime() - (calledAt ?? createdAt).getTime() < patienceMs
        ? care
        : withRow(care, rowOf(REGISTRATION_OPEN, 'us', problem, now)),
  });

const rowOf = (code: string, whoActs: CareRow['whoActs'], fixHint: Text, openedAt: Date): CareRow => ({
  code,
  whoActs,
  openedAt,
  fixHint,
});
