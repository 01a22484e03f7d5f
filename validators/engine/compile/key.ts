import type { Slot, Unit, UserFunction } from './ir.ts';
import type { Plain } from './walk.ts';

/** Equal for two expressions exactly if they differ in the numbers of their slots only. */
export function structuralKey(node: Plain): string {
  const slots = new Map<number, number>();
  return JSON.stringify(node, (key: string, field: unknown) => {
    if (key === 'needs' || key === 'order') return undefined;
    if (typeof field === 'bigint') return `${field}n`;
    if (typeof field === 'number' && Number.isNaN(field)) return 'NaN';
    if (key === 'slot') return `slot ${renumber((field as Slot).id, slots)}`;
    if (key === 'unit' || key === 'texts') return `unit ${(field as Unit).id}`;
    if (key === 'fn' && typeof field === 'object') return `function ${(field as UserFunction).id}`;
    return field;
  });
}

function renumber(id: number, slots: Map<number, number>): number {
  const cached = slots.get(id);
  if (cached !== undefined) return cached;
  slots.set(id, slots.size);
  return slots.size - 1;
}
