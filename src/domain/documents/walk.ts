import type { En16931Invoice } from '../invoice/en16931.ts';
import type { ListPlace, ValuePlace } from './document-form.ts';

/** A walk through an invoice: the invoice itself, and the current entry of each list. */
export class Walk {
  private readonly scopes: unknown[];
  /** Positions of the current entries, outermost first; undefined in a list without entries. */
  private readonly path: (number | undefined)[] = [];

  constructor(invoice: En16931Invoice) {
    this.scopes = [invoice];
  }

  get indices(): readonly number[] {
    const missing = this.path.indexOf(undefined);
    return (missing === -1 ? this.path : this.path.slice(0, missing)) as readonly number[];
  }

  /** False in a later entry of the innermost list. */
  get isFirst(): boolean {
    return (this.path.at(-1) ?? 0) === 0;
  }

  at({ depth, path }: Pick<ValuePlace, 'depth' | 'path'>): unknown {
    let value = this.scopes[depth];
    for (const key of path) {
      if (typeof value !== 'object' || value === null) return undefined;
      value = (value as Readonly<Record<string, unknown>>)[key];
    }
    return value;
  }

  /**
   * Visits one entry; without entries the list itself, as if it had one without content.
   * @returns the result of the visit; undefined if there is no such entry.
   */
  inside<T>(list: ListPlace, index: number, visit: () => T): T | undefined {
    const entries = this.entriesOf(list);
    if (entries.length === 0) return list.holdsOuter ? this.enter(undefined, undefined, visit) : undefined;
    return index < entries.length ? this.enter(entries[index], index, visit) : undefined;
  }

  /** How many entries a list has. */
  countOf(list: ListPlace): number {
    return this.entriesOf(list).length;
  }

  /** Visits each entry. An empty list is visited once: members from outside of it may be written there. */
  each(list: ListPlace, visit: () => void): void {
    const entries = this.entriesOf(list);
    if (entries.length === 0 && list.holdsOuter) this.enter(undefined, undefined, visit);
    for (const [index, entry] of entries.entries()) this.enter(entry, index, visit);
  }

  private entriesOf(list: ListPlace): readonly unknown[] {
    return (this.at(list) ?? []) as readonly unknown[];
  }

  /** What is around an entry has its depth whether or not the list has any, so a list without entries counts as one, too. */
  private enter<T>(entry: unknown, index: number | undefined, visit: () => T): T {
    this.scopes.push(entry);
    this.path.push(index);
    const result = visit();
    this.path.pop();
    this.scopes.pop();
    return result;
  }
}
