import { join } from 'node:path';
import { describeOnMongo, freshDatabase } from './mongo-server.ts';
import { emptyFolder } from './folder.ts';

export interface StoreInUse {
  /** The folder of the processes: they find rules, data and master key relative to it. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** `sqlite` or `mongodb`. */
export const storeOf = ({ env }: StoreInUse): string => env['STORE_URL']!.split(':')[0]!;

type Suite = (open: () => StoreInUse) => void;

/** A suite about processes, run on each available store. @param suite receives a function that opens an empty store. */
export function describeOnEachStore(title: string, suite: Suite): void {
  describeOnSqliteStore(title, suite);
  describeOnMongoStore(title, suite);
}

export function describeOnSqliteStore(title: string, suite: Suite): void {
  describe(`${title}, on SQLite`, () => suite(opened((folder) => `sqlite:${join(folder, 'data/ids.db')}`)));
}

export function describeOnMongoStore(title: string, suite: Suite): void {
  describeOnMongo(`${title}, on MongoDB`, (url) => suite(opened(() => freshDatabase(url))));
}

const opened =
  (storeUrl: (folder: string) => string): (() => StoreInUse) =>
  () => {
    const { path, remove } = emptyFolder();
    return { folder: path, env: { STORE_URL: storeUrl(path) }, remove };
  };
