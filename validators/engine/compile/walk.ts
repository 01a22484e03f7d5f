import { spend } from './effort.ts';
import type { Cond, Lowered, Seq, Slot, Value } from './ir.ts';

export type Plain = Value | Cond | Seq;

/** The operands of a node; units and user functions that it refers to are no operands. */
export function operands(node: Plain): Plain[] {
  spend();
  const steps: Plain[] = [];
  for (const field of Object.values(node) as unknown[]) {
    if (isPlain(field)) steps.push(field);
    else if (Array.isArray(field)) steps.push(...field.filter(isPlain));
  }
  return steps;
}

/** The same node over other operands; itself if none changes. */
export function mapOperands<T extends Plain>(node: T, map: <U extends Plain>(operand: U) => U): T {
  spend();
  let changed: Record<string, unknown> | undefined;
  for (const [key, field] of Object.entries(node) as [string, unknown][]) {
    const mapped = isPlain(field) ? map(field) : Array.isArray(field) ? mapArray(field, map) : field;
    if (mapped !== field) (changed ??= { ...node })[key] = mapped;
  }
  return (changed ?? node) as T;
}

function mapArray(items: unknown[], map: <U extends Plain>(operand: U) => U): unknown[] {
  const mapped = items.map((item) => (isPlain(item) ? map(item) : item));
  return mapped.some((item, index) => item !== items[index]) ? mapped : items;
}

function isPlain(field: unknown): field is Plain {
  if (typeof field !== 'object' || field === null || !('form' in field)) return false;
  return (field as Lowered).form !== 'choice';
}

/** Slots that are read in `node` and bound outside of it. */
export function freeSlots(node: Plain): ReadonlySet<Slot> {
  const cached = FREE.get(node);
  if (cached) return cached;
  const free = new Set<Slot>();
  for (const operand of operands(node)) for (const slot of freeSlots(operand)) free.add(slot);
  if (node.op === 'local' || node.op === 'list') free.add(node.slot);
  else if ('slot' in node) free.delete(node.slot);
  FREE.set(node, free);
  return free;
}

const FREE = new WeakMap<Plain, ReadonlySet<Slot>>();
