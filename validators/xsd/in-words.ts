import { type Choice, choice, type Message, say, type Text } from '../vocabulary/message.ts';
import { quoted } from '../vocabulary/quoted.ts';

/**
 * The message of libxml2 about a broken schema, in plain words: the element, its content, the allowed content. An unknown sentence stays as
 * it is, without namespaces.
 */
export function inWords(message: string): Text {
  const [, element, attribute, sentence = ''] = SUBJECT.exec(message) ?? [];
  if (element === undefined) return nameInWords(message);
  const known = SENTENCES.find(({ says }) => says.test(sentence));
  const name = nameInWords(element);
  if (!known) return unknown(name, attribute, nameInWords(sentence));
  const subject = attribute === undefined ? name : say('xsd.attribute', { name: attribute, element: name });
  const [, ...captures] = known.says.exec(sentence) ?? [];
  return known.words(subject, captures, localName(element));
}

const unknown = (element: string, attribute: string | undefined, reason: string): Text =>
  attribute === undefined
    ? `${element}: ${reason}`
    : say('xsd.attribute-is-refused', { name: attribute, element, reason });

const SUBJECT = /^Element '([^']+)'(?:, attribute '([^']+)')?: ([^]*)$/;

interface Sentence {
  readonly says: RegExp;
  readonly words: (subject: Text, captures: readonly (string | undefined)[], element: string) => Message;
}

const SENTENCES: readonly Sentence[] = [
  {
    says: /^This element is not expected\. Expected is (?:one of )?\( (.*?)(?: \)\.|$|…)(?: (.*))?$/s,
    words: (subject, [expected, reason]) => misplaced({ subject, expected: list(expected) }, reason),
  },
  {
    says: /^This element is not expected\.$/,
    words: (subject) => say('xsd.is-misplaced-nothing-more-may-stand-here', { subject }),
  },
  {
    says: /^Missing child element\(s\)\. Expected is (?:one of )?\( (.*?)(?: \)\.|$|…)/s,
    words: (subject, [expected]) => say('xsd.is-not-complete', { subject, expected: list(expected) }),
  },
  {
    says: /^Missing child element\(s\)\.$/,
    words: (subject) => say('xsd.is-not-complete-an-element-is-missing', { subject }),
  },
  {
    says: /^'([^]*)' is not a valid value of the (?:local |)(?:atomic|list|union) type(?: '([^']*)')?\.$/,
    words: (subject, [value, type], element) => other(subject, value, kindOf(type ?? element)),
  },
  {
    says: /^\[facet 'enumeration'\] The value '([^]*)' is not an element of the set \{(.*)\}\.$/s,
    words: (subject, [value, codes]) => other(subject, value, codesIn(codes)),
  },
  {
    says: /^\[facet 'pattern'\] The value '([^]*)' is not accepted by the pattern '([^]*)'\.$/,
    words: (subject, [value, pattern = '']) =>
      say('xsd.has-other-form', { subject, value: quote(value), pattern }),
  },
  {
    says: /^\[facet '(?:max)?[lL]ength'\] The value (?:'[^]*' )?has a length of '(\d+)'; this (?:exceeds the allowed maximum|differs from the allowed) length of '(\d+)'\.$/,
    words: (subject, [count, most]) => say('xsd.has-too-many-characters', { subject, count, most }),
  },
  {
    says: /^\[facet 'minLength'\] The value (?:'[^]*' )?has a length of '(\d+)'; this underruns the allowed minimum length of '(\d+)'\.$/,
    words: (subject, [count, least]) => say('xsd.has-too-few-characters', { subject, count, least }),
  },
  {
    says: /^\[facet 'totalDigits'\] The value '([^]*)' has more digits than are allowed \('(\d+)'\)\.$/,
    words: (subject, [value, most]) => say('xsd.has-too-many-digits', { subject, value: quote(value), most }),
  },
  {
    says: /^\[facet 'fractionDigits'\] The value '([^]*)' has more fractional digits than are allowed \('(\d+)'\)\.$/,
    words: (subject, [value, most]) =>
      say('xsd.has-too-many-decimals', { subject, value: quote(value), most }),
  },
  {
    says: /^\[facet 'm(?:in|ax)(?:In|Ex)clusive'\] The value '([^]*)' (?:is|must be) (less|greater) than the (?:minimum|maximum) value allowed \('([^']*)'\)\.$/,
    words: (subject, [value, side, bound]) =>
      side === 'less'
        ? say('xsd.is-too-small', { subject, value: quote(value), least: bound })
        : say('xsd.is-too-large', { subject, value: quote(value), most: bound }),
  },
  {
    says: /^The attribute '([^']+)' is required but missing\.$/,
    words: (subject, [name]) => say('xsd.lacks-attribute', { subject, name }),
  },
  {
    says: /^The attribute '([^']+)' is not allowed\.$/,
    words: (subject) => say('xsd.is-not-allowed', { subject }),
  },
  {
    says: /^Character content (?:other than whitespace )?is not allowed,? because the content type is .*$/s,
    words: (subject) => say('xsd.holds-text', { subject }),
  },
  {
    says: /^Element content is not allowed,? because the (?:content )?type.*$/s,
    words: (subject) => say('xsd.holds-elements', { subject }),
  },
  {
    says: /^The (?:actual )?value '([^]*)' does not match the fixed value constraint '([^]*)'\.$/,
    words: (subject, [value, fixed]) => other(subject, value, quote(fixed)),
  },
  {
    says: /^No matching global declaration available for the validation root\.$/,
    words: (subject) => say('xsd.is-no-root-element', { subject }),
  },
];

