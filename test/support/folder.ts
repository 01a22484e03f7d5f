import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder and its removal; `npm test` says where (`scripts/tests-folder.mjs`). */
export function emptyFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(process.env['TESTS_FOLDER'] ?? tmpdir(), 'ids-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
