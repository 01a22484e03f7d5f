import { join } from 'node:path';
import { emptyFolder } from '../../support/folder.ts';
import { describeOnMongo } from '../../support/mongo-server.ts';
import { emptyMongoStores } from '../../contract/empty-mongo.ts';
import { newSqliteStores } from '../../support/open-stores.ts';
import { hex } from '../../support/records.ts';
import { rowsFor } from '../../support/volume.ts';
import { Mortal } from '../sending/mortal.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { type StatusStores } from './world.ts';

/** One life of a process that dies at a call, and of the one that follows it. @param at names the death. */
type Scene = (stores: Stores, mortal: Mortal, at: string) => Promise<void>;

const DEATHS = ['before', 'after'] as const;

/** On each store a process dies at each of its calls. `npm test` has one death a call and store, on MongoDB the other one. */
export function survivesDeaths(what: string, happens: string, scene: Scene): void {
  const on = (open: () => Promise<Stores & { close?(): Promise<void> }>, first: number): Mocha.Test =>
    it(`${happens} if a process dies before or after any call`, async () => {
      const stores = await open();
      try {
        for (let diesAt = 1, died = true; died; diesAt += 1) {
          died = false;
          for (const when of rowsFor(DEATHS, diesAt + first)) {
            const mortal = new Mortal(diesAt, when);
            await scene(stores, mortal, `death ${diesAt} ${when}`);
            died ||= mortal.isDead;
          }
        }
      } finally {
        await stores.close?.();
      }
    });
  describe(`${what}, on SQLite`, () => {
    const folder = emptyFolder();
    after(() => folder.remove());
    on(() => newSqliteStores(join(folder.path, `${hex(8)}.db`)), 0);
  });
  describeOnMongo(`${what}, on MongoDB`, (url) => {
    on(() => emptyMongoStores(url), 1);
  });
}

/** The stores of a status in a process that may die. */
export const mortalStores = (
  { invoices, eventFeed, received, statuses }: StatusStores,
  mortal: Mortal,
): StatusStores => ({
  invoices: mortal.wrap(invoices),
  eventFeed: mortal.wrap(eventFeed),
  received: mortal.wrap(received),
  statuses: mortal.wrap(statuses),
});
