import { namesIn } from '../../src/domain/words/template.ts';

/** A reproducible choice: mulberry32. */
export function chanceFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** As long as a text that is searched may be. */
const MAX_LENGTH = 4000;
const MAX_DEPTH = 6;

const PLACEHOLDER = /\{(\w+)(?::(?:number|list))?\}/g;

/** What nobody translates, and what looks like a value of ours. */
const SCRAPS = [
  'zz',
  'Zz.',
  'BT-1',
  '12',
  '30, 48 or 59',
  '"',
  '"zz. Zz"',
  'cbc:ID',
  'a: ',
  '; ',
  '. ',
  '… ',
  '(',
];

/** Texts that a stranger could write from our own: templates in one another, their beginnings and ends repeated, almost right. */
export class AdversarialTexts {
  private readonly templates: readonly string[];
  private readonly nesting: readonly string[];
  private readonly pieces: readonly string[];

  constructor(
    private readonly english: readonly string[],
    private readonly chance: () => number,
  ) {
    this.templates = english.filter((text) => namesIn(text).length > 0);
    this.nesting = this.templates.filter((text) => namesIn(text).some((name) => name.startsWith('text')));
    this.pieces = this.templates.flatMap((text) =>
      text.split(/\{[^}]*\}/).filter((piece) => piece.length > 1),
    );
  }

  next(): string {
    const shapes = [this.repeated, this.nested, this.sentences, this.mixed, this.almost];
    return this.one(shapes).call(this).slice(0, MAX_LENGTH);
  }

  /** `Of the buyer: Of the buyer: … zz`. */
  private repeated(): string {
    const [before = '', after = ''] = this.one(this.nesting).split(/\{[^}]*\}/);
    const times = 5 + Math.floor(this.chance() * 200);
    const start = this.chance() < 0.5 ? '' : `${this.one(this.english)} `;
    const end = this.chance() < 0.5 ? '' : ` ${this.one(this.english)}`;
    return `${start}${before.repeat(times)}${this.one(SCRAPS)}${after.repeat(times)}${end}`;
  }

  private nested(): string {
    return this.filled(this.one(this.nesting), 0);
  }

  private sentences(): string {
    const known = Array.from({ length: 3 }, () => this.one(this.english));
    return `${Array.from({ length: 80 }, () => this.one(known)).join(' ')} ${this.one(SCRAPS)}`;
  }

  private mixed(): string {
    return Array.from({ length: 60 }, () => this.one(this.chance() < 0.8 ? this.pieces : SCRAPS)).join('');
  }

  /** A template whose every value repeats what follows it. */
  private almost(): string {
    return this.one(this.templates).replaceAll(PLACEHOLDER, (_, __, at: number, whole: string) =>
      `${whole.slice(at).split(/\{[^}]*\}/)[1] || ' '}a`.repeat(40),
    );
  }

  private filled(template: string, depth: number): string {
    return template.replaceAll(PLACEHOLDER, () => {
      if (depth === MAX_DEPTH) return this.one(SCRAPS);
      const kind = this.chance();
      if (kind < 0.6) return this.filled(this.one(this.nesting), depth + 1);
      return this.one(kind < 0.8 ? this.english : SCRAPS);
    });
  }

  private one<Each>(list: readonly Each[]): Each {
    return list[Math.floor(this.chance() * list.length)] as Each;
  }
}
