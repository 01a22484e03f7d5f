import { TooCostly, withinEffort } from './compile/effort.ts';
import { lowerPack } from './compile/pack.ts';
import { emitSource } from './emit/source.ts';
import { PackTooLarge } from './load/limits.ts';
import type { Schema } from './load/schema.ts';

/**
 * Compiles a loaded pack to the text of an ES module (`PackModule` of `engine.ts`). The text depends on the pack and on this compiler
 * alone: the same input gives the same bytes.
 * @throws PackRefused if any part of the pack is not understood; no pack is compiled in part.
 */
export function compileToSource(schema: Schema): string {
  return bound(schema, () => emitSource(lowerPack(schema)));
}

/** If only the sum of its expressions makes a pack too large, the error names no place in it. */
export function bound<T>(schema: Schema, compile: () => T): T {
  try {
    return withinEffort(compile);
  } catch (error) {
    const at = { file: schema.entry, line: 1 };
    if (error instanceof TooCostly) throw new PackTooLarge(at, error.message);
    // Expressions are walked by recursion.
    if (error instanceof RangeError) throw new PackTooLarge(at, 'its expressions are nested too deeply');
    throw error;
  }
}
