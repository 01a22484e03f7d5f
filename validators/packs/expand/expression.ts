import type { CodeLists } from './code-lists.ts';
import { type Binding, type TermNode, filledPhrases, findTerm, pathTo } from './term-tree.ts';

/** What an expression of a rule file may refer to: the terms' places, the code lists, the values of the family's row. */
export interface Vocabulary {
  readonly binding: Binding;
  readonly codeLists: CodeLists;
}

/** Abbreviations that rules use often. Arguments are expressions themselves. */
const WORDS: Readonly<
  Record<string, (argument: string, lists: readonly string[], codes: CodeLists) => string>
> = {
  /** Present and not blank. */
  filled: (value) => `normalize-space(${value}) != ''`,
  /** Rounded to cents; .5 goes up, as XPath's round does. */
  cents: (value) => `(round((${value}) * 100) div 100)`,
  /** At most this many digits after the point, as written. */
  decimals: (value) => `string-length(substring-after(${value}, '.'))`,
  /** The amounts' exact sum. */
  total: (value) => `sum(${value}/xs:decimal(.))`,
  /** One code of the lists, blanks around it ignored. */
  listed: (value, lists, codes) =>
    `(not(contains(normalize-space(${value}), ' ')) and contains('${join(lists, codes)}', concat(' ', normalize-space(${value}), ' ')))`,
  /** Part of the lists' text, for the prefix of an identifier. */
  codes: (list, _, codes) => `('${codes(list.trim()).join("', '")}')`,
  'listed-prefix': (value, lists, codes) => `contains('${join(lists, codes)}', ${value})`,
  /** Whether it is a number. */
  numeric: (value) => `string(number(${value})) != 'NaN'`,
  /** The weighted sum of the first digits, from which check digits are computed. */
  weighted: (value, [weights = '']) => weightedSum(value, weights.split(' ')),
  /** Digits only, with GS1's check digit at the end: from the right, every second one counts three times. */
  gs1: (value) =>
    `matches(${value}, '^[0-9]+$') and sum(for $i in 1 to string-length(${value}) ` +
    `return xs:integer(substring(${value}, string-length(${value}) + 1 - $i, 1)) * (if ($i mod 2 = 0) then 3 else 1)) mod 10 = 0`,
  /** The first `length` digits, with Luhn's check digit at the end. */
  luhn: (value, [length = '']) => luhn(value, Number(length)),
};

const weightedSum = (value: string, weights: readonly string[]): string =>
  `sum(for $i in 1 to ${weights.length} return number(substring(${value}, $i, 1)) * (${weights.join(', ')})[$i])`;

/** From the right every second digit is doubled, and the digits of the result are added. */
const luhn = (value: string, length: number): string =>
  `sum(for $i in 1 to ${length} return number(substring(if ($i mod 2 = ${length % 2}) then '0123456789' else '0246813579', ` +
  `xs:integer(substring(${value}, $i, 1)) + 1, 1))) mod 10 = 0`;

const join = (lists: readonly string[], codes: CodeLists): string =>
  ` ${lists.flatMap((list) => codes(list)).join(' ')} `;

/** Plain XPath, and the term whose elements it selects if it ends in one. */
interface Expanded {
  readonly text: string;
  readonly term?: TermNode;
}
/** The variables of a rule that hold elements of a term. */
type Variables = ReadonlyMap<string, TermNode>;

/** Writes an expression of a rule file as plain XPath for one syntax, as seen from `scope`. */
export function expandExpression(
  text: string,
  scope: TermNode,
  variables: Variables,
  vocabulary: Vocabulary,
): Expanded {
  const filled = filledPhrases(text.trim(), vocabulary.binding.phrases);
  return withTerms(withWords(filled, vocabulary.codeLists), scope, variables, vocabulary.binding);
}

const WORD = new RegExp(`(?<![\\w:-])(${Object.keys(WORDS).join('|')})\\(`);

function withWords(text: string, codes: CodeLists): string {
  const match = WORD.exec(text);
  if (!match) return text;
  const open = match.index + match[0].length;
  const close = closing(text, open);
  const [value = '', ...lists] = argumentsOf(text.slice(open, close));
  const word = WORDS[match[1] ?? ''];
  if (!word) throw new Error(`no word ${match[0]}`);
  const written = word(
    withWords(value, codes),
    lists.map((list) => list.replaceAll("'", '').trim()),
    codes,
  );
  return text.slice(0, match.index) + written + withWords(text.slice(close + 1), codes);
}

function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')' && --depth === 0) return at;
  }
  throw new Error(`unclosed bracket in ${text}`);
}

function argumentsOf(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const char of text) {
    if ('(['.includes(char)) depth += 1;
    if (')]'.includes(char)) depth -= 1;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}

const TOKEN = /'[^']*'|\$([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*)(?![\w-])|\$([a-z][a-z-]*)|[[\]/]|[^'$[\]/]+|\$/g;

/**
 * Replaces `$BT-31` and the like by paths. A term starts at the rule's context; inside the brackets of a group (`$BG-25[$BT-151 = 'S']`)
 * and after its slash (`$BG-25/$BT-131`) it starts at that group, also if a variable of the rule holds the group; after any other slash
 * (`$line/$BT-131`) at the node before it. Variables have names in lower case.
 */
function withTerms(text: string, scope: TermNode, variables: Variables, binding: Binding): Expanded {
  const scopes: (TermNode | undefined)[] = [scope];
  let last: TermNode | undefined;
  let stepped = false;
  let written = '';
  for (const [piece, name, variable] of text.matchAll(TOKEN)) {
    if (name !== undefined) {
      const here = scopes.at(-1);
      if (!here) throw new Error(`$${name} in the brackets of something that is no term: ${text}`);
      const term = findTerm(binding, name, stepped && last ? last : here);
      written += pathTo(term, stepped ? (last ?? term.parent ?? term) : here);
      last = term;
    } else {
      written += piece;
      if (variable !== undefined) last = variables.get(variable);
      else if (piece === '[') scopes.push(last);
      else if (piece === ']') last = scopes.pop();
      else if (piece !== '/' && piece.trim() !== '') last = undefined;
    }
    stepped = piece === '/';
  }
  return last ? { text: written, term: last } : { text: written };
}
