import { bytesInside } from '../inside.ts';
import { type BuiltPack, SELF_TESTS, buildPack } from '../compile/build.ts';
import { type Reported, listReported } from '../compile/self-test.ts';
import type { EntryDescription, PackDescription } from '../description.ts';
import type { Engine } from '../manifest.ts';
import type { DescribedRelease } from './describe.ts';

/** The reports of a file's rules on our document, and those of the release before. */
export interface TriedEntry {
  readonly path: string;
  readonly document: string;
  readonly fires: readonly string[];
  /** New reports. */
  readonly added: readonly string[];
  /** Reports of the release before that are missing now. */
  readonly gone: readonly string[];
  /** The messages of those without an id. */
  readonly unnamed: readonly string[];
}

/**
 * Compiles a release and runs it on the documents of the self-tests. Its schemas must accept theirs.
 * @throws PackRefused if a file cannot be compiled, a schema does not accept its document, or rules find nothing.
 */
export async function tryRelease(
  { pack, files }: DescribedRelease,
  engines: readonly Engine[],
  report: (line: string) => void,
): Promise<readonly TriedEntry[]> {
  const built = await buildPack(withoutExpectations(pack), files, { engines, earlier: new Map(), report });
  const tried: TriedEntry[] = [];
  for (const entry of pack.entries) {
    const before = entry.selfTest;
    if (entry.kind === 'xsd' || !before) continue;
    const { ids: fires, unnamed } = await reportedBy(entry, built, before.document);
    tried.push({
      path: entry.path,
      document: before.document,
      fires,
      added: fires.filter((id) => !before.fires.includes(id)),
      gone: before.fires.filter((id) => !fires.includes(id)),
      unnamed,
    });
  }
  return tried;
}

const withoutExpectations = (pack: PackDescription): PackDescription => ({
  ...pack,
  entries: pack.entries.map((entry) => (entry.kind === 'xsd' ? entry : { ...entry, selfTest: undefined })),
});

async function reportedBy(
  { path }: EntryDescription,
  { manifest, outputs }: BuiltPack,
  document: string,
): Promise<Reported> {
  const program = manifest.entries.find((entry) => entry.path === path)?.programs[0];
  const bytes = program && outputs.get(program.file);
  if (!program || !bytes) throw new TypeError(`${path} has no program`);
  return listReported(path, { engine: program.engine, bytes }, bytesInside(SELF_TESTS, document));
}
