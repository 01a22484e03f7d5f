import { join } from 'node:path';
import { describeOnMongo, freshDatabase } from './mongo-server.ts';
import { emptyFolder } from './folder.ts';

export interface StoreInUse {
  /** Where processes run: rules, data and master key are found from here. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** A suite about processes, run on each store that can be had. @param open an empty store. */
export function describeOnEachStore(title: string, suite: (open: () => StoreInUse) => void): void {
  const opened = (storeUrl: (folder: string) => string) => (): StoreInUse => {
    const { path, remove } = emptyFolder();
    return { folder: path, env: { STORE_URL: storeUrl(path) }, remove };
  };
  describe(`${title}, on SQLite`, () => suite(opened((folder) => `sqlite:${join(folder, 'data/ids.db')}`)));
  describeOnMongo(`${title}, on MongoDB`, (url) => suite(opened(() => freshDatabase(url))));
}
