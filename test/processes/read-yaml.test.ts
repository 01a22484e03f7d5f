import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { keep, keptFile, readYaml } from '../../src/processes/read-yaml.ts';

const SYNTAXES = 'schematron/syntaxes';
const PATHS = ['openapi.yaml', ...readdirSync(SYNTAXES).map((file) => `${SYNTAXES}/${file}`)];

describe('YAML that every start reads', () => {
  for (const path of PATHS)
    it(`is stored by the build with the same content: ${path}`, () => {
      const text = readFileSync(path, 'utf8');
      assert.ok(existsSync(keptFile(path)), 'run node scripts/pretest.mjs first');
      assert.deepEqual(JSON.parse(readFileSync(keptFile(path), 'utf8')), keep(text));
      assert.deepEqual(readYaml(path), { text, content: parse(text) as unknown });
    });

  for (const [state, bytes] of [
    ['made from another text', JSON.stringify(keep('openapi: 3.0.0'))],
    ['cut off', '{"sha256":'],
  ] as const)
    it(`is read from the file itself if the stored copy is ${state}`, () => {
      const path = 'schematron/syntaxes/ubl.yaml';
      const before = readFileSync(keptFile(path));
      try {
        writeFileSync(keptFile(path), bytes);
        assert.deepEqual(readYaml(path).content, parse(readFileSync(path, 'utf8')));
      } finally {
        writeFileSync(keptFile(path), before);
      }
    });
});
