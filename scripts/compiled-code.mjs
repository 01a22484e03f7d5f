import * as modules from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * From Node 22 on compiled code is kept on disk, for threads and for later processes, so that these start sooner. The folder is beside the
 * programs: who may write there can change the programs, too. Where nothing can be written, nothing is kept.
 */
export function keepCompiledCode() {
  if (!modules.enableCompileCache) return;
  // Threads read the variable.
  process.env.NODE_COMPILE_CACHE ||= fileURLToPath(new URL('../dist/compiled-code', import.meta.url));
  modules.enableCompileCache(process.env.NODE_COMPILE_CACHE);
}
