import {
  type KnownBt24,
  type LayerChoice,
  layersOf,
  OUR_BT24,
  type PackLayer,
  type RouteLayers,
  type SubjectOfChecks,
} from '../checks/layers/layer-selection.ts';
import type { Route } from '../vocabulary/route.ts';
import { profileOf, ROUTE_PROFILES } from './all.ts';
import type { RouteProfile } from './profile.ts';

/** If no route is named, the BT-24 of a document chooses among the layers of all of them. */
const BY_BT24: RouteLayers = {
  rows: ROUTE_PROFILES.flatMap(({ layers }) =>
    layers.rows.flatMap(({ byBt24, ...row }) => (byBt24 ? { ...row, when: byBt24 } : [])),
  ),
  ciiSchema: null,
};

/** The checks that a document must pass, in order. @param known what installed packs speak about. */
export const selectLayers = (
  { route, ...subject }: SubjectOfChecks,
  known: KnownBt24 = OUR_BT24,
): readonly LayerChoice[] => layersOf(subject, route === null ? BY_BT24 : profileOf(route).layers, known);

/** Layers that are not a row of a route: what a route takes decides whether they judge its documents. */
const BY_WHAT_IS_TAKEN: Partial<Record<PackLayer, (route: RouteProfile) => boolean>> = {
  en16931: ({ fileKinds }) => fileKinds.some((kind) => kind !== 'fa3'),
  facturx: ({ fileKinds }) => fileKinds.includes('pdf'),
  pdf: ({ fileKinds }) => fileKinds.includes('pdf'),
  'ksef-file': ({ fileKinds }) => fileKinds.includes('fa3'),
};

/** The day by which a layer judges, `YYYY-MM-DD`: that of the route's own calendar, if one route alone has the layer. */
export function dayOfLayer(layer: PackLayer, now: Date): string {
  const [route, ...others] = routesWithLayer(layer).map(profileOf);
  const context = others.length === 0 ? route?.context : undefined;
  return context?.today(now) ?? now.toISOString().slice(0, 10);
}

/** Routes whose documents a layer judges; none for the schema, whose findings name no rule. */
export const routesWithLayer = (layer: PackLayer): readonly Route[] =>
  ROUTE_PROFILES.filter(
    (route) => BY_WHAT_IS_TAKEN[layer]?.(route) ?? route.layers.rows.some((row) => row.layer === layer),
  ).map(({ name }) => name);
