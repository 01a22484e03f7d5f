import type { PackEntry } from '../domain/checks/layers/pack-in-force.ts';

/** The rule packs that judge here. */
export interface RulePacks {
  /** Read again when packs were installed or removed; the same list until then. */
  entries(): Promise<readonly InstalledRules[]>;
}

export interface InstalledRules extends PackEntry {
  /** SHA-256 of everything in the pack that decides a verdict. */
  readonly checksum: string;
}
