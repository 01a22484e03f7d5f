import type { Db } from 'mongodb';

/** The server gives up a single operation after this; what it has written stays written. */
const OPERATION_MS = 20_000;

/** The index of the options among the arguments of each call. Index builds are left out: they have no limit. */
const OPTIONS_AT: Readonly<Record<string, number>> = {
  aggregate: 1,
  bulkWrite: 1,
  countDocuments: 1,
  deleteMany: 1,
  deleteOne: 1,
  distinct: 2,
  find: 1,
  findOne: 1,
  findOneAndDelete: 1,
  findOneAndReplace: 2,
  findOneAndUpdate: 2,
  insertMany: 1,
  insertOne: 1,
  replaceOne: 2,
  updateMany: 2,
  updateOne: 2,
};

/** The same database, with a time limit for every operation on its collections. The driver has no such setting. */
export const time = (db: Db): Db =>
  intercept(db, (name, values, call) => {
    const made = call(values);
    return name === 'collection' ? timedCollection(made as object) : made;
  });

const timedCollection = <C extends object>(collection: C): C =>
  intercept(collection, (name, values, call) => {
    const index = OPTIONS_AT[name];
    if (index === undefined) return call(values);
    const own = values[index] as object | undefined;
    return call(Object.assign([...values], { [index]: { maxTimeMS: OPERATION_MS, ...own } }));
  });

type Intercept = (name: string, values: unknown[], call: (values: unknown[]) => unknown) => unknown;

/** The same object, whose calls go through `intercept`. */
export function intercept<T extends object>(target: T, intercept: Intercept): T {
  return new Proxy(target, {
    get(own, name) {
      const member: unknown = Reflect.get(own, name, own);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      return (...values: unknown[]): unknown =>
        intercept(name, values, (given) => Reflect.apply(member, own, given) as unknown);
    },
  });
}
