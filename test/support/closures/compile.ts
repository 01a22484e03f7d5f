import { bounded } from '../../../validators/engine/compile.ts';
import { lowerPack } from '../../../validators/engine/compile/pack.ts';
import type { Schema } from '../../../validators/engine/load/schema.ts';
import type { PackModule } from '../../../validators/engine/match/module.ts';
import { makeClosures } from './closures.ts';

/**
 * A pack made without generated text: one closure per operation. It is the second implementation that the generated source is
 * compared with; it shares the compiler's first half and the run time's functions, and no document of the service is judged by it.
 *
 * @throws PackRefused as `compileToSource` does.
 */
export function compileToClosures(schema: Schema): PackModule {
  return bounded(schema, () => makeClosures(lowerPack(schema)));
}
