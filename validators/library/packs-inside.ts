import { Vocabulary } from '../engine/xml/vocabulary.ts';
import type { Engine, EntryRef } from '../packs/manifest.ts';
import { PackDamaged } from '../packs/pack-damaged.ts';
import { compiledRules } from '../pool/compiled-rules.ts';
import type { LoadedPacks } from '../pool/loaded-packs.ts';
import type { Rules } from '../pool/rules.ts';
import { OwnSchema } from '../schema/own-schema.ts';
import type { EntryInside, LoadModule, RulesIndex } from './rules-index.ts';

/** The rules that come with the library, each loaded at its first use and then kept. */
export class PacksInside implements LoadedPacks {
  readonly vocabulary = new Vocabulary();
  private readonly files: ReadonlyMap<string, string>;
  private readonly loaded = new Map<string, Promise<unknown>>();

  constructor(
    { entries }: RulesIndex,
    private readonly load: LoadModule,
  ) {
    this.files = new Map(entries.map((entry: EntryInside) => [keyOf(entry.ref), entry.file]));
  }

  rules(ref: EntryRef, _engine: Engine): Promise<Rules> {
    return this.once(ref, (module) => compiledRules(module, this.vocabulary));
  }

  ownSchema(ref: EntryRef): Promise<OwnSchema> {
    return this.once(ref, (module) =>
      OwnSchema.link((module as { readonly default: string }).default, this.vocabulary),
    );
  }

  /** Every schema inside is one that our own engine knows; what it cannot decide stays open. */
  schema(ref: EntryRef): Promise<never> {
    return Promise.reject(new PackDamaged(ref.folder, `${ref.path} cannot be decided by this library`));
  }

  private once<T>(ref: EntryRef, link: (module: unknown) => T): Promise<T> {
    const key = keyOf(ref);
    const cached = this.loaded.get(key) as Promise<T> | undefined;
    if (cached) return cached;
    const file = this.files.get(key);
    if (file === undefined) return Promise.reject(new PackDamaged(ref.folder, `no entry ${ref.path}`));
    const loading = this.load(file).then(link);
    this.loaded.set(key, loading);
    // A file that did not arrive is asked for again.
    loading.catch(() => this.loaded.delete(key));
    return loading;
  }
}

const keyOf = ({ folder, path }: EntryRef): string => `${folder} ${path}`;
