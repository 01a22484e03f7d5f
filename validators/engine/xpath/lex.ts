/** A text that is no XPath, or uses XPath that is not supported. `offset` counts characters from 0. */
export class XPathSyntaxError extends Error {
  constructor(
    reason: string,
    readonly offset: number,
  ) {
    super(reason);
    this.name = 'XPathSyntaxError';
  }
}

type TokenKind = 'name' | 'wildcard' | 'variable' | 'string' | 'number' | 'symbol' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** Names, wildcards (`p:*`, `*:l`) and numbers as written; strings and variables without their marks. */
  readonly text: string;
  readonly offset: number;
}

const NC_NAME = String.raw`[\p{L}_][\p{L}\p{N}\p{M}_.\-·]*`;

/** Tried in order at every position; the first that matches wins. */
const LEXEMES: readonly { readonly kind: TokenKind | 'space'; readonly pattern: RegExp }[] = [
  { kind: 'space', pattern: /[ \t\r\n]+/uy },
  { kind: 'wildcard', pattern: new RegExp(String.raw`\*:${NC_NAME}|${NC_NAME}:\*`, 'uy') },
  { kind: 'name', pattern: new RegExp(`${NC_NAME}(?::(?!:)${NC_NAME})?`, 'uy') },
  { kind: 'variable', pattern: new RegExp(String.raw`\$[ \t\r\n]*${NC_NAME}(?::${NC_NAME})?`, 'uy') },
  { kind: 'number', pattern: /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/uy },
  { kind: 'string', pattern: /"(?:[^"]|"")*"|'(?:[^']|'')*'/uy },
  { kind: 'symbol', pattern: /\/\/|::|\.\.|!=|<=|>=|<<|>>|[/()[\],.@|=<>+\-*?]/uy },
];

/** @throws XPathSyntaxError at the first character that starts no token. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < text.length) {
    if (text.startsWith('(:', offset)) {
      offset = endOfComment(text, offset);
      continue;
    }
    const { kind, raw } = lexeme(text, offset);
    if (kind === 'number' && /^[\p{L}_]/u.test(text.slice(offset + raw.length))) {
      throw new XPathSyntaxError('a number runs into a name', offset);
    }
    if (kind !== 'space') tokens.push({ kind, text: unmark(kind, raw), offset });
    offset += raw.length;
  }
  tokens.push({ kind: 'end', text: '', offset });
  return tokens;
}

function lexeme(text: string, offset: number): { kind: TokenKind | 'space'; raw: string } {
  for (const { kind, pattern } of LEXEMES) {
    pattern.lastIndex = offset;
    const raw = pattern.exec(text)?.[0];
    if (raw !== undefined) return { kind, raw };
  }
  throw new XPathSyntaxError(
    `unexpected character "${String.fromCodePoint(text.codePointAt(offset) ?? 0)}"`,
    offset,
  );
}

function unmark(kind: TokenKind, raw: string): string {
  if (kind === 'variable') return raw.slice(1).trimStart();
  if (kind !== 'string') return raw;
  const quote = raw.charAt(0);
  return raw.slice(1, -1).replaceAll(quote + quote, quote);
}

/** Comments nest (XPath 2.0, 2.6). */
function endOfComment(text: string, start: number): number {
  let depth = 0;
  let offset = start;
  do {
    if (text.startsWith('(:', offset)) {
      depth++;
      offset += 2;
    } else if (text.startsWith(':)', offset)) {
      depth--;
      offset += 2;
    } else if (offset >= text.length) {
      throw new XPathSyntaxError('a comment without end', start);
    } else {
      offset++;
    }
  } while (depth > 0);
  return offset;
}
