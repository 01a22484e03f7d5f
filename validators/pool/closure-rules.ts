import type { VerifiedEntry } from '../packs/load.ts';
import { compileToClosures } from '../engine/compile.ts';
import { loadSchema } from '../engine/load/load.ts';
import type { Vocabulary } from '../engine/xml/vocabulary.ts';
import { compiledRules } from './compiled-rules.ts';
import type { Rules } from './rules.ts';

/** The second implementation, made from the pack's source in the thread: no document of the service is judged by it. */
export async function closureRules(verified: VerifiedEntry, vocabulary: Vocabulary): Promise<Rules> {
  const { path, visits } = verified.entry;
  const schema = loadSchema(await verified.source(), path, visits);
  return compiledRules(compileToClosures(schema), vocabulary);
}
