import type { Runtime } from '../runtime/runtime.ts';
import type { Vocabulary } from '../xml/vocabulary.ts';
import type { PackCode } from './program.ts';
import type { PackTables } from './tables.ts';

/** A compiled pack before a thread has linked it: the exports of a generated module. */
export interface PackModule {
  readonly tables: PackTables;
  /** @param vocabulary the thread's shared one, to which the pack's names are added */
  link(runtime: Runtime, vocabulary: Vocabulary): PackCode;
}
