/** A construct of an XPath regular expression without a translation: the pack that uses it must not be compiled. */
export class RegexRefused extends Error {
  constructor(pattern: string, at: number, what: string) {
    super(`regular expression ${JSON.stringify(pattern)}, character ${String(at + 1)}: ${what}`);
    this.name = 'RegexRefused';
  }
}

/** Understood, but a match could take too long on any engine. */
export class RegexTooCostly extends RegexRefused {}

/** The most copies of a part that nested counted repetitions may make. */
const MAX_COPIES = 10_000;

interface TranslatedRegex {
  /** For `new RegExp(source, 'u')`. */
  readonly source: string;
  readonly groups: number;
  /** A match takes at most this power of the input's length. */
  readonly exponent: number;
}

/** The meaning of an escape outside and inside brackets (XML Schema Datatypes appendix F); absent inside: it has no form there. */
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

interface Piece {
  readonly source: string;
  /** Part of it always has the same number of characters, at least one: it cannot be split in two ways. */
  readonly fixed: boolean;
  /** Atoms, with counted repetitions written out. */
  readonly size: number;
}
type Quantifier = { readonly source: string; readonly least: number; readonly most: number };

const ONCE: Quantifier = { source: '', least: 1, most: 1 };
const SIGNS: Readonly<Record<string, Quantifier>> = {
  '?': { source: '?', least: 0, most: 1 },
  '*': { source: '*', least: 0, most: Infinity },
  '+': { source: '+', least: 1, most: Infinity },
};

/** Translates, never passes through: XPath 2.0 expressions (F&O 7.6.1, without flags) to JavaScript ones with the flag `u`. */
export function translateRegex(pattern: string): TranslatedRegex {
  const translator = new Translator(pattern);
  const { source } = translator.alternatives(false);
  return { source, groups: translator.groups, exponent: exponentOf(pattern, translator) };
}

/** Unbounded, of one character, and with nothing after it that could make it backtrack. */
const ENDS_GREEDILY = /[^)\\][*+]$/;

/**
 * Each quantifier without an upper bound multiplies by the length, and so does the start position, unless it is fixed or nothing can fail
 * after the last quantifier. Nested quantifiers get no such discount.
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
  private readonly characters: readonly string[];
  private at = 0;

  constructor(private readonly pattern: string) {
    this.characters = Array.from(pattern);
  }

  alternatives(inGroup: boolean): Piece {
    const branches = [this.branch()];
    while (this.take('|')) {
      if (!inGroup) this.branches++;
      branches.push(this.branch());
    }
    if (!inGroup && this.peek() !== undefined) this.refuse('a ")" that closes nothing');
    return {
      source: branches.map(({ source }) => source).join('|'),
      fixed: branches.every(({ fixed }) => fixed),
      size: branches.reduce((sum, { size }) => sum + size, 0),
    };
  }

  private branch(): Piece {
    let source = '';
    let fixed = false;
    let size = 0;
    for (let next = this.peek(); next !== undefined && next !== '|' && next !== ')'; next = this.peek()) {
      if (next === '^' || next === '$') {
        this.at++;
        if ('?*+{'.includes(this.peek() ?? ' ')) this.refuse('a quantifier behind an anchor');
        source += next;
      } else {
        const piece = this.repeat();
        source += piece.source;
        fixed ||= piece.fixed;
        size += piece.size;
      }
    }
    return { source, fixed, size };
  }

  private repeat(): Piece {
    const before = this.unbounded;
    const start = this.at;
    const atom = this.take('(') ? this.group() : { source: this.atom(), fixed: true, size: 1 };
    const within = this.unbounded;
    const { source, least, most } = this.quantifier();
    if (within > before && this.unbounded > within) this.isNested = true;
    // `(a{0,60}){0,60}`: every character could end one round and begin the next.
    if (most > 1 && !atom.fixed)
      throw new RegexTooCostly(this.pattern, start, 'a repetition of what may have any length');
    const size = atom.size * Math.max(1, most === Infinity ? least : most);
    if (size > MAX_COPIES)
      throw new RegexTooCostly(this.pattern, start, 'repetitions that are too many together');
    return { source: atom.source + source, fixed: atom.fixed && least === most && least > 0, size };
  }

  private atom(): string {
    const character = this.next();
    switch (character) {
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

  private group(): Piece {
    if (this.peek() === '?') this.refuse('a special group');
    this.groups++;
    const inner = this.alternatives(true);
    if (!this.take(')')) this.refuse('a "(" that is not closed');
    return { ...inner, source: `(${inner.source})` };
  }

  private quantifier(): Quantifier {
    const next = this.peek() ?? '';
    const sign = SIGNS[next];
    if (!sign && next !== '{') return ONCE;
    if (sign) this.at++;
    const quantifier = sign ?? this.repetition();
    if (quantifier.most === Infinity) this.unbounded++;
    return this.take('?') ? { ...quantifier, source: `${quantifier.source}?` } : quantifier;
  }

  private repetition(): Quantifier {
    const close = this.characters.indexOf('}', this.at);
    const text = close === -1 ? '' : this.characters.slice(this.at, close + 1).join('');
    const parts = /^\{([0-9]{1,6})(?:(,)([0-9]{1,6})?)?\}$/.exec(text);
    if (!parts) return this.refuse('a repetition that is none');
    const [, least, comma, most] = parts;
    if (most !== undefined && Number(most) < Number(least))
      this.refuse('a repetition with its bounds reversed');
    this.at = close + 1;
    const atMost = comma === undefined ? least : (most ?? Infinity);
    return { source: text, least: Number(least), most: Number(atMost) };
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
