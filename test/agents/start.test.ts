import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtIds } from '../support/built.ts';

/** The built modules that a program loads before its first line runs. */
function loadedBy(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  const imports = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\b[^;()]*?["'](\.[^"']+\.js)["'];/gm,
  );
  for (const [, path = ''] of imports) loadedBy(join(dirname(file), path), loaded);
  return loaded;
}

describe('the library of the protocol', () => {
  const main = join(dirname(builtIds()), '../processes/main.js');
  for (const [name, file] of [
    ['ids', builtIds()],
    ['the service', main],
  ] as const)
    it(`is not loaded by the start of ${name}`, () => {
      const modules = [...loadedBy(file)];
      assert.ok(modules.length > 3, 'no modules were read');
      const loaded = modules.filter((module) =>
        readFileSync(module, 'utf8').includes('node_modules/@modelcontextprotocol'),
      );
      assert.deepEqual(loaded, []);
    });
});
