import { register } from 'node:module';
import { sourceOf } from 'en16931-rules/layers/layer-selection.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import type { XsdEngine } from 'en16931-rules/pool/task.ts';

// An import of libxml2 fails.
register(
  `data:text/javascript,${encodeURIComponent(
    `export const resolve = (name, context, next) => {
      if (name.startsWith('libxml2-wasm')) throw new Error('libxml2 is not to be loaded');
      return next(name, context);
    };`,
  )}`,
);

const [, , rulesDir = '', xsdEngine, text] = process.argv;
const { default: checkInThread } = await import('../../src/adapters/piscina/check-thread.ts');
const { entries } = await readInstalled(rulesDir);
const { layers } = await checkInThread({
  rulesDir,
  bytes: new TextEncoder().encode(text),
  layers: entries
    .toSorted((a, b) => b.layer.localeCompare(a.layer))
    .map(({ id, version, origin, layer, ref, kind, engines }) => ({
      layer,
      source: sourceOf(layer),
      advisory: false,
      entry: { pack: { id, version, origin }, ref, kind, engines, xsdEngine: xsdEngine as XsdEngine },
    })),
  severities: new Map(),
  crossCheck: false,
  layerMs: 60_000,
});
console.log(JSON.stringify(layers.map(({ layer, outcome }) => `${layer} ${outcome}`)));
