import type { Stores } from '../../src/ports/stores.ts';
import { openStores } from './open-stores.ts';
import { after, AHEAD, ahead, aKey, anEvent, anIntake, START } from './records.ts';

// One of several processes that do the same thing at one moment. For each race it opens the store, prints that it is ready, waits for
// the start, and prints its results. It ends with the process that started it.

const [name] = process.argv.slice(2);

const RACES = {
  /** Ids under which the same 60 documents were accepted, and whether this process stored them. */
  documents: (stores: Stores) =>
    each(60, async (n) => {
      const result = await stores.invoices.takeIn(anIntake({ fingerprint: String(n).padStart(64, '0') }));
      return result.taken ? { taken: result.invoice.id } : { holder: result.holder.id };
    }),
  leases: (stores: Stores) =>
    each(40, async (n) => {
      const token = `${name}-${n}`;
      return (await stores.invoices.lease(`inv_${n}`, { token, until: after(60_000) }, START)) ? n : -1;
    }),
  commits: (stores: Stores) =>
    each(25, async () => {
      for (;;) {
        const read = (await stores.invoices.find('inv_0'))!;
        const sequence = read.lastSequence + 1;
        const record = { ...read, version: read.version + 1, lastSequence: sequence };
        const change = { record, events: [anEvent(record, sequence)], audit: [], files: [] };
        if ((await stores.invoices.commit(change)) === 'committed') return sequence;
      }
    }),
  keys: (stores: Stores) => each(15, () => stores.keys.add(aKey())),
  claims: (stores: Stores) =>
    each(40, async (n) => {
      const result = await stores.idempotency.claim({
        space: 'client:acme',
        key: `key-${n}`,
        requestHash: 'a'.repeat(64),
        claimId: `${name}-${n}`,
        now: AHEAD,
        leaseUntil: ahead(30_000),
        expiresAt: ahead(86_400_000),
      });
      return result.outcome;
    }),
  rates: (stores: Stores) =>
    each(40, () => stores.rates.take('acme/submit', [{ seconds: 60, limit: 50 }], AHEAD)),
  caps: (stores: Stores) =>
    each(
      40,
      async () =>
        (await stores.caps.take({ key: 'acme', windows: [{ seconds: 60, limit: 50 }] }, AHEAD)).taken,
    ),
  /** Never ends: prints each id once the store has acknowledged it, until it is killed. */
  intake: async (stores: Stores) => {
    for (let n = 0; ; n += 1) {
      const result = await stores.invoices.takeIn(anIntake());
      if (result.taken) process.send!({ acknowledged: result.invoice.id });
      // Lets the message out: a printed id must be stored; a stored id may be missing in the output.
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
};

async function each<T>(times: number, run: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < times; n += 1) results.push(await run(n));
  return results;
}

type Message = { readonly url: string; readonly race: keyof typeof RACES } | 'go';

let start: (() => Promise<void>) | undefined;

async function enter(url: string, race: keyof typeof RACES): Promise<void> {
  const stores = await openStores(url);
  start = async () => {
    const results = await RACES[race](stores);
    await stores.close();
    process.send!({ results });
  };
  process.send!('ready');
}

process.on('message', (message: Message) => {
  void (message === 'go' ? start?.() : enter(message.url, message.race));
});
