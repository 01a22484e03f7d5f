import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { XsdSchema } from '../xsd.ts';
import type { SaxonProgram } from '../schematron/saxon/compile.ts';
import { compilerHash, sha256 } from './hash.ts';
import { parseManifest } from './installed.ts';
import type { Engine, EntryRef, Manifest, ManifestEntry } from './manifest.ts';

/** What is on disk is not what was installed, or was made by another compiler: the layer must not run. */
export class PackDamaged extends Error {
  constructor(folder: string, reason: string) {
    super(`rule pack ${folder}: ${reason}`);
    this.name = 'PackDamaged';
  }
}

/** An entry of a pack whose files have been held to the hashes in its manifest. */
export class VerifiedEntry {
  private readonly rulesDir: string;
  private readonly folder: string;
  private readonly manifest: Manifest;
  readonly entry: ManifestEntry;

  private constructor(rulesDir: string, folder: string, manifest: Manifest, entry: ManifestEntry) {
    this.rulesDir = rulesDir;
    this.folder = folder;
    this.manifest = manifest;
    this.entry = entry;
  }

  /** @throws PackDamaged when the manifest is gone, has changed, or was written for another compiler. */
  static async open(rulesDir: string, ref: EntryRef): Promise<VerifiedEntry> {
    const text = await read(rulesDir, ref.folder, 'manifest.json');
    if (sha256(text) !== ref.manifest) throw new PackDamaged(ref.folder, 'the manifest was changed');
    const manifest = parseManifest(new TextDecoder().decode(text));
    if (typeof manifest === 'string') throw new PackDamaged(ref.folder, manifest);
    if (manifest.compiler !== compilerHash())
      throw new PackDamaged(ref.folder, 'compiled by another version: run npm run packs -- compile');
    const entry = manifest.entries.find(({ path }) => path === ref.path);
    if (!entry) throw new PackDamaged(ref.folder, `no entry ${ref.path}`);
    return new VerifiedEntry(rulesDir, ref.folder, manifest, entry);
  }

  /** Compiles the schema; about 0.1 s, once per thread. */
  async schema(): Promise<XsdSchema> {
    const files = await this.source();
    return XsdSchema.compile({ entry: this.entry.path, files, catalog: this.manifest.catalog });
  }

  async saxon(): Promise<SaxonProgram> {
    const { bytes } = await this.program('saxon');
    return JSON.parse(new TextDecoder().decode(bytes)) as SaxonProgram;
  }

  /** Imports the compiled module. Its file is named by its hash, so what was imported earlier is never taken for it. */
  async compiled(): Promise<unknown> {
    const { path } = await this.program('compiled');
    // A bare relative path would be taken for a package's name.
    return import(pathToFileURL(resolve(path)).href);
  }

  /** The pack's files as published: what the closures are made from. */
  async source(): Promise<ReadonlyMap<string, Uint8Array>> {
    const files = Object.entries(this.manifest.files).map(
      async ([path, hash]) => [path, (await this.verified(join('source', path), hash)).bytes] as const,
    );
    return new Map(await Promise.all(files));
  }

  private async program(engine: Engine): Promise<{ path: string; bytes: Uint8Array }> {
    const program = this.entry.programs.find((each) => each.engine === engine);
    if (!program)
      throw new PackDamaged(this.folder, `${this.entry.path} has not been compiled for ${engine}`);
    return this.verified(program.file, program.sha256);
  }

  private async verified(file: string, hash: string): Promise<{ path: string; bytes: Uint8Array }> {
    const bytes = await read(this.rulesDir, this.folder, file);
    if (sha256(bytes) !== hash) throw new PackDamaged(this.folder, `${file} was changed`);
    return { path: join(this.rulesDir, this.folder, file), bytes };
  }
}

async function read(rulesDir: string, folder: string, file: string): Promise<Uint8Array> {
  try {
    return await readFile(join(rulesDir, folder, file));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PackDamaged(folder, `${file} cannot be read: ${reason}`);
  }
}
