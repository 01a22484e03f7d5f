import type { Collection, Filter, Sort } from 'mongodb';
import { type RowName, type RowOf, ROWS } from '../../application/stores/rows.ts';
import type { Fields } from '../../domain/vocabulary/fields.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import {
  type Change,
  fieldsOf,
  type Page,
  type Rows,
  type RowTable,
  type Search,
  type Sign,
  Test,
  type Where,
} from '../../ports/rows.ts';
import { isFirst } from './driver-errors.ts';
import { membersWithout, membersWithValue } from './members.ts';
import type { Mongo, RowDocument } from './mongo.ts';
import { valuesOf } from './record-mapping.ts';
import { auditedMembers, updateOf } from './updates.ts';

const TESTS: Readonly<Record<Sign, (value: unknown) => object>> = {
  '<': (value) => ({ $lt: value }),
  '<=': (value) => ({ $lte: value }),
  '>': (value) => ({ $gt: value }),
  '>=': (value) => ({ $gte: value }),
  'not >': (value) => ({ $not: { $gt: value } }),
  'not >=': (value) => ({ $not: { $gte: value } }),
  in: (value) => ({ $in: value }),
  has: (value) => ({ $eq: value }),
  absent: () => ({ $exists: false }),
  present: () => ({ $exists: true }),
};

/** `{'holder.kind': 'client'}` as `{holder: {kind: 'client'}}`. */
function nest<V>(paths: Readonly<Record<string, V>>): Record<string, V | Record<string, V>> {
  const document: Record<string, V | Record<string, V>> = {};
  for (const [path, value] of Object.entries(paths)) {
    const [outer = '', inner] = path.split('.');
    document[outer] =
      inner === undefined ? value : { ...(document[outer] as Record<string, V>), [inner]: value };
  }
  return document;
}

/** The rows of a small store in their collection. */
export class MongoRows<N extends RowName, T extends RowOf<N> & object> implements Rows<T> {
  private readonly documents: Collection<RowDocument>;
  private readonly of: RowTable<T>;

  constructor(mongo: Mongo, name: N) {
    this.documents = mongo.rows(name);
    this.of = ROWS[name] as unknown as RowTable<T>;
  }

  async find(where: Where<T>): Promise<T | undefined> {
    const document = await this.documents.findOne(this.filterOf(where));
    return document ? this.read(document) : undefined;
  }

  async list(
    search: Search<T>,
    { order, isNewestFirst, after, limit = 0, members }: Page<T>,
  ): Promise<readonly T[]> {
    const direction = isNewestFirst ? -1 : 1;
    const matchingDocument = this.documents
      .find({ ...this.filterOf(search), ...(after && this.beyond(after, order, isNewestFirst ? '<' : '>')) })
      .sort(Object.fromEntries(order.map((name) => [this.memberOf(name), direction])) as Sort)
      .limit(limit)
      .project<RowDocument>(Object.fromEntries((members ?? []).map((name) => [this.memberOf(name), 1])));
    return (await matchingDocument.toArray()).map((document) => this.read(document, members));
  }

  add(row: T, audit?: AuditEntry): Promise<boolean> {
    return isFirst(this.documents.insertOne({ ...this.documentOf(row), ...auditedMembers(audit) }));
  }

  async put(row: T, forgotten?: Where<T>): Promise<void> {
    if (forgotten) await this.remove(forgotten);
    const { _id, ...members } = this.documentOf(row);
    await this.documents.replaceOne({ _id }, members, { upsert: true });
  }

  async change(where: Where<T>, change: Change<T>, audit?: AuditEntry): Promise<boolean> {
    const { [this.of.key]: _key, ...changed } = change as Record<string, unknown>;
    const set = this.storedOf(changed);
    const unset = membersWithout(
      Object.keys(changed).map((name) => this.memberOf(name)),
      set,
    );
    const update = updateOf<RowDocument>({ set, unset, audit: audit && [audit] });
    return (await this.documents.updateOne(this.filterOf(where), update)).matchedCount > 0;
  }

  note(where: Where<T>, change: Change<T>): Promise<boolean> {
    return this.change(where, change);
  }

  async remove(where: Where<T>): Promise<number> {
    return (await this.documents.deleteMany(this.filterOf(where))).deletedCount;
  }

  private memberOf(name: string): string {
    if (name === this.of.key) return '_id';
    const { object = '', members = [] } = this.of.within ?? {};
    return (members as readonly string[]).includes(name) ? `${object}.${name}` : name;
  }

  /** By the paths of the document. */
  private storedOf(members: object): Readonly<Record<string, unknown>> {
    const stored = this.of.storesNull ? members : membersWithValue(members);
    return Object.fromEntries(Object.entries(stored).map(([name, value]) => [this.memberOf(name), value]));
  }

  private documentOf(row: T): RowDocument {
    return nest(this.storedOf(row)) as RowDocument;
  }

  private read({ _id, ...members }: RowDocument, names?: Page<T>['members']): T {
    const within: unknown = this.of.within && members[this.of.within.object];
    const values = { ...members, ...(within as object), [this.of.key]: _id };
    return valuesOf(fieldsOf(this.of, names) as Fields, values) as T;
  }

  private filterOf(search: Search<T>): Filter<RowDocument> {
    const tests = Object.entries(search).flatMap(([name, condition]) => {
      if (condition === undefined) return [];
      const signs = condition instanceof Test ? (condition as Test<unknown>).signs : undefined;
      const test = signs ? Object.assign({}, ...signs.map(([sign, value]) => TESTS[sign](value))) : condition;
      return [[this.memberOf(name), test as unknown]];
    });
    return Object.fromEntries(tests) as Filter<RowDocument>;
  }

  /** The rows that come after one, by the members of the order. */
  private beyond(after: Partial<T>, order: readonly (keyof T & string)[], sign: '<' | '>'): object {
    const steps = order.map((name, n) => ({
      ...Object.fromEntries(order.slice(0, n).map((same) => [this.memberOf(same), after[same]])),
      [this.memberOf(name)]: TESTS[sign](after[name]),
    }));
    return steps.length === 1 ? steps[0]! : { $or: steps };
  }
}
