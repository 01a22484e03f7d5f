import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../validators/packs/project-folder.ts';

const versionIn = (path: string): unknown =>
  (JSON.parse(readFileSync(join(projectFolder(), path), 'utf8')) as { readonly version: unknown }).version;

describe('the packages', () => {
  it('have one version', () =>
    assert.equal(versionIn('validators/library/package.json'), versionIn('package.json')));
});
