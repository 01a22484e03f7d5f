import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { figure, isMessage, say } from 'en16931-rules/vocabulary/message.ts';
import type { CatalogueEntry, Wording } from './entry.ts';

type RuleMessage = Pick<Finding, 'message' | 'expected' | 'stated' | 'fixHint'>;

/**
 * What a rule written here says, as a message, and the hint of the same wording: packs word one rule differently. A rule engine gives the
 * English of its assert (`validators/packs/expand`), which is its title, the figures of the case and its hint.
 */
export function whatRuleSays({ message, expected }: Finding, entry: CatalogueEntry): Partial<RuleMessage> {
  if (typeof message !== 'string') return {};
  // Own rules in Schematron have one text.
  if (isMessage(entry.title) && entry.title.english === message) return { message: entry.title };
  for (const wording of [entry, ...(entry.otherWordings ?? [])]) {
    const between = betweenIn(message, wording);
    const worded = between === undefined ? undefined : messageWith(between, wording);
    if (!worded) continue;
    const { fixHint } = wording;
    return expected === undefined ? { ...worded, fixHint } : { message: worded.message, fixHint };
  }
  return {};
}

/** What stands between title and hint; undefined if the text is of another wording. */
function betweenIn(text: string, { title, fixHint }: Wording): string | undefined {
  const [begin, end] = [englishOf(title), `. ${englishOf(fixHint)}`];
  const isOf = text.startsWith(begin) && text.endsWith(end) && text.length >= begin.length + end.length;
  return isOf ? text.slice(begin.length, text.length - end.length) : undefined;
}

const englishOf = (text: Wording['title']): string =>
  typeof text === 'string' ? text : (isMessage(text) && text.english) || NO_ENGLISH;

/** No text has it. */
const NO_ENGLISH = '\0';

const FIGURES = /^ \((-?\d[\d.]*) expected, (.{1,60}) stated\)$/s;
const STATED = /^ \((.{1,60}) stated\)$/s;
const COUNTED = ', says the published rule, which cannot count so far: both are equal';

function messageWith(between: string, { title, fixHint: hint }: Wording): RuleMessage | undefined {
  const texts = { title, hint };
  if (between === '') return { message: say('rules.broken', texts) };
  if (between === COUNTED) return { message: say('rules.counted', texts) };
  const [, expected, actual] = FIGURES.exec(between) ?? [];
  if (expected !== undefined && actual === 'nothing')
    return { message: say('rules.off-nothing', { ...texts, expected: figure(expected) }), expected };
  if (expected !== undefined && actual !== undefined) {
    const values = { ...texts, expected: figure(expected), stated: figure(actual) };
    return { message: say('rules.off', values), expected, ...(/^\S+$/.test(actual) && { stated: actual }) };
  }
  const [, stated] = STATED.exec(between) ?? [];
  return stated === undefined ? undefined : { message: say('rules.stated', { ...texts, stated }) };
}
