import type { En16931Invoice } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { DocumentForm, ElementForm, ListPlace, ValuePlace } from './document-form.ts';

type Members = Record<string, unknown>;

/** An invoice under construction: the members read so far, and the current entry of each open list. */
export class Draft {
  private readonly scopes: Members[] = [{}];
  private readonly lists: readonly ListPlace[];
  private readonly open: ListPlace[] = [];

  constructor(form: DocumentForm) {
    this.lists = listsOf(form);
  }

  /** The invoice as read; lists without entries are empty. */
  invoice(): Partly<En16931Invoice> {
    return this.whole(this.scopes[0] ?? {}, '');
  }

  /** False if the place holds another value already. */
  set({ depth, path }: ValuePlace, value: string | Decimal): boolean {
    const [owner, name] = this.owner({ depth, path });
    const known = owner[name];
    if (known === undefined) owner[name] = value;
    return known === undefined || isSame(known, value);
  }

  /** Whether the place is free, or has this value or another one. */
  compare({ depth, path }: ValuePlace, value: string | Decimal | undefined): 'free' | 'same' | 'other' {
    let known: unknown = this.scopes[depth];
    for (const name of path) known = (known as Members | undefined)?.[name];
    if (known === undefined) return 'free';
    return isSame(known, value) ? 'same' : 'other';
  }

  /** Of the entry that is read in each open list, outermost first. */
  get positions(): readonly number[] {
    return this.open.map(({ depth, path }) => {
      let entries: unknown = this.scopes[depth];
      for (const name of path) entries = (entries as Members | undefined)?.[name];
      return (entries as Members[] | undefined)?.length ?? 0;
    });
  }

  /** Reads an entry of a list; an entry without content is dropped. */
  entry(list: ListPlace, read: () => void): void {
    const entry: Members = {};
    this.scopes.push(entry);
    this.open.push(list);
    read();
    this.open.pop();
    this.scopes.pop();
    if (Object.keys(entry).length === 0) return;
    const [owner, name] = this.owner(list);
    const entries = (owner[name] ??= []) as Members[];
    entries.push(this.whole(entry, list.key));
  }

  private owner({ depth, path }: Pick<ValuePlace, 'depth' | 'path'>): readonly [Members, string] {
    let owner = this.scopes[depth] ?? {};
    for (const name of path.slice(0, -1)) owner = (owner[name] ??= {}) as Members;
    return [owner, path.at(-1) ?? ''];
  }

  private whole(entry: Members, key: string): Members {
    for (const { within, path } of this.lists) if (within === key) withList(entry, path);
    return entry;
  }
}

const isSame = (known: unknown, value: unknown): boolean =>
  known instanceof Decimal && value instanceof Decimal ? known.eq(value) : known === value;

/** Adds an empty list if none was read and the group around it was. */
function withList(entry: Members, path: readonly string[]): void {
  let owner: Members | undefined = entry;
  for (const name of path.slice(0, -1)) owner = owner?.[name] as Members | undefined;
  if (owner) owner[path.at(-1) ?? ''] ??= [];
}

/** By form: a form is read by many documents. */
const LISTS = new WeakMap<DocumentForm, readonly ListPlace[]>();

function listsOf(form: DocumentForm): readonly ListPlace[] {
  const lists = LISTS.get(form) ?? [...listsIn(form.elements)];
  LISTS.set(form, lists);
  return lists;
}

function* listsIn(forms: readonly ElementForm[]): Generator<ListPlace> {
  for (const { list, elements } of forms) {
    if (list) yield list;
    yield* listsIn(elements);
  }
}
