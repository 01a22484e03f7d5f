import type { EntryRef } from '../packs/manifest.ts';
import { VerifiedEntry } from '../packs/load.ts';
import { Vocabulary } from '../engine/xml/vocabulary.ts';
import type { OwnSchema } from '../schema/own-schema.ts';
import { compiledRules } from './compiled-rules.ts';
import type { Rules } from './rules.ts';
import type { Engine } from '../packs/manifest.ts';
import type { LoadedPacks, OtherEngine, Schema } from './loaded-packs.ts';

/** More entries than any process has in force; older versions are dropped. */
const MAX_HELD = 48;

/**
 * The schemas and rules that this thread has loaded. Each is compared with its manifest's hashes when it is loaded, and then kept, so a
 * document is checked by exactly the pack of its reference.
 */
export class PackCache implements LoadedPacks {
  readonly vocabulary = new Vocabulary();
  private readonly schemas = new Map<string, Schema>();
  private readonly ownSchemas = new Map<string, { readonly schema: OwnSchema | undefined }>();
  private readonly rulesByEntry = new Map<string, Rules>();

  constructor(private readonly rulesDir: string) {}

  /** @throws PackDamaged, XmlLibError, JavaMissing */
  async schema(ref: EntryRef, engine: OtherEngine): Promise<Schema> {
    const load = async (): Promise<Schema> => {
      const entry = await VerifiedEntry.open(this.rulesDir, ref);
      if (engine === 'libxml2') return entry.schema();
      const { JavaSchema } = await import('../xsd/java-schema.ts');
      return new JavaSchema(entry.file, () => entry.source());
    };
    return hold(this.schemas, `${engine} ${keyOf(ref)}`, load, (old) => old.dispose());
  }

  /**
   * Adds names to the vocabulary, as rules do.
   * @returns undefined if our own engine does not know all of the schema: libxml2 checks it.
   * @throws PackDamaged
   */
  async ownSchema(ref: EntryRef): Promise<OwnSchema | undefined> {
    const { schema } = await hold(this.ownSchemas, keyOf(ref), async () => {
      const entry = await VerifiedEntry.open(this.rulesDir, ref);
      return { schema: await entry.ownSchema(this.vocabulary) };
    });
    return schema;
  }

  /** @throws PackDamaged */
  async rules(ref: EntryRef, engine: Engine): Promise<Rules> {
    return hold(this.rulesByEntry, `${engine} ${keyOf(ref)}`, () => this.load(ref, engine));
  }

  private async load(ref: EntryRef, engine: Engine): Promise<Rules> {
    const entry = await VerifiedEntry.open(this.rulesDir, ref);
    switch (engine) {
      case 'saxon': {
        // Loading SaxonJS takes longer than the rest of a thread's start, and few threads need it.
        const { saxonRules } = await import('./saxon-rules.ts');
        return saxonRules(await entry.saxon());
      }
      case 'compiled':
        return compiledRules(await entry.compile(), this.vocabulary);
      default:
        return engine satisfies never;
    }
  }
}

const keyOf = ({ folder, manifest, path }: EntryRef): string => `${folder} ${manifest} ${path}`;

/** A map in order of use: the least recently used entry is dropped. */
async function hold<T>(
  packCache: Map<string, T>,
  key: string,
  load: () => Promise<T>,
  drop?: (old: T) => void,
): Promise<T> {
  const cached = packCache.get(key);
  const value = cached ?? (await load());
  packCache.delete(key);
  packCache.set(key, value);
  const [oldest] = packCache;
  if (oldest && packCache.size > MAX_HELD) {
    packCache.delete(oldest[0]);
    drop?.(oldest[1]);
  }
  return value;
}
