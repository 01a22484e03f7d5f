import { TooCostly, withinEffort } from './compile/effort.ts';
import { lowerPack } from './compile/pack.ts';
import { makeClosures } from './emit/closures.ts';
import { emitSource } from './emit/source.ts';
import { PackTooLarge } from './load/limits.ts';
import type { Schema } from './load/schema.ts';
import type { PackModule } from './match/module.ts';

/**
 * Compiles a loaded pack to the text of an ES module (`PackModule` of `engine.ts`). The text depends on the pack and on
 * this compiler alone: the same input gives the same bytes.
 *
 * @throws PackRefused when anything in the pack is not understood; there is no such thing as a pack compiled in part.
 */
export function compileToSource(schema: Schema): string {
  return bounded(schema, () => emitSource(lowerPack(schema)));
}

/** The same pack without any text that becomes code: slower, for packs whose origin does not allow source, and for tests. */
export function compileToClosures(schema: Schema): PackModule {
  return bounded(schema, () => makeClosures(lowerPack(schema)));
}

/** What grows too large only once all expressions are put together has no place of its own in the pack. */
function bounded<T>(schema: Schema, compile: () => T): T {
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
