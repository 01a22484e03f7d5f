import { quoted } from '../vocabulary/quoted.ts';

/**
 * The message of libxml2 about a broken schema, in plain words: the element, its content, the allowed content. An unknown sentence stays as
 * it is, without namespaces.
 */
export function inWords(message: string): string {
  const [, element, attribute, sentence = ''] = SUBJECT.exec(message) ?? [];
  if (element === undefined) return nameInWords(message);
  const known = SENTENCES.find(({ says }) => says.test(sentence));
  const subject =
    attribute === undefined ? nameInWords(element) : `The attribute ${attribute} of ${nameInWords(element)}`;
  const found = known?.says.exec(sentence) ?? [];
  if (!known) return `${subject}: ${nameInWords(sentence)}`;
  return known.words(subject, found.slice(1), localName(element));
}

const SUBJECT = /^Element '([^']+)'(?:, attribute '([^']+)')?: ([^]*)$/;

interface Sentence {
  readonly says: RegExp;
  readonly words: (subject: string, found: readonly (string | undefined)[], element: string) => string;
}

const SENTENCES: readonly Sentence[] = [
  {
    says: /^This element is not expected\. Expected is (?:one of )?\( (.*?)(?: \)\.|$|…)(?: (.*))?$/s,
    words: (subject, [expected, reason]) =>
      `${subject} is not allowed at this place: ${list(expected)} may stand here. ${reasonInWords(reason)}`,
  },
  {
    says: /^This element is not expected\.$/,
    words: (subject) => `${subject} is not allowed at this place: nothing more may stand here.`,
  },
  {
    says: /^Missing child element\(s\)\. Expected is (?:one of )?\( (.*?)(?: \)\.|$|…)/s,
    words: (subject, [expected]) => `${subject} is not complete: ${list(expected)} is missing at its end.`,
  },
  {
    says: /^Missing child element\(s\)\.$/,
    words: (subject) => `${subject} is not complete: an element is missing at its end.`,
  },
  {
    says: /^'([^]*)' is not a valid value of the (?:local |)(?:atomic|list|union) type(?: '([^']*)')?\.$/,
    words: (subject, [value, type], element) =>
      `${subject} holds ${quote(value)}; it must be ${KINDS.find(({ fits }) => fits.test(type ?? element))?.words ?? 'of the type that the schema names'}.`,
  },
  {
    says: /^\[facet 'enumeration'\] The value '([^]*)' is not an element of the set \{(.*)\}\.$/s,
    words: (subject, [value, codes]) => `${subject} holds ${quote(value)}; it must be ${codesIn(codes)}.`,
  },
  {
    says: /^\[facet 'pattern'\] The value '([^]*)' is not accepted by the pattern '([^]*)'\.$/,
    words: (subject, [value, pattern]) =>
      `${subject} holds ${quote(value)}, which does not have the form that is asked for (${pattern ?? ''}).`,
  },
  {
    says: /^\[facet '(?:max)?[lL]ength'\] The value (?:'[^]*' )?has a length of '(\d+)'; this (?:exceeds the allowed maximum|differs from the allowed) length of '(\d+)'\.$/,
    words: (subject, [is, most]) => `${subject} has ${is} characters; ${most} are allowed.`,
  },
  {
    says: /^\[facet 'minLength'\] The value (?:'[^]*' )?has a length of '(\d+)'; this underruns the allowed minimum length of '(\d+)'\.$/,
    words: (subject, [is, least]) => `${subject} has ${is} characters; at least ${least} are needed.`,
  },
  {
    says: /^\[facet 'totalDigits'\] The value '([^]*)' has more digits than are allowed \('(\d+)'\)\.$/,
    words: (subject, [value, most]) =>
      `${subject} holds ${quote(value)}; at most ${most} digits are allowed.`,
  },
  {
    says: /^\[facet 'fractionDigits'\] The value '([^]*)' has more fractional digits than are allowed \('(\d+)'\)\.$/,
    words: (subject, [value, most]) =>
      `${subject} holds ${quote(value)}; at most ${most} decimals are allowed.`,
  },
  {
    says: /^\[facet 'm(?:in|ax)(?:In|Ex)clusive'\] The value '([^]*)' (?:is|must be) (less|greater) than the (?:minimum|maximum) value allowed \('([^']*)'\)\.$/,
    words: (subject, [value, side, bound]) =>
      `${subject} holds ${quote(value)}; it must be ${side === 'less' ? 'at least' : 'at most'} ${bound}.`,
  },
  {
    says: /^The attribute '([^']+)' is required but missing\.$/,
    words: (subject, [name]) => `${subject} lacks its attribute ${name}.`,
  },
  {
    says: /^The attribute '([^']+)' is not allowed\.$/,
    words: (subject) => `${subject} is not allowed.`,
  },
  {
    says: /^Character content (?:other than whitespace )?is not allowed,? because the content type is .*$/s,
    words: (subject) => `${subject} holds text; only elements may stand in it.`,
  },
  {
    says: /^Element content is not allowed,? because the (?:content )?type.*$/s,
    words: (subject) => `${subject} holds elements; only text may stand in it.`,
  },
  {
    says: /^The (?:actual )?value '([^]*)' does not match the fixed value constraint '([^]*)'\.$/,
    words: (subject, [value, fixed]) => `${subject} holds ${quote(value)}; it must be ${quote(fixed)}.`,
  },
  {
    says: /^No matching global declaration available for the validation root\.$/,
    words: (subject) => `${subject} is no root element of this schema.`,
  },
];

