import { handleRows } from './care-rows.ts';
import { isSameText, say, sentences, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { PackAge } from 'en16931-rules/layers/pack-age.ts';
import type { PackEntry } from 'en16931-rules/layers/pack-in-force.ts';
import { type FieldsOf, listOf, optional, positive, text } from '../vocabulary/fields.ts';
import type { CareRow } from './invoice-record.ts';
import { CARE_ROW } from './invoice-fields.ts';

/**
 * A rule pack of which a newer release is due or seen, with its care row. It is no client's, so only the operator sees it. What has
 * grown old stays, with its row handled.
 */
export interface OldPack {
  /** As `oldPackId` makes it. */
  readonly id: string;
  /** Id and version of the pack. */
  readonly pack: string;
  /** The version that a registry had at the last question, if that is newer. */
  readonly newer?: string;
  /** One row. */
  readonly care: readonly CareRow[];
  readonly version: number;
}

export const OLD_PACK_FIELDS: FieldsOf<OldPack> = {
  id: text,
  pack: text,
  newer: optional(text),
  care: listOf(CARE_ROW),
  version: positive,
};

export const OLD_PACK_ID = /^pack_/;

export const oldPackId = ({ id, version }: Pick<PackEntry, 'id' | 'version'>): string =>
  `pack_${id}-${version}`;

const CODE = 'EI-PACK-OLD';

/**
 * How long a row stays closed that a process with other packs has closed: while a service is replaced by one with a newer pack, the old
 * processes would open what the new ones close.
 */
const MIN_CLOSED_MS = 3_600_000;

/**
 * What becomes of the record of the newest installed pack of a publisher.
 * @param newer null if no registry was asked: it stays as it was stored.
 * @returns undefined if nothing has to be written.
 */
export function judgedAge(
  before: OldPack | undefined,
  age: PackAge<PackEntry>,
  newer: string | null | undefined,
  now: Date,
): OldPack | undefined {
  const seen = newer === null ? before?.newer : newer;
  if (!age.isOld && seen === undefined) return before && noLongerOld(before, now);
  const fresh: CareRow = { code: CODE, whoActs: 'us', openedAt: now, fixHint: hintOf(age, seen) };
  const row = before ? rowOfOld(before, fresh, seen) : fresh;
  if (before && row === before.care[0] && seen === before.newer) return undefined;
  return {
    id: oldPackId(age.pack),
    pack: `${age.pack.id} ${age.pack.version}`,
    ...(seen !== undefined && { newer: seen }),
    care: [row],
    version: (before?.version ?? 0) + 1,
  };
}

/** The pack is not old, or no longer the newest of its publisher: its row is over. */
export function noLongerOld({ newer, ...before }: OldPack, now: Date): OldPack | undefined {
  const isOpen = before.care.some(({ handledAt }) => handledAt === undefined);
  if (newer === undefined && !isOpen) return undefined;
  const care = handleRows(before.care, now);
  return { ...before, care, version: before.version + 1 };
}

/** A row that a person has closed opens again if a release is seen that this person did not know of. */
function rowOfOld({ care, newer }: OldPack, fresh: CareRow, seen: string | undefined): CareRow {
  const row = care[0] ?? fresh;
  const { handledAt, handledBy: _, ...rest } = row;
  if (handledAt === undefined)
    return isSameText(row.fixHint, fresh.fixHint) ? row : { ...row, fixHint: fresh.fixHint ?? '' };
  const opens =
    row.handledBy === undefined
      ? fresh.openedAt.getTime() - handledAt.getTime() >= MIN_CLOSED_MS
      : seen !== undefined && seen !== newer;
  return opens ? { ...rest, ...fresh } : row;
}

const hintOf = ({ publisher: { announcedAt } }: PackAge<PackEntry>, newer: string | undefined): Text =>
  sentences(
    newer === undefined ? undefined : say('codes.EI-PACK-OLD.registry-has', { version: newer }),
    say('codes.EI-PACK-OLD.operator-looks', { address: announcedAt }),
  );
