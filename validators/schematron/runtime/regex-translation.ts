/** A construct of an XPath regular expression that we do not translate: the pack that uses it must not be compiled. */
export class RegexRefused extends Error {
  constructor(pattern: string, at: number, what: string) {
    super(`regular expression ${JSON.stringify(pattern)}, character ${String(at + 1)}: ${what}`);
    this.name = 'RegexRefused';
  }
}

export interface TranslatedRegex {
  /** For `new RegExp(source, 'u')`. */
  readonly source: string;
  readonly groups: number;
  /** At most this power of the input's length is what trying it takes. */
  readonly exponent: number;
}

/** What an escape means outside and inside brackets (XML Schema Datatypes appendix F); absent inside: cannot be said there. */
const CLASS_ESCAPES: Readonly<Record<string, { readonly outside: string; readonly inside?: string }>> = {
  s: { outside: '[ \\t\\n\\r]', inside: ' \\t\\n\\r' },
  S: { outside: '[^ \\t\\n\\r]' },
  d: { outside: '\\p{Nd}', inside: '\\p{Nd}' },
  D: { outside: '\\P{Nd}', inside: '\\P{Nd}' },
  w: { outside: '[^\\p{P}\\p{Z}\\p{C}]' },
  W: { outside: '[\\p{P}\\p{Z}\\p{C}]', inside: '\\p{P}\\p{Z}\\p{C}' },
};
const CONTROL_ESCAPES: Readonly<Record<string, string>> = { n: '\\n', r: '\\r', t: '\\t' };
const ESCAPABLE = '\\|.?*+(){}-[]^$';
/** Characters that stand for themselves in an XPath expression, but not in a JavaScript one. */
const SPECIAL_IN_JAVASCRIPT = /[\\^$.*+?()[\]{}|/]/;
const SPECIAL_IN_CLASS = /[\\^\-\]]/;
/** General categories, one letter or two. Blocks (`IsLatin`) are not in JavaScript. */
const CATEGORY = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/;

/** Translates, never passes through: XPath 2.0 expressions (F&O 7.6.1, without flags) to JavaScript ones with the flag `u`. */
export function translateRegex(pattern: string): TranslatedRegex {
  const translator = new Translator(pattern);
  const source = translator.alternatives(false);
  return { source, groups: translator.groups, exponent: exponentOf(pattern, translator) };
}

/** Unbounded, of one character, and with nothing behind it that could send it back. */
const ENDS_GREEDILY = /[^)\\][*+]$/;

/**
 * Each quantifier without upper bound multiplies by the length, and so does where to begin, unless that is fixed or nothing
 * can fail behind the last one. Where one stands inside another nothing is taken off.
 */
function exponentOf(pattern: string, { unbounded, isNested, branches }: Translator): number {
  if (isNested || branches > 1) return unbounded + 1;
  const inTheEnd = unbounded > 0 && ENDS_GREEDILY.test(pattern) ? 1 : 0;
  return Math.max(1, unbounded - inTheEnd + (pattern.startsWith('^') ? 0 : 1));
}

class Translator {
  groups = 0;
  /** Quantifiers without an upper bound. */
  unbounded = 0;
  /** One of them repeats a group that holds another. */
  isNested = false;
  /** Alternatives outside of all groups. */
  branches = 1;
  private readonly pattern: string;
  private readonly characters: readonly string[];
  private at = 0;

  constructor(pattern: string) {
    this.pattern = pattern;
    this.characters = Array.from(pattern);
  }

  alternatives(inGroup: boolean): string {
    let source = this.branch();
    while (this.take('|')) {
      if (!inGroup) this.branches++;
      source += `|${this.branch()}`;
    }
    if (!inGroup && this.peek() !== undefined) this.refuse('a ")" that closes nothing');
    return source;
  }

  private branch(): string {
    let source = '';
    for (let next = this.peek(); next !== undefined && next !== '|' && next !== ')'; next = this.peek()) {
      if (next === '^' || next === '$') {
        this.at++;
        if ('?*+{'.includes(this.peek() ?? ' ')) this.refuse('a quantifier behind an anchor');
        source += next;
      } else source += this.repeated();
    }
    return source;
  }

  private repeated(): string {
    const before = this.unbounded;
    const atom = this.atom();
    const within = this.unbounded;
    const quantifier = this.quantifier();
    if (within > before && this.unbounded > within) this.isNested = true;
    return atom + quantifier;
  }

