import type { EntryRef } from '../packs/manifest.ts';
import type { XsdRun } from '../xsd/findings.ts';
import type { CheckedFile } from './checked-file.ts';
import type { LoadedPacks } from './loaded-packs.ts';
import type { XsdEngine } from './task.ts';

/**
 * The result of a schema on a file. What our own engine does not know, libxml2 checks: a damaged compiled schema is neither.
 * @throws Unreadable, PackDamaged, XmlLibError, JavaMissing
 */
export async function askSchema(
  packCache: LoadedPacks,
  ref: EntryRef,
  engine: XsdEngine,
  file: CheckedFile,
): Promise<XsdRun> {
  if (engine === 'own') {
    const own = await packCache.ownSchema(ref);
    const run = own?.check(file.document());
    return run?.kind === 'verdict' ? run : askSchema(packCache, ref, 'libxml2', file);
  }
  // Java would follow a DTD, and reads encodings that no other reader here does.
  if (engine === 'java') file.document();
  const schema = await packCache.schema(ref, engine);
  return schema.check(file.forSchema());
}