/** Why an element is misplaced: our own engine says so, libxml2 does not. */
const REASONS: readonly { readonly says: RegExp; readonly words: (names: string) => string }[] = [
  {
    says: /^Missing before it is (?:one of )?\( (.*) \)\.$/s,
    words: (names) => `${names} is missing before it.`,
  },
  { says: /^It belongs before \( (.*) \)\.$/s, words: (names) => `It belongs before ${names}.` },
  { says: /^It occurs again\.$/, words: () => 'It may not occur again.' },
  { says: /^There is no such element in \( (.*) \)\.$/s, words: (names) => `${names} has no such element.` },
];

function reasonInWords(reason = ''): string {
  for (const { says, words } of REASONS) {
    const found = says.exec(reason);
    if (found) return words(list(found[1]));
  }
  return 'The order of elements counts.';
}

/** By the named type, else by the name of the element. */
const KINDS: readonly { readonly fits: RegExp; readonly words: string }[] = [
  {
    fits: /decimal|Amount$|Quantity$|Percent$|Rate$|Numeric$|Kwot|Ilosci/i,
    words: 'a number with a decimal point, for example 1234.56',
  },
  { fits: /dateTime$/i, words: 'a moment, for example 2026-10-05T08:00:00Z' },
  { fits: /date$|Data/i, words: 'a day of the calendar, YYYY-MM-DD' },
  { fits: /time$/i, words: 'a time of day, for example 08:00:00' },
  { fits: /boolean|Indicator$/i, words: 'true or false' },
  { fits: /integer|Int$|Count$/i, words: 'a whole number' },
  { fits: /base64/i, words: 'base64 text' },
  { fits: /anyURI/, words: 'an address, for example https://example.com/a' },
];

/** Usual prefixes of the namespaces of UBL and CII. */
const PREFIXES: readonly (readonly [namespace: RegExp, prefix: string])[] = [
  [/CommonBasicComponents-2$/, 'cbc:'],
  [/CommonAggregateComponents-2$/, 'cac:'],
  [/CommonExtensionComponents-2$/, 'ext:'],
  [/ReusableAggregateBusinessInformationEntity:\d+$/, 'ram:'],
  [/UnqualifiedDataType:\d+$/, 'udt:'],
  [/QualifiedDataType:\d+$/, 'qdt:'],
];

/** `{namespace}local` with the usual prefix. */
const nameInWords = (text: string): string =>
  text.replaceAll(
    /\{([^{}]*)\}/g,
    (_, namespace: string) => PREFIXES.find(([pattern]) => pattern.test(namespace))?.[1] ?? '',
  );

const localName = (element: string): string => element.replace(/^\{[^{}]*\}/, '');

/** More names or codes than these do not help. */
const MAX_NAMED = 8;

function list(expected = ''): string {
  const names = nameInWords(expected.replaceAll(/##other\{[^}]*\}\*?/g, 'another'))
    .split(', ')
    .filter(Boolean);
  return firstOf(names);
}

const codesIn = (codes = ''): string => firstOf(codes.split(', ').map((code) => code.replaceAll("'", '')));

function firstOf(all: readonly string[]): string {
  const shown = all.slice(0, MAX_NAMED);
  const last = all.length > MAX_NAMED ? [`${all.length - MAX_NAMED} others`] : [];
  const words = [...shown, ...last];
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${words.at(-1)}` : (words[0] ?? '');
}

/** The value may be an attachment. */
const MAX_VALUE_CHARACTERS = 61;

const quote = (value = ''): string => (value === '' ? 'nothing' : quoted(value, MAX_VALUE_CHARACTERS));
