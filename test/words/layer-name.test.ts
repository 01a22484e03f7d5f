import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAYER_SOURCES, ownLayer } from 'en16931-rules/layers/layer-selection.ts';
import { nameOfLayer } from '../../src/domain/words/layer-name.ts';
import { LANGUAGES } from '../../src/domain/words/language.ts';
import { Translator } from '../../src/domain/words/translator.ts';
import { WordFiles } from '../../src/processes/read-words.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

/** Those that run packs, and the checks that the source names. */
const LAYERS = new Set([
  ...Object.keys(LAYER_SOURCES),
  ...['src/application/checking', 'src/domain'].flatMap((folder) =>
    readdirSync(join(projectFolder(), folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(projectFolder(), folder, name), 'utf8'))
      .flatMap((text) => [...text.matchAll(/\blayer: '([\w-]+)'/g)].map(([, layer = '']) => layer)),
  ),
]);

describe('the name of a check', () => {
  for (const language of LANGUAGES) {
    const words = new Translator(language, new WordFiles().in(language));

    it(`is a word of people in ${language}`, () => {
      assert.ok(LAYERS.size > 12);
      for (const layer of LAYERS) assert.match(nameOfLayer(layer, words), /^\p{Lu}/u, layer);
      assert.equal(nameOfLayer(ownLayer('house'), words), 'house');
    });
  }
});
