import { lowerPack } from './compile/pack.ts';
import { emitSource } from './emit/source.ts';
import type { Schema } from './load/schema.ts';

/**
 * Compiles a loaded pack to the text of an ES module (`PackModule` of `engine.ts`). The text depends on the pack and on
 * this compiler alone: the same input gives the same bytes.
 *
 * @throws PackRefused when anything in the pack is not understood; there is no such thing as a pack compiled in part.
 */
export function compileToSource(schema: Schema): string {
  return emitSource(lowerPack(schema));
}