const other = (subject: Text, value: string | undefined, expected: Text | Choice): Message =>
  say('xsd.holds-other-than-wanted', { subject, value: quote(value), expected });

type Place = Readonly<Record<'subject' | 'expected', Text | Choice>>;

/** Why an element is misplaced: our own engine says so, libxml2 does not. */
const REASONS: readonly {
  readonly says: RegExp;
  readonly words: (place: Place, names: Text | Choice) => Message;
}[] = [
  {
    says: /^Missing before it is (?:one of )?\( (.*) \)\.$/s,
    words: (place, missing) => say('xsd.is-misplaced-others-are-missing-before', { ...place, missing }),
  },
  {
    says: /^It belongs before \( (.*) \)\.$/s,
    words: (place, next) => say('xsd.is-misplaced-it-belongs-before', { ...place, next }),
  },
  { says: /^It occurs again\.$/, words: (place) => say('xsd.is-misplaced-it-may-not-occur-again', place) },
  {
    says: /^There is no such element in \( (.*) \)\.$/s,
    words: (place, parent) => say('xsd.is-misplaced-parent-has-none', { ...place, parent }),
  },
];

function misplaced(place: Place, reason = ''): Message {
  for (const { says, words } of REASONS) {
    const capture = says.exec(reason);
    if (capture) return words(place, list(capture[1]));
  }
  return say('xsd.is-misplaced-order-counts', place);
}

/** By the named type, else by the name of the element. */
const KINDS: readonly { readonly fits: RegExp; readonly words: Message }[] = [
  { fits: /decimal|Amount$|Quantity$|Percent$|Rate$|Numeric$|Kwot|Ilosci/i, words: say('xsd.number') },
  { fits: /dateTime$/i, words: say('xsd.moment') },
  { fits: /date$|Data/i, words: say('xsd.day') },
  { fits: /time$/i, words: say('xsd.time-of-day') },
  { fits: /boolean|Indicator$/i, words: say('xsd.true-or-false') },
  { fits: /integer|Int$|Count$/i, words: say('xsd.whole-number') },
  { fits: /base64/i, words: say('xsd.base64') },
  { fits: /anyURI/, words: say('xsd.address') },
];

const kindOf = (type: string): Message =>
  KINDS.find(({ fits }) => fits.test(type))?.words ?? say('xsd.type-that-schema-names');

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

function list(expected = ''): Choice {
  const names = expected.split(', ').filter(Boolean);
  return firstOf(names.map((name) => (name.startsWith('##other{') ? say('xsd.another') : nameInWords(name))));
}

const codesIn = (codes = ''): Choice => firstOf(codes.split(', ').map((code) => code.replaceAll("'", '')));

const firstOf = (all: readonly Text[]): Choice =>
  choice([
    ...all.slice(0, MAX_NAMED),
    ...(all.length > MAX_NAMED ? [say('xsd.others', { n: all.length - MAX_NAMED })] : []),
  ]);

/** The value may be an attachment. */
const MAX_VALUE_CHARACTERS = 61;

const quote = (value = ''): Text => (value === '' ? say('xsd.nothing') : quoted(value, MAX_VALUE_CHARACTERS));
