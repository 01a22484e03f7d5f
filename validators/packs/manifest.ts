import type { PackEntry, SeverityOverride } from '../layers/pack-in-force.ts';
import type { PackOrigin } from '../vocabulary/layer.ts';
import type { Visits } from '../engine/load/schema.ts';

/** Raised with every change of the meaning of a manifest or of a compiled module: older packs are then compiled again. */
export const MANIFEST_FORMAT = 1;

/** The nodes that rules visit. */
export const VISITS: readonly Visits[] = ['elements', 'elements-and-attributes'];

export const ENGINES = ['compiled', 'saxon'] as const;
export type Engine = (typeof ENGINES)[number];

/**
 * `manifest.json` of an installed pack: the contents of its folder, and the hashes that the loader checks. Written by `ids packs`,
 * never by hand. Hashes are SHA-256 in hexadecimal, paths use `/`.
 */
export interface Manifest {
  readonly format: typeof MANIFEST_FORMAT;
  readonly id: string;
  readonly version: string;
  readonly origin: PackOrigin;
  readonly title: string;
  readonly licence: string;
  readonly source: string;
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  /** Of own rules that are not for every client. */
  readonly clients?: readonly string[];
  /** Of own rules: the hash of the folder that they were compiled from. */
  readonly own_source?: string;
  readonly severity_overrides: readonly SeverityOverride[];
  /** Of the compiler that made the programs; another one makes them again. */
  readonly compiler: string;
  /** The pack's own files, kept below `source/`, with their hashes. */
  readonly files: Readonly<Record<string, string>>;
  /** Addresses that schemas use, and the files that replace them. */
  readonly catalog: Readonly<Record<string, string>>;
  readonly entries: readonly ManifestEntry[];
}

/** One file to start from: a schema, or a Schematron with the programs made from it. */
export interface ManifestEntry extends Pick<PackEntry, 'layer' | 'beside' | 'syntaxes' | 'customizations'> {
  readonly path: string;
  readonly kind: 'xsd' | 'schematron';
  readonly visits: Visits;
  readonly programs: readonly Program[];
  /** Why there is no compiled program: the compiler's error, with file and line. */
  readonly refused: string | null;
  /** Ids of a built-in pack that did not come with the service, if there are any. */
  readonly own_rules?: readonly string[];
}

/** A file that an engine runs, named by its hash. */
export interface Program {
  readonly engine: Engine;
  readonly file: string;
  readonly sha256: string;
  /** Hash of the stylesheet of a SaxonJS program, which is slow to make: it is made again only if the stylesheet has changed. */
  readonly made_from?: string;
}

/** An entry of an installed pack, with the data that a pool thread needs to find and verify it. */
export interface InstalledEntry extends PackEntry {
  readonly ref: EntryRef;
  readonly kind: ManifestEntry['kind'];
  readonly engines: readonly Engine[];
  readonly refused: string | null;
  /** See `own_rules` of its manifest. */
  readonly ownRules?: readonly string[];
  /** `packChecksum` of its pack. */
  readonly checksum: string;
}

/** Names one entry of one exact state of a pack, across threads: a document is checked to the end by the packs of its beginning. */
export interface EntryRef {
  /** Folder below `RULES_DIR`. */
  readonly folder: string;
  /** Hash of the manifest that was read when the pack was chosen. */
  readonly manifest: string;
  readonly path: string;
}
