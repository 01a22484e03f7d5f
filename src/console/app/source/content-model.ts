/**
 * What the schema allows in an element, as it is noted in the packs of schemas: `ID? Note* ( NIP | ( KodUE NrVatUE ) ) Name{0..3}`. A part may
 * be missing, repeated, one of several, or several that go together.
 */
export interface Model {
  /** In order. */
  readonly names: readonly string[];
  readonly repeated: ReadonlySet<string>;
  /** What is required beside these names; undefined if they exclude each other. */
  readonly missing: (present: ReadonlySet<string>) => readonly string[] | undefined;
}

interface Part {
  readonly isRequired: boolean;
  readonly isRepeated: boolean;
  /** Of an element. */
  readonly name?: string;
  /** Of a bracket: the alternatives, each a sequence. */
  readonly ways?: readonly (readonly Part[])[];
}

const known = new Map<string, Model>();

export function modelOf(content: string): Model {
  const model = known.get(content) ?? readModel(content);
  known.set(content, model);
  return model;
}

function readModel(content: string): Model {
  const ways = readWays(content.match(/[()|]|[?*+]|\{[^{}]*\}|\w+/g) ?? []);
  const whole: Part = { isRequired: true, isRepeated: false, ways };
  const parts = [...leavesOf(whole, false)];
  return {
    names: [...new Set(parts.map(({ name }) => name))],
    repeated: new Set(parts.flatMap(({ name, isRepeated }) => (isRepeated ? [name] : []))),
    missing: (present) => missingIn(whole, present, true),
  };
}

/** Takes the tokens of a bracket up to its end. */
function readWays(tokens: string[]): readonly (readonly Part[])[] {
  const ways: Part[][] = [[]];
  for (let token = tokens.shift(); token !== undefined && token !== ')'; token = tokens.shift()) {
    if (token === '|') ways.push([]);
    else {
      const of = token === '(' ? { ways: readWays(tokens) } : { name: token };
      const occurs = /^[?*+{]/.test(tokens[0] ?? '') ? tokens.shift()! : '';
      const [isRequired, isRepeated] = [!/^[?*]|^\{0/.test(occurs), /^[*+{]/.test(occurs)];
      ways.at(-1)!.push({ ...of, isRequired, isRepeated });
    }
  }
  return ways;
}

interface Leaf {
  readonly name: string;
  readonly isRepeated: boolean;
}

function* leavesOf({ name, ways = [], isRepeated }: Part, isInRepeated: boolean): Generator<Leaf> {
  const repeats = isRepeated || isInRepeated;
  if (name !== undefined) yield { name, isRepeated: repeats };
  for (const part of ways.flat()) yield* leavesOf(part, repeats);
}

const isIn = (part: Part, present: ReadonlySet<string>): boolean =>
  [...leavesOf(part, false)].some(({ name }) => present.has(name));

function missingIn(
  part: Part,
  present: ReadonlySet<string>,
  isAsked: boolean,
): readonly string[] | undefined {
  const { name, ways = [] } = part;
  if (name !== undefined) return isAsked && !present.has(name) ? [name] : [];
  const taken = ways.filter((way) => way.some((each) => isIn(each, present)));
  if (taken.length > 1) return undefined;
  const way = taken[0] ?? (isAsked ? ways[0] : undefined) ?? [];
  const missing = way.map((each) => missingIn(each, present, each.isRequired));
  return missing.includes(undefined) ? undefined : missing.flatMap((each) => each ?? []);
}
