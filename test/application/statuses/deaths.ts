import { join } from 'node:path';
import { emptyFolder } from '../../support/folder.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { emptyMongoStores } from '../../contract/empty-mongo.ts';
import { newSqliteStores } from '../../support/open-stores.ts';
import { hex } from '../../support/records.ts';
import { Mortal } from '../sending/mortal.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { type StatusStores } from './world.ts';

/** One life of a process that dies at a call, and of the one that follows it. @param at names the death. */
type Scene = (stores: Stores, mortal: Mortal, at: string) => Promise<void>;

/** On each store a process dies at each of its calls, before and after the call. */
export function survivesDeaths(what: string, happens: string, scene: Scene): void {
  const on = (open: () => Promise<Stores & { close?(): Promise<void> }>): void => {
    for (const when of ['before', 'after'] as const)
      it(`${happens} if a process dies ${when} any call`, async () => {
        const stores = await open();
        try {
          for (let diesAt = 1, isOver = false; !isOver; diesAt += 1) {
            const mortal = new Mortal(diesAt, when);
            await scene(stores, mortal, `death ${diesAt} ${when}`);
            isOver = !mortal.isDead;
          }
        } finally {
          await stores.close?.();
        }
      });
  };
  describe(`${what}, on SQLite`, () => {
    const folder = emptyFolder();
    after(() => folder.remove());
    on(() => newSqliteStores(join(folder.path, `${hex(8)}.db`)));
  });
  describeOnMongo(`${what}, on MongoDB`, (url) => on(() => emptyMongoStores(url)));
}

/** The stores of a status in a process that may die. */
export const mortalStores = (
  { invoices, received, statuses }: StatusStores,
  mortal: Mortal,
): StatusStores => ({
  invoices: mortal.wrap(invoices),
  received: mortal.wrap(received),
  statuses: mortal.wrap(statuses),
});
