import { CODED_LAYERS, LAYER_SOURCES, ownLayer, type PackLayer } from '../layers/layer-selection.ts';
import type { PackEntry } from '../layers/pack-in-force.ts';
import type { Members } from './members.ts';

const LAYERS = Object.keys(LAYER_SOURCES) as PackLayer[];
/** Those that run packs. */
const OF_PACKS = LAYERS.filter((layer) => !CODED_LAYERS.has(layer));

/**
 * The layer that a description or a manifest states; of own rules, which name the one that they check beside, their own.
 * @param entry the member `layer` of own rules has the name of their pack in it.
 */
export function layerIn(entry: Members): Pick<PackEntry, 'layer' | 'beside'> {
  if (!entry.has('beside')) return { layer: entry.oneOf('layer', LAYERS) };
  const [, name] = /^own:([a-z][a-z0-9-]*)$/.exec(entry.text('layer')) ?? [];
  if (name === undefined) return entry.wrong('layer', 'not own:NAME, as of own rules');
  return { layer: ownLayer(name), beside: entry.oneOf('beside', OF_PACKS) };
}
