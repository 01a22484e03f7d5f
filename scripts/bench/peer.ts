import type { Schema } from 'en16931-rules/engine/load/schema.ts';
import type { BenchDocument } from './documents.ts';

/** A rule entry on which engines are compared. */
export interface BenchPack {
  /** `EN16931-UBL-validation-preprocessed`. */
  readonly name: string;
  /** The compiled module. */
  readonly module: string;
  readonly schema: Schema;
}

/** An engine in its own process. */
export interface Peer {
  /** @returns false for a pack that the engine refuses. */
  load(pack: BenchPack): Promise<boolean>;
  /**
   * Repeats the documents for this time, parsing each once for all packs.
   * @returns milliseconds per document.
   */
  run(packs: readonly BenchPack[], documents: readonly BenchDocument[], budgetMs: number): Promise<number>;
  stop(): void;
}
