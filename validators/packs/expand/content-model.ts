/** Occurrences, as XML Schema counts them. */
export type Times = readonly [min: string, max: string];

export type Particle =
  | { readonly kind: 'sequence' | 'choice'; readonly particles: readonly Particle[]; readonly times: Times }
  | { readonly kind: 'any'; readonly process: string; readonly namespace: string; readonly times: Times }
  /** Without a type: the element that is declared under this name. */
  | {
      readonly kind: 'element';
      readonly name: string;
      readonly type?: string;
      readonly only?: string;
      readonly times: Times;
    };

/** The content of an element. */
export interface Content {
  readonly flags: readonly string[];
  readonly derived: 'extension' | 'restriction';
  /** The type that is extended or restricted. */
  readonly base: string | undefined;
  readonly particle: Particle | undefined;
  readonly attributes: readonly Attribute[];
}

/** Without a type: any attribute. */
interface Attribute {
  readonly name: string;
  readonly required: boolean;
  readonly type: string | undefined;
  readonly only: string | undefined;
}

const ONCE: Times = ['1', '1'];
const TIMES: Readonly<Record<string, Times>> = {
  '': ONCE,
  '?': ['0', '1'],
  '*': ['0', 'unbounded'],
  '+': ['1', 'unbounded'],
};

const HOW_OFTEN = String.raw`([?*+]|\{\d\d*\.\.\d\d*\})?`;
const NAME = String.raw`#?[A-Za-z][\w.@-]*`;
const TYPE = `((?:[a-z]\\w*:)?${NAME})`;
const ONLY = `(?:='([^']*)')?`;
const ANY = new RegExp(`^any-(strict|lax|skip)-(any|other)${HOW_OFTEN}$`);
const REFERENCE = new RegExp(`^([a-z]\\w*:${NAME})${HOW_OFTEN}$`);
const ELEMENT = new RegExp(`^(${NAME})${HOW_OFTEN}:${TYPE}${ONLY}$`);
const ATTRIBUTE = new RegExp(`^@(\\w\\w*)(!)?(?::${TYPE})?${ONLY}$`);
/** A text in quotes may contain blanks. */
const TOKEN = /\((?=\s)|\)(?:[?*+]|\{\d\d*\.\.\d\d*\})?|\||(?:'[^']*'|[^\s'])(?:'[^']*'|[^\s'])*/g;

/** @throws Error naming an invalid word. */
export function readContent(words: string, isNamespace: (prefix: string) => boolean): Content {
  const tokens = words.match(TOKEN) ?? [];
  const flags = tokens.filter((token) => token.startsWith('&')).map((token) => token.slice(1));
  const base = tokens.find((token) => /^[+-]/.test(token));
  const attributes = tokens.filter((token) => token.startsWith('@')).map(readAttribute);
  const rest = tokens.filter((token) => !/^[&@+-]/.test(token));
  return {
    flags,
    derived: base?.startsWith('-') ? 'restriction' : 'extension',
    base: base?.slice(1),
    particle: rest.length === 0 ? undefined : wholeOf(new Reading(rest, isNamespace).group()),
    attributes,
  };
}

/** A text of a type, and its attributes: the type comes first, after a `-` if it is narrowed. */
export function readValue(
  words: string,
): Pick<Content, 'derived' | 'attributes'> & { readonly base: string } {
  const [type = '', ...attributes] = words.match(TOKEN) ?? [];
  const isNarrowed = type.startsWith('-');
  return {
    derived: isNarrowed ? 'restriction' : 'extension',
    base: isNarrowed ? type.slice(1) : type,
    attributes: attributes.map(readAttribute),
  };
}

/** A single group in brackets is the content itself. */
function wholeOf(particle: Particle): Particle {
  if (particle.kind !== 'sequence' || particle.particles.length !== 1) return particle;
  const [only] = particle.particles;
  return only && (only.kind === 'sequence' || only.kind === 'choice') ? only : particle;
}

function readAttribute(token: string): Attribute {
  const [, name, required, type, only] = ATTRIBUTE.exec(token) ?? [];
  if (name === undefined) throw new Error(`${token} is no attribute`);
  return { name, required: required !== undefined, type, only };
}

class Reading {
  private at = 0;

  constructor(
    private readonly tokens: readonly string[],
    private readonly isNamespace: (prefix: string) => boolean,
  ) {}

  /** Up to its closing bracket or the end. */
  group(): Particle {
    const particles: Particle[] = [];
    let kind: 'sequence' | 'choice' = 'sequence';
    for (; this.at < this.tokens.length; this.at += 1) {
      const token = this.tokens[this.at]!;
      if (token.startsWith(')')) return { kind, particles, times: timesOf(token.slice(1)) };
      if (token === '|') kind = 'choice';
      else if (token === '(') {
        this.at += 1;
        particles.push(this.group());
      } else particles.push(this.word(token));
    }
    return { kind, particles, times: ONCE };
  }

  private word(token: string): Particle {
    const any = ANY.exec(token);
    if (any) return { kind: 'any', process: any[1]!, namespace: any[2]!, times: timesOf(any[3]) };
    const reference = REFERENCE.exec(token);
    if (reference && this.isNamespace(reference[1]!.split(':')[0]!))
      return { kind: 'element', name: reference[1]!, times: timesOf(reference[2]) };
    const [, name, often, type, only] = ELEMENT.exec(token) ?? [];
    if (name === undefined || type === undefined) throw new Error(`${token} is no element`);
    return { kind: 'element', name, type, ...(only !== undefined && { only }), times: timesOf(often) };
  }
}

function timesOf(often = ''): Times {
  const [, min, max] = /^\{(\d\d*)\.\.(\d\d*)\}$/.exec(often) ?? [];
  return min !== undefined && max !== undefined ? [min, max] : (TIMES[often] ?? ONCE);
}