  private atom(): string {
    const character = this.next();
    switch (character) {
      case '(':
        return this.group();
      case '[':
        return this.characterClass();
      case '.':
        return '[^\\n\\r]';
      case '\\':
        return this.escape();
      case '?':
      case '*':
      case '+':
      case '{':
      case '}':
      case ']':
        return this.refuse(`a "${character}" where a character is expected`, 1);
      default:
        return SPECIAL_IN_JAVASCRIPT.test(character) ? `\\${character}` : character;
    }
  }

  private group(): string {
    if (this.peek() === '?') this.refuse('a special group');
    this.groups++;
    const inner = this.alternatives(true);
    if (!this.take(')')) this.refuse('a "(" that is not closed');
    return `(${inner})`;
  }

  private quantifier(): string {
    const sign = this.peek();
    let source = '';
    if (sign === '?' || sign === '*' || sign === '+') {
      source = this.next();
      if (sign !== '?') this.unbounded++;
    } else if (sign === '{') source = this.repetition();
    else return '';
    return this.take('?') ? `${source}?` : source;
  }

  private repetition(): string {
    const close = this.characters.indexOf('}', this.at);
    const text = close === -1 ? '' : this.characters.slice(this.at, close + 1).join('');
    const parts = /^\{([0-9]{1,6})(?:(,)([0-9]{1,6})?)?\}$/.exec(text);
    if (!parts) return this.refuse('a repetition that is none');
    const [, least, comma, most] = parts;
    if (most !== undefined && Number(most) < Number(least))
      this.refuse('a repetition with its bounds reversed');
    if (comma !== undefined && most === undefined) this.unbounded++;
    this.at = close + 1;
    return text;
  }

  private escape(): string {
    const name = this.next();
    if (name === 'p' || name === 'P') return this.category(name);
    return CLASS_ESCAPES[name]?.outside ?? this.singleEscape(name);
  }

  private singleEscape(name: string): string {
    const control = CONTROL_ESCAPES[name];
    if (control !== undefined) return control;
    if (!ESCAPABLE.includes(name)) return this.refuse(`the escape "\\${name}"`, 1);
    return name === '-' ? '\\x2d' : `\\${name}`;
  }

  private category(name: string): string {
    const close = this.characters.indexOf('}', this.at);
    const category = this.characters.slice(this.at + 1, close).join('');
    if (this.peek() !== '{' || close === -1 || !CATEGORY.test(category))
      return this.refuse(`the escape "\\${name}"`, 1);
    this.at = close + 1;
    return `\\${name}{${category}}`;
  }

  private characterClass(): string {
    const negated = this.take('^') ? '^' : '';
    let source = '';
    while (!this.take(']')) source += this.classPart(source === '');
    if (source === '') this.refuse('an empty character class', 1);
    return `[${negated}${source}]`;
  }

  /** One character, escape or range. A hyphen stands for itself at either end only. */
  private classPart(first: boolean): string {
    const start = this.next();
    if (start === '[') return this.refuse('a "[" inside a character class', 1);
    if (start === '-') {
      if (!first && this.peek() !== ']')
        this.refuse('a hyphen in the middle of a character class, or a subtraction', 1);
      return '\\x2d';
    }
    if (start === '\\') {
      const name = this.next();
      const set = name === 'p' || name === 'P' ? this.category(name) : CLASS_ESCAPES[name]?.inside;
      if (set !== undefined) return set;
      if (Object.hasOwn(CLASS_ESCAPES, name)) this.refuse(`"\\${name}" inside a character class`, 1);
      return this.range(this.singleEscape(name));
    }
    return this.range(SPECIAL_IN_CLASS.test(start) ? `\\${start}` : start);
  }

  private range(start: string): string {
    if (this.peek() !== '-' || this.characters[this.at + 1] === ']') return start;
    this.at++;
    const end = this.next();
    if (end === '[' || end === '-') return this.refuse('a subtraction, or a range without an end', 1);
    const source = `${start}-${end === '\\' ? this.singleEscape(this.next()) : SPECIAL_IN_CLASS.test(end) ? `\\${end}` : end}`;
    try {
      new RegExp(`[${source}]`, 'u');
    } catch {
      this.refuse('a range that runs backwards', 1);
    }
    return source;
  }

  private peek(): string | undefined {
    return this.characters[this.at];
  }

  private next(): string {
    return this.characters[this.at++] ?? this.refuse('it ends too early');
  }

  private take(character: string): boolean {
    if (this.peek() !== character) return false;
    this.at++;
    return true;
  }

  private refuse(what: string, back = 0): never {
    throw new RegexRefused(this.pattern, this.at - back, what);
  }
}
