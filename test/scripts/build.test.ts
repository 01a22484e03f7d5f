import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

const BUILT = join(projectFolder(), 'dist');

describe('the built service', () => {
  it('does not hold the schema of OpenAPI, which takes a seventh of a start to compile', () => {
    const files = [
      'src/processes/main.js',
      ...readdirSync(join(BUILT, 'chunks')).map((name) => `chunks/${name}`),
    ];
    const withSchema = files.filter(
      (file) =>
        file.endsWith('.js') && readFileSync(join(BUILT, file), 'utf8').includes('OpenAPISchemaValidator'),
    );
    assert.deepEqual(withSchema, []);
  });
});
