import { JsonNumber } from '../json/json-number.ts';
import type { CodeMember, GroupMember, Member } from './members.ts';

/** The text to write into a member: the fix of a finding about it. */
export function hintOf(member: Member): string {
  switch (member.kind) {
    case 'text':
      return member.pattern ? `Write ${member.pattern.says}.` : 'Write text in quotation marks.';
    case 'date':
      return 'Write a date as "YYYY-MM-DD", for example "2026-10-05".';
    case 'code':
      return codeHint(member);
    case 'number':
      return `Write ${NUMBERS[member.sign]} with a decimal point, for example 1234.56 or "1234.56".`;
    case 'boolean':
      return 'Write true or false, without quotation marks.';
    case 'group':
      return `Write an object with ${names(member)}.`;
    case 'list':
      return 'Write a list in square brackets.';
  }
}

const NUMBERS = {
  any: 'a number',
  'not-negative': 'a number, zero or more,',
  positive: 'a number above zero',
} as const;

/** At most this many codes of a list are named. */
const MAX_CODES = 12;

function codeHint({ list, listName, examples }: CodeMember): string {
  if (list.size <= MAX_CODES) return `Write one of ${[...list].join(', ')}.`;
  return `Write a code of the ${listName}${examples ? `, for example ${examples}` : ''}.`;
}

const MAX_NAMES = 40;

const names = ({ members }: GroupMember): string => [...members.keys()].slice(0, MAX_NAMES).join(', ');

/** The fix for a missing member. */
export const addHint = (member: Member): string =>
  `Add it${member.term === undefined ? '' : ` (${member.term})`}. ${hintOf(member)}`;

/** An unknown field may be a known one in another spelling. */
export function unknownFieldHint(name: string, around: GroupMember): string {
  const known = [...around.members.keys()];
  const meant = known.find((one) => plain(one) === plain(name));
  if (meant !== undefined) return `Write ${meant}.`;
  const close = known.find((one) => isOneSlipFrom(plain(name), plain(one)));
  return `${close === undefined ? '' : `Is ${close} meant? `}The fields here are ${names(around)}.`;
}

/** Whether one letter is added, missing or different. */
function isOneSlipFrom(written: string, known: string): boolean {
  if (known.length < 4 || Math.abs(written.length - known.length) > 1) return false;
  let same = 0;
  while (same < written.length && written[same] === known[same]) same += 1;
  const [rest, knownRest] = [written.slice(same), known.slice(same)];
  return rest.slice(1) === knownRest || rest === knownRest.slice(1) || rest.slice(1) === knownRest.slice(1);
}

const plain = (name: string): string => name.replaceAll(/[_\s-]/g, '').toLowerCase();

/** The kind of a value in the place of another kind. Null and truth values are no misspelt numbers or texts. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null; if a field has no value, leave it out';
  if (value instanceof JsonNumber || typeof value === 'number') return 'a number';
  if (Array.isArray(value)) return 'a list';
  return { boolean: 'true or false', string: 'text', object: 'an object' }[typeof value as 'object'];
}
