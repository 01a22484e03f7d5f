import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

/** The program's own version. */
export function serviceVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(projectFolder(), 'package.json'), 'utf8'));
  return (manifest as { readonly version?: string }).version ?? 'unknown';
}
