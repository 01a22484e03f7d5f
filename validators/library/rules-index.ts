import type { InstalledEntry, Manifest } from '../packs/manifest.ts';

/** The rules in a package: what the folders of installed packs hold, reduced to what judges. */
export interface RulesIndex {
  readonly packs: readonly PackInside[];
  readonly entries: readonly EntryInside[];
  /** The words of its findings, in English. */
  readonly messages: Readonly<Record<string, string>>;
}

export type PackInside = Pick<Manifest, 'id' | 'version' | 'title' | 'licence' | 'source'>;

export interface EntryInside extends InstalledEntry {
  /** The compiled rules, or a module with the text of the compiled schema. */
  readonly file: string;
}

/** The name of the module with the index; its default export is the index. */
export const INDEX_FILE = 'index.mjs';

/** Loads a module of the rules; its default export is a text, or the index. Node and browsers have it in common. */
export type LoadModule = (file: string) => Promise<unknown>;
