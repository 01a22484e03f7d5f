import type { Document } from '../xml/document.ts';
import type { Vocabulary } from '../xml/vocabulary.ts';
import type { LabelPath, LabelStep } from './labels.ts';

/** A pattern of labels, and the number that a match gives. */
export interface MarkedPath {
  readonly path: LabelPath;
  readonly mark: number;
}

/** A set of positions in the patterns, reached by one label path or more. */
interface State<Facts> {
  /** The combined meaning of the patterns that end here. */
  readonly facts: Facts;
  readonly positions: readonly Position[];
  readonly next: Map<number, State<Facts>>;
}

/** A position inside the patterns, which share their beginnings. */
interface Position {
  readonly id: number;
  readonly marks: number[];
  /** After a `//`: the position stays for every further element. */
  readonly stays: boolean;
  /** Entered together with this one, if a pattern goes on with `//`. */
  anywhere: Position | undefined;
  /** By label; −1 − n are the wildcards. */
  readonly edges: Map<number, Position>;
}

/** They are the bits of one number, which stays a safe integer. */
const MAX_WILDCARDS = 40;

/** More states than a pack can have by itself: only crafted nesting reaches this number, and then the cache starts again. */
const MAX_STATES = 20_000;

/**
 * Matches all patterns of a pack against label paths at once, as a lexer matches all its tokens: the set of positions after a path is a
 * state, and states are made when a document first needs them.
 *
 * Labels that no pattern names are distinguished by wildcards only, so the number of states depends on the pack and not on senders.
 */
export class Automaton<Facts> {
  private readonly wildcards: LabelStep[] = [];
  private readonly positions: Position[] = [];
  private readonly named = new Set<number>();
  private start: State<Facts>;
  private states = new Map<string, State<Facts>>();
  /** State by path id of the shared vocabulary. */
  private byPath: (State<Facts> | undefined)[] = [];

  /** @param describe the meaning of a set of marks, ascending; called once per state */
  constructor(
    private readonly vocabulary: Vocabulary,
    patterns: readonly MarkedPath[],
    private readonly describe: (marks: readonly number[]) => Facts,
  ) {
    const root = this.addPosition(false);
    for (const { path, mark } of patterns) this.add(root, path, mark);
    this.start = this.state([root]);
  }

  /** Calls back for every path that occurs in the document. */
  match(document: Document, visit: (path: number, facts: Facts) => void): void {
    const { presentPaths, vocabulary } = document;
    if (this.states.size > MAX_STATES) this.forget();
    const own: State<Facts>[] = [];
    for (let i = 0; i < presentPaths.length; i++) {
      const path = presentPaths[i]!;
      visit(path, this.stateOf(vocabulary, path, own).facts);
    }
  }

  /** Paths of the shared vocabulary are looked up once per pack, those of the document (in `own`) once per document. */
  private stateOf(vocabulary: Vocabulary, path: number, own: State<Facts>[]): State<Facts> {
    if (path === 0) return this.start;
    const shared = this.vocabulary.paths.size;
    const cached = path < shared ? this.byPath[path] : own[path - shared];
    if (cached) return cached;
    const { paths } = vocabulary;
    const before = this.stateOf(vocabulary, paths.parentOf(path), own);
    const state = this.step(before, vocabulary, paths.nameOf(path), paths.isAttribute(path));
    if (path < shared) this.byPath[path] = state;
    else own[path - shared] = state;
    return state;
  }

  private forget(): void {
    this.states = new Map();
    this.byPath = [];
    this.start = this.state([this.positions[0]!]);
  }

  private add(root: Position, path: LabelPath, mark: number): void {
    let position = root;
    for (const step of path) {
      if (step.anywhere) position = position.anywhere ??= this.addPosition(true);
      const label = this.labelOf(step);
      let next = position.edges.get(label);
      if (!next) position.edges.set(label, (next = this.addPosition(false)));
      position = next;
    }
    position.marks.push(mark);
  }

  private addPosition(stays: boolean): Position {
    const position: Position = {
      id: this.positions.length,
      marks: [],
      stays,
      anywhere: undefined,
      edges: new Map(),
    };
    this.positions.push(position);
    return position;
  }

  /** Element names are even numbers, attribute names odd ones, wildcards negative. */
  private labelOf(step: LabelStep): number {
    if (step.namespace === undefined || step.localName === undefined) {
      const index = this.wildcards.findIndex((other) => sameWildcard(other, step));
      if (index >= 0) return -1 - index;
      if (this.wildcards.length === MAX_WILDCARDS)
        throw new Error('a pack with too many different wildcards');
      return -this.wildcards.push(step);
    }
    const label = this.vocabulary.name(step.namespace, step.localName) * 2 + (step.attribute ? 1 : 0);
    this.named.add(label);
    return label;
  }

  private step(from: State<Facts>, vocabulary: Vocabulary, name: number, attribute: boolean): State<Facts> {
    const label = name * 2 + (attribute ? 1 : 0);
    const isNamed = this.named.has(label);
    const matching = this.wildcardsOf(vocabulary, name, attribute);
    // Names that no pattern has lead to the same states as wildcards, so they share one entry.
    const key = isNamed ? label : -1 - (matching * 2 + (attribute ? 1 : 0));
    const cached = from.next.get(key);
    if (cached) return cached;
    const reached: Position[] = [];
    for (const position of from.positions) {
      if (position.stays && !attribute) reached.push(position);
      const named = isNamed ? position.edges.get(label) : undefined;
      if (named) reached.push(named);
      for (let w = 0; w < this.wildcards.length; w++) {
        const wild = isBitSet(matching, w) ? position.edges.get(-1 - w) : undefined;
        if (wild) reached.push(wild);
      }
    }
    const state = this.state(reached);
    from.next.set(key, state);
    return state;
  }

  /** A bit per wildcard. */
  private wildcardsOf(vocabulary: Vocabulary, name: number, attribute: boolean): number {
    let bits = 0;
    if (this.wildcards.length === 0) return bits;
    const { namespace, local } = vocabulary.names.nameOf(name);
    for (const [w, wildcard] of this.wildcards.entries()) {
      const matches =
        wildcard.attribute === attribute &&
        (wildcard.namespace ?? namespace) === namespace &&
        (wildcard.localName ?? local) === local &&
        local.endsWith(wildcard.ending ?? '');
      if (matches) bits += 2 ** w;
    }
    return bits;
  }

  /** The one state for a set of positions. */
  private state(reached: readonly Position[]): State<Facts> {
    const positions = [...new Set(reached.flatMap((p) => (p.anywhere ? [p, p.anywhere] : [p])))];
    positions.sort((a, b) => a.id - b.id);
    const key = positions.map((position) => position.id).join(' ');
    let state = this.states.get(key);
    if (!state) {
      const marks = [...new Set(positions.flatMap((position) => position.marks))].sort((a, b) => a - b);
      this.states.set(key, (state = { facts: this.describe(marks), positions, next: new Map() }));
    }
    return state;
  }
}

const isBitSet = (bits: number, bit: number): boolean => Math.floor(bits / 2 ** bit) % 2 === 1;

const sameWildcard = (a: LabelStep, b: LabelStep): boolean =>
  a.attribute === b.attribute &&
  a.namespace === b.namespace &&
  a.localName === b.localName &&
  a.ending === b.ending;
