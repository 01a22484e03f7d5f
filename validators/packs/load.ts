import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Vocabulary } from '../engine/xml/vocabulary.ts';
import { SchemaDamaged } from '../schema/compiled/decode.ts';
import { OwnSchema } from '../schema/own-schema.ts';
import type { XsdSchema } from '../xsd.ts';
import type { SaxonProgram } from '../engine/saxon/compile.ts';
import { compilerHash, sha256 } from './hash.ts';
import type { Engine, EntryRef, Manifest, ManifestEntry } from './manifest.ts';
import { WrongShape, parseJson } from './members.ts';
import { OTHER_COMPILER, PackDamaged, PackGone, SOURCE, readPackFile, readVerified } from './pack-files.ts';
import { MANIFEST_FILE, readManifest } from './read-manifest.ts';

/** An entry of a pack whose files have been compared with the hashes in its manifest. */
export class VerifiedEntry {
  private constructor(
    private readonly rulesDir: string,
    private readonly folder: string,
    private readonly manifest: Manifest,
    readonly entry: ManifestEntry,
  ) {}

  /** @throws PackDamaged if the manifest is missing, has changed, or is from another compiler. */
  static async open(rulesDir: string, ref: EntryRef): Promise<VerifiedEntry> {
    const text = await readPackFile(rulesDir, ref.folder, MANIFEST_FILE);
    if (sha256(text) !== ref.manifest) throw new PackDamaged(ref.folder, 'the manifest was changed');
    const manifest = inShape(ref.folder, () => readManifest(new TextDecoder().decode(text)));
    if (manifest.compiler !== compilerHash()) throw new PackDamaged(ref.folder, OTHER_COMPILER);
    const entry = manifest.entries.find(({ path }) => path === ref.path);
    if (!entry) throw new PackDamaged(ref.folder, `no entry ${ref.path}`);
    return new VerifiedEntry(rulesDir, ref.folder, manifest, entry);
  }

  /** Compiles the schema for libxml2; about 0.1 s, once per thread. */
  async schema(): Promise<XsdSchema> {
    const files = await this.source();
    // Few threads need it: our own engine reads the document that the rules read.
    const { XsdSchema } = await import('../xsd.ts');
    return XsdSchema.compile({ entry: this.entry.path, files, catalog: this.manifest.catalog });
  }

  /**
   * The schema as compiled into the pack; its text is not read.
   * @returns undefined if our own engine has refused it, as the manifest says.
   */
  async ownSchema(vocabulary: Vocabulary): Promise<OwnSchema | undefined> {
    if (this.entry.refused !== null) return undefined;
    const { file, bytes } = await this.program('compiled');
    try {
      return OwnSchema.link(new TextDecoder().decode(bytes), vocabulary);
    } catch (error) {
      if (!(error instanceof SchemaDamaged)) throw error;
      throw new PackDamaged(this.folder, `${file}: ${error.message}`);
    }
  }

  /** The entry's own file. Its content is unverified when it is read there: see {@link source}. */
  get file(): string {
    return resolve(this.rulesDir, this.folder, SOURCE, this.entry.path);
  }

  async saxon(): Promise<SaxonProgram> {
    const { file, bytes } = await this.program('saxon');
    // Written by our own script in this form, and compared with its hash.
    return inShape(this.folder, () => parseJson(new TextDecoder().decode(bytes), file) as SaxonProgram);
  }

  /** Imports the compiled module. Its file is named by its hash, so an import never gets an older one for it. */
  async compile(): Promise<unknown> {
    const { file } = await this.program('compiled');
    const home = join(this.rulesDir, this.folder);
    try {
      // A bare relative path would count as a package's name.
      return await import(pathToFileURL(resolve(home, file)).href);
    } catch (error) {
      throw existsSync(home) ? error : new PackGone(this.folder);
    }
  }

  /** The pack's files as published. */
  async source(): Promise<ReadonlyMap<string, Uint8Array>> {
    const files = Object.entries(this.manifest.files).map(
      async ([path, hash]) => [path, await this.verify(`${SOURCE}/${path}`, hash)] as const,
    );
    return new Map(await Promise.all(files));
  }

  private async program(engine: Engine): Promise<{ file: string; bytes: Uint8Array }> {
    const program = this.entry.programs.find((each) => each.engine === engine);
    if (!program)
      throw new PackDamaged(this.folder, `${this.entry.path} has not been compiled for ${engine}`);
    const { file, sha256: hash } = program;
    return { file, bytes: await this.verify(file, hash) };
  }

  private verify(file: string, hash: string): Promise<Uint8Array> {
    return readVerified(this.rulesDir, this.folder, [file, hash]);
  }
}

function inShape<T>(folder: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WrongShape) throw new PackDamaged(folder, error.message);
    throw error;
  }
}
