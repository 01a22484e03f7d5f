import type { Vocabulary } from '../engine/xml/vocabulary.ts';
import type { Engine, EntryRef } from '../packs/manifest.ts';
import type { OwnSchema } from '../schema/own-schema.ts';
import type { XsdRun } from '../xsd/findings.ts';
import type { Rules } from './rules.ts';
import type { XsdEngine } from './task.ts';

/** An engine that gets the bytes of a document. */
export type OtherEngine = Exclude<XsdEngine, 'own'>;

/** A schema on one engine, ready to run. */
export interface Schema {
  check(bytes: Uint8Array): XsdRun | Promise<XsdRun>;
  dispose(): void;
}

/** Schemas and rules by their entry, each loaded once. */
export interface LoadedPacks {
  /** Filled when rules are loaded, so all rules of a document are loaded before it is parsed. */
  readonly vocabulary: Vocabulary;
  rules(ref: EntryRef, engine: Engine): Promise<Rules>;
  /** @returns undefined if our own engine does not know all of the schema. */
  ownSchema(ref: EntryRef): Promise<OwnSchema | undefined>;
  schema(ref: EntryRef, engine: OtherEngine): Promise<Schema>;
}
