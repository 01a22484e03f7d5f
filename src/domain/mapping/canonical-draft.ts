import { JsonNumber } from '../json/json-number.ts';

/** The origin of a member of the canonical invoice. */
export interface Origin {
  /** Path in the export, `salesInvoiceLines[0].unitPrice`, or in the settings, `connectors.erp-a.payment.iban`. */
  readonly field: string;
  /** The ERP's name of the field. */
  readonly label?: string;
}

/** A member that was set: its canonical path, its value and its origin. */
export interface Term extends Origin {
  readonly path: string;
  readonly value: unknown;
}

type Node = Record<string, unknown>;

/** A canonical document under construction, each member with its origin. */
export class CanonicalDraft {
  private readonly root: Node = {};
  private readonly termsByPath = new Map<string, Term>();
  /** Includes members that the export could state and does not. */
  private readonly originsByPath = new Map<string, Origin>();

  /** A missing member that has a finding already, in the ERP's terms. */
  private readonly reported = new Set<string>();

  private readonly leftOut = new Set<string>();

  get reportedPaths(): ReadonlySet<string> {
    return this.reported;
  }

  markReported(...paths: readonly string[]): void {
    for (const path of paths) this.reported.add(path);
  }

  /** Drops an entry of a list because its amount is zero. */
  leaveOut(group: string): void {
    this.leftOut.add(group);
  }

  isLeftOut(group: string): boolean {
    return this.leftOut.has(group);
  }

  get document(): Readonly<Record<string, unknown>> {
    return this.root;
  }

  /** In the order in which they were set. */
  get terms(): readonly Term[] {
    return [...this.termsByPath.values()];
  }

  get origins(): ReadonlyMap<string, Origin> {
    return this.originsByPath;
  }

  /** Notes the origin that a member would have; the first one stays until one has a value. */
  expect(path: string, origin: Origin): void {
    if (!this.originsByPath.has(path)) this.originsByPath.set(path, origin);
  }

  set(path: string, value: unknown, origin: Origin): void {
    const steps = stepsOf(path);
    const last = steps.pop()!;
    let node: Node = this.root;
    for (const [index, step] of steps.entries()) {
      const next = steps[index + 1] ?? last;
      // An entry without a value is an empty object, not a hole in the list.
      if (Array.isArray(node)) for (let at = node.length; at < Number(step); at += 1) node[at] = {};
      node[step] ??= typeof next === 'number' ? [] : {};
      node = node[step] as Node;
    }
    node[last] = value;
    this.termsByPath.set(path, { path, value, ...origin });
    this.originsByPath.set(path, origin);
  }

  /** Sets a whole group; each of its members has a field below the origin's. */
  setGroup(path: string, value: unknown, origin: Origin): void {
    for (const [inner, leaf] of leavesOf(value))
      this.set(`${path}${inner}`, leaf, { ...origin, field: `${origin.field}${inner}` });
  }

  term(path: string): Term | undefined {
    return this.termsByPath.get(path);
  }
}

/** `lines[0].unit` is `lines`, 0, `unit`. */
function stepsOf(path: string): (string | number)[] {
  return path.split(/[.[]/).map((step) => (step.endsWith(']') ? Number(step.slice(0, -1)) : step)) as (
    string | number
  )[];
}

function leavesOf(value: unknown, path = ''): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return [[path, value]];
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, index) => [`[${index}]`, item] as const)
    : Object.entries(value).map(([name, inner]) => [`.${name}`, inner] as const);
  return entries.flatMap(([step, inner]) => leavesOf(inner, `${path}${step}`));
}
