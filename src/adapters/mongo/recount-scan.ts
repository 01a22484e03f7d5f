import { CARE, repairCareKeys, type WithCare } from './care-times.ts';
import type { Mongo } from './mongo.ts';
import { talliesOf } from './tallies.ts';
import { OPEN, type Open, type TallyUpdater } from './tally-updater.ts';

/** Raised when invoices are counted, or their care rows found, in another way: each is checked once more. */
const COUNTED_VERSION = 1;
/** Checked together for changes of older programs, which mark none. */
const LOOKED_AT = 500;
/** The most ranges per sweep in a store that an older version counted otherwise, or not at all, until the first pass is over. */
const RANGES_OF_UPGRADE = 20;

/**
 * Marks invoices whose counts are wrong or missing, and corrects the keys of their care rows: one sweep after the other reaches
 * every invoice. The position is stored, so that neither a start nor another process begins again.
 */
export class RecountScan {
  constructor(
    private readonly mongo: Mongo,
    private readonly tallies: Pick<TallyUpdater, 'book'>,
    private readonly lookedAt = LOOKED_AT,
  ) {}

  async run(): Promise<void> {
    for (let ranges = 0; ranges < RANGES_OF_UPGRADE; ranges += 1) {
      const store = await this.mongo.store.findOne({ _id: 'store' });
      if (!store) return;
      const { countedUpTo: position, countedVersion } = store;
      const next = await this.lookFrom(position ?? '');
      const isThrough = next === '';
      // If another process was faster, its position counts.
      const { matchedCount } = await this.mongo.store.updateOne(
        { _id: 'store', countedUpTo: position ?? { $exists: false } },
        { $set: { countedUpTo: next, ...(isThrough && { countedVersion: COUNTED_VERSION }) } },
      );
      if (matchedCount === 0 || isThrough || countedVersion === COUNTED_VERSION) return;
      await this.tallies.book();
    }
  }

  /** @returns after which id to go on; `''` at the end. */
  private async lookFrom(position: string): Promise<string> {
    const { invoices } = this.mongo;
    const found: (Open & WithCare)[] = await invoices
      .find({ _id: { $gt: position } }, { projection: { ...OPEN, ...CARE } })
      .sort({ _id: 1 })
      .limit(this.lookedAt)
      .toArray();
    await repairCareKeys(invoices, found);
    const unmarked = found.filter(({ countPendingSince }) => countPendingSince === undefined);
    const wrong = unmarked.filter((one) => !isSame(one.countedAs ?? [], talliesOf(one)));
    const _id = { $in: wrong.map((one) => one._id) };
    if (wrong.length > 0) await invoices.updateMany({ _id }, { $set: { countPendingSince: new Date() } });
    return found.length === this.lookedAt ? found.at(-1)!._id : '';
  }
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);
