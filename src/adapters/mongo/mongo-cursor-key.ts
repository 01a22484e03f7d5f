import { randomBytes } from 'node:crypto';
import type { CursorKey } from '../../ports/cursor-key.ts';
import type { Mongo } from './mongo.ts';

export const mongoCursorKey =
  ({ store }: Mongo): CursorKey =>
  async () => {
    const present = (await store.findOne({ _id: 'store' }))?.cursorKey;
    if (present !== undefined) return present;
    const made = randomBytes(24).toString('hex');
    // Of several processes the first one makes it.
    await store.updateOne({ _id: 'store', cursorKey: { $exists: false } }, { $set: { cursorKey: made } });
    return (await store.findOne({ _id: 'store' }))?.cursorKey ?? made;
  };
