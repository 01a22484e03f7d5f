import { say, sentences, type Text } from 'en16931-rules/vocabulary/message.ts';
import { JsonNumber } from '../json/json-number.ts';
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
    ? say('invoice.write-code-of', { text_list: listName })
    : say('invoice.write-code-of-for-example', { text_list: listName, examples });
}

const MAX_NAMES = 40;

const names = ({ members }: GroupMember): string => [...members.keys()].slice(0, MAX_NAMES).join(', ');

/** The fix for a missing member. */
export const addHint = (member: Member): Text =>
  sentences(
    member.term === undefined ? say('invoice.add-it') : say('invoice.add-it-term', { term: member.term }),
    hintOf(member),
  );

/** An unknown field may be a known one in another spelling. */
export function unknownFieldHint(name: string, around: GroupMember): Text {
  const known = [...around.members.keys()];
  const meant = known.find((one) => plain(one) === plain(name));
  if (meant !== undefined) return say('invoice.write', { codes: meant });
  const close = known.find((one) => isOneSlipFrom(plain(name), plain(one)));
  return sentences(
    close === undefined ? undefined : say('invoice.is-meant', { field: close }),
    say('invoice.fields-here-are', { fields: names(around) }),
  );
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
