import type { CursorKey } from '../../ports/cursor-key.ts';
import type { StoreClock } from '../../ports/store-clock.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import type { OpenRows } from './rows.ts';

const OFFSET = 'clock_offset_ms';
const CURSOR_KEY = 'cursor_key';
const CURSOR_KEY_BYTES = 24;

export function storeClock(open: OpenRows): StoreClock {
  const facts = open('facts');
  const find = () => facts.find({ name: OFFSET });
  return {
    offsetMs: async () => Number((await find())?.value ?? 0),
    advance: async (ms, maxMs) => {
      const advanced = await repeatOnConflict(async () => {
        const before = await find();
        const offset = Number(before?.value ?? 0) + ms;
        if (offset > maxMs) return {};
        const after = { name: OFFSET, value: String(offset) };
        return (await (before ? facts.change(before, after) : facts.add(after))) ? { offset } : undefined;
      });
      return advanced.offset;
    },
  };
}

export function cursorKey(open: OpenRows): CursorKey {
  const facts = open('facts');
  return () =>
    repeatOnConflict(async () => {
      const present = await facts.find({ name: CURSOR_KEY });
      if (present) return present.value;
      const value = newKey();
      return (await facts.add({ name: CURSOR_KEY, value })) ? value : undefined;
    });
}

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(CURSOR_KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
