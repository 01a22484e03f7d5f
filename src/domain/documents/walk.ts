import type { En16931Invoice } from '../invoice/en16931.ts';
import type { ListPlace, ValuePlace } from './document-form.ts';

/** A walk through an invoice: the invoice itself, and the current entry of each list. */
export class Walk {
  private readonly scopes: unknown[];
  /** Positions of the current entries, outermost first. */
  private readonly path: number[] = [];

  constructor(invoice: En16931Invoice) {
    this.scopes = [invoice];
  }

  get indices(): readonly number[] {
    return this.path;
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
   * Visits one entry.
   * @returns the result of the visit; undefined if there is no such entry.
   */
  inside<T>(list: ListPlace, index: number, visit: () => T): T | undefined {
    const entries = (this.at(list) ?? []) as readonly unknown[];
    if (index >= entries.length) return undefined;
    this.scopes.push(entries[index]);
    this.path.push(index);
    const result = visit();
    this.path.pop();
    this.scopes.pop();
    return result;
  }

  /** How many entries a list has. */
  countOf(list: ListPlace): number {
    return ((this.at(list) ?? []) as readonly unknown[]).length;
  }

  /** Visits each entry. An empty list is visited once: members from outside of it may be written there. */
  each(list: ListPlace, visit: () => void): void {
    const entries = (this.at(list) ?? []) as readonly unknown[];
    if (entries.length === 0 && list.holdsOuter) visit();
    for (const [index, entry] of entries.entries()) {
      this.scopes.push(entry);
      this.path.push(index);
      visit();
      this.path.pop();
      this.scopes.pop();
    }
  }
}
