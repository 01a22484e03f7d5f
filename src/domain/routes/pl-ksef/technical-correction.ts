import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';

/** What is not content: the header, and the number, which must change after a duplicate (KSEF-440). */
const NO_CONTENT: ReadonlySet<string> = new Set([
  ...['KodFormularza', 'WariantFormularza', 'DataWytworzeniaFa', 'SystemInfo', 'P_2'],
]);

const MAX_NAMED = 5;

/**
 * A technical correction may change only what made KSeF refuse the document, and that is not its content (CIRFMF/ksef-docs,
 * `offline/korekta-techniczna.md`, note 2): the buyer has the page of the refused one.
 * @param before the refused FA(3), as text.
 * @returns a warning if the contents differ.
 */
export function changedContent(before: string, now: string): Finding | undefined {
  const [old, fresh] = [contentOf(before), contentOf(now)];
  const names = [...new Set([...notAmong(old, fresh), ...notAmong(fresh, old)])].sort();
  if (names.length === 0) return undefined;
  return {
    code: 'EI-KSEF-CORRECTION',
    severity: 'warning',
    source: 'KSeF',
    field: 'pl.technical_correction',
    message: say('routes-pl-ksef.EI-KSEF-CORRECTION.message', {
      names: [...names.slice(0, MAX_NAMED), ...(names.length > MAX_NAMED ? ['…'] : [])].join(', '),
    }),
    fixHint: say('routes-pl-ksef.EI-KSEF-CORRECTION.hint'),
    whoFixes: 'erp',
  };
}

interface Value {
  readonly name: string;
  readonly text: string;
}

const VALUE = /<(?:[\w.-][\w.-]*:)?([\w.-][\w.-]*)(?:\s[^<>]*)?>([^<]*)<\//g;
const NUMBER = /^-?\d\d*(?:\.\d\d*)?$/;

/** The values of a document, however they are laid out and however many zeros a number has. */
const contentOf = (document: string): readonly Value[] =>
  [...document.matchAll(VALUE)].flatMap(([, name = '', text = '']) => {
    const value = text.trim().replaceAll(/\s\s*/g, ' ');
    if (value === '' || NO_CONTENT.has(name)) return [];
    const isFraction = NUMBER.test(value) && value.includes('.');
    return [{ name, text: isFraction ? value.replace(/(?:\.|(?<!0))0*$/, '') : value }];
  });

/** The names of values that are not, or not so often, among the others. */
function notAmong(values: readonly Value[], others: readonly Value[]): readonly string[] {
  const left = new Map<string, number>();
  const keyOf = ({ name, text }: Value): string => `${name} ${text}`;
  for (const one of others) left.set(keyOf(one), (left.get(keyOf(one)) ?? 0) + 1);
  return values.flatMap((one) => {
    const count = left.get(keyOf(one)) ?? 0;
    left.set(keyOf(one), count - 1);
    return count > 0 ? [] : [one.name];
  });
}
