import { bound } from 'en16931-rules/engine/compile.ts';
import { lowerPack } from 'en16931-rules/engine/compile/pack.ts';
import type { Schema } from 'en16931-rules/engine/load/schema.ts';
import type { PackModule } from 'en16931-rules/engine/match/module.ts';
import { makeClosures } from './closures.ts';

/**
 * Compiles a pack without generated text: one closure per operation. It is the second implementation for comparison with the
 * generated source; it shares the compiler's first half and the functions of the runtime. The service does not use it.
 *
 * @throws PackRefused as `compileToSource` does.
 */
export function compileToClosures(schema: Schema): PackModule {
  return bound(schema, () => makeClosures(lowerPack(schema)));
}
