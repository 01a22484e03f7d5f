import { lowerPack } from './compile/pack.ts';
import { makeClosures } from './emit/closures.ts';
import { emitSource } from './emit/source.ts';
import { PackRefused } from './load/refusal.ts';
import type { Schema } from './load/schema.ts';
import type { PackModule } from './match/module.ts';

/**
 * Compiles a loaded pack to the text of an ES module (`PackModule` of `engine.ts`). The text depends on the pack and on
 * this compiler alone: the same input gives the same bytes.
 *
 * @throws PackRefused when anything in the pack is not understood; there is no such thing as a pack compiled in part.
 */
export function compileToSource(schema: Schema): string {
  return refusingDepth(schema, () => emitSource(lowerPack(schema)));
}

/** The same pack without any text that becomes code: slower, for packs whose origin does not allow source, and for tests. */
export function compileToClosures(schema: Schema): PackModule {
  return refusingDepth(schema, () => makeClosures(lowerPack(schema)));
}

/** Expressions are walked by recursion; one that is too deep for it is refused like any other that is not understood. */
function refusingDepth<T>(schema: Schema, compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new PackRefused({ file: schema.entry, line: 1 }, 'an expression is nested too deeply');
  }
}
