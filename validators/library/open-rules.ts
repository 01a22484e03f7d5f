import { openFile } from '../pool/opened-file.ts';
import { type OpenOptions, openWith } from './open-with.ts';
import type { OpenedRules } from './opened-rules.ts';
import { RulesInThreads } from './rules-in-threads.ts';

export * from './types.ts';

/** Opens the rules. */
export async function openRules(options: OpenOptions = {}): Promise<OpenedRules> {
  const rules = await openWith(options, { openPdf: openFile });
  const { at, threads = 0 } = options;
  return threads > 0 ? new RulesInThreads(rules.packs, threads, at) : rules;
}
