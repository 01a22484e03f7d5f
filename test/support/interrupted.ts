import { MongoNetworkError } from 'mongodb';
import type { Mongo } from '../../src/adapters/mongo/mongo.ts';
import { type RowName, ROWS } from '../../src/application/stores/rows.ts';

type CollectionsOfMongo = Exclude<keyof Mongo, 'client' | 'db' | 'lacks' | 'close' | 'rows'>;

const isRowName = (name: string): name is RowName => name in ROWS;

export interface Interruption {
  /** Of the rows of a small store, or a member. */
  readonly collection: CollectionsOfMongo | RowName;
  readonly method: string;
  /** Not the first call alone. */
  readonly every?: true;
  /** Runs in place of the call, or before it if it returns `go-on`. @param values of the call. */
  readonly instead: (...values: readonly unknown[]) => Promise<'die' | 'go-on'>;
}

/** Acts as a killed process: the call is never made, and nothing after it runs. */
export const die = async (): Promise<'die'> => 'die';

/** The same store with the first call of one method interrupted, or every one. */
export function interrupted(mongo: Mongo, { collection, method, every, instead }: Interruption): Mongo {
  let calls = 0;
  const original: object = isRowName(collection) ? mongo.rows(collection) : mongo[collection];
  const wrapped = new Proxy(original, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]): unknown => {
        const call = () => Reflect.apply(member, target, values) as unknown;
        if (name !== method || (calls > 0 && !every)) return call();
        calls += 1;
        return instead(...values).then((what) => {
          if (what === 'die') throw new MongoNetworkError('connection closed');
          return call();
        });
      };
    },
  });
  const replaced = isRowName(collection)
    ? { rows: (name: RowName) => (name === collection ? wrapped : mongo.rows(name)) }
    : { [collection]: wrapped };
  return Object.assign(Object.create(mongo) as Mongo, replaced);
}
