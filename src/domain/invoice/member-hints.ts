import { say, sentences, type Text } from 'en16931-rules/vocabulary/message.ts';
import { JsonNumber } from '../json/json-number.ts';
import { isSameName, nearestName } from '../vocabulary/nearest-name.ts';
import type { CodeMember, GroupMember, Member } from './members.ts';

/** The text to write into a member: the fix of a finding about it. */
export function hintOf(member: Member): Text {
  switch (member.kind) {
    case 'text':
      return member.pattern
        ? say('invoice.write', { codes: member.pattern.says })
        : say('invoice.write-text-in-quotation-marks');
    case 'date':
      return say('invoice.write-date-as-yyyy-mm-dd-for-example');
    case 'code':
      return codeHint(member);
    case 'number':
      return NUMBERS[member.sign];
    case 'boolean':
      return say('invoice.write-true-or-false-without-quotation-marks');
    case 'group':
      return say('invoice.write-object-with', { fields: names(member) });
    case 'list':
      return say('invoice.write-list-in-square-brackets');
  }
}

const NUMBERS = {
  any: say('invoice.write-number-with-decimal-point'),
  'not-negative': say('invoice.write-number-zero-or-more-with-decimal-point'),
  positive: say('invoice.write-number-above-zero-with-decimal-point'),
} as const;

/** At most this many codes of a list are named. */
const MAX_CODES = 12;

function codeHint({ list, listName, examples }: CodeMember): Text {
  if (list.size <= MAX_CODES) return say('invoice.write-one-of', { list: [...list].join(', ') });
  return examples === undefined
    ? say('invoice.write-code-of', { list: listName })
    : say('invoice.write-code-of-for-example', { list: listName, examples });
}

const MAX_NAMES = 40;

const names = ({ members }: GroupMember): string => listed([...members.keys()]);

const listed = (known: readonly string[]): string => known.slice(0, MAX_NAMES).join(', ');

/** The fix for a missing member. */
export const addHint = (member: Member): Text =>
  sentences(
    member.term === undefined ? say('invoice.add-it') : say('invoice.add-it-term', { term: member.term }),
    hintOf(member),
  );

/** An unknown field may be a known one in another spelling, or one that belongs elsewhere in the whole document. */
export function unknownFieldHint(name: string, { members }: GroupMember, whole: GroupMember): Text {
  const known = [...members.keys()];
  if (nearestName(name, known) !== undefined) return unknownNameHint(name, known);
  const atTop = [...whole.members.keys()].find((one) => isSameName(name, one));
  if (atTop !== undefined) return say('invoice.belongs-at-top', { field: atTop });
  const [place, ...more] = placesOf(name, whole);
  return place === undefined || more.length > 0
    ? unknownNameHint(name, known)
    : say('invoice.is-meant', { field: place });
}

/** Where a name stands in the groups of a document. */
function placesOf(name: string, { members }: GroupMember): readonly string[] {
  return [...members].flatMap(([group, { member }]) =>
    member.kind === 'group'
      ? [...member.members.keys()].filter((one) => isSameName(name, one)).map((one) => `${group}.${one}`)
      : [],
  );
}

/** @param known names that may stand in its place. */
export function unknownNameHint(name: string, known: readonly string[]): Text {
  const meant = nearestName(name, known);
  const here = say('invoice.fields-here-are', { fields: listed(known) });
  if (meant === undefined) return here;
  const question = say('invoice.is-meant', { field: meant });
  return isSameName(name, meant) ? question : sentences(question, here);
}

/** The kind of a value in the place of another kind. Null and truth values are no misspelt numbers or texts. */
export function kindOf(value: unknown): Text {
  if (value === null) return say('invoice.null-if-field-has-no-value-leave-it');
  if (value instanceof JsonNumber || typeof value === 'number') return say('invoice.number');
  if (Array.isArray(value)) return say('invoice.list');
  return {
    boolean: say('invoice.true-or-false'),
    string: say('invoice.text'),
    object: say('invoice.object'),
  }[typeof value as 'object'];
}
