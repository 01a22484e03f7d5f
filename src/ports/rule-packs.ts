import type { PackEntry } from 'en16931-rules/layers/pack-in-force.ts';

/** The installed rule packs. */
export interface RulePacks {
  /** Read again after packs were installed or removed; the same list until then. */
  entries(): Promise<readonly InstalledRules[]>;
}

export interface InstalledRules extends PackEntry {
  /** SHA-256 of everything in the pack that affects a verdict. */
  readonly checksum: string;
}
