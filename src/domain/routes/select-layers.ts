import {
  type KnownBt24,
  type LayerChoice,
  layersOf,
  OUR_BT24,
  type PackLayer,
  type RouteLayers,
  type SubjectOfChecks,
} from 'en16931-rules/layers/layer-selection.ts';
import { BY_BT24 } from 'en16931-rules/layers/added-layers.ts';
import { FILE_KIND } from 'en16931-rules/vocabulary/file-kinds.ts';
import { isOfEn16931 } from 'en16931-rules/vocabulary/syntax.ts';
import type { Route } from '../vocabulary/route.ts';
import { profileOf, ROUTE_PROFILES } from './all.ts';
import type { RouteProfile } from './profile.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';

/**
 * The checks of a document, in order.
 * @param known identifiers of the installed packs.
 */
export const selectLayers = (subject: SubjectOfChecks, known: KnownBt24 = OUR_BT24): readonly LayerChoice[] =>
  layersOf(subject, layersOfRoute(subject.route), known);

/** The layers that a route adds; if no route is named, BT-24 chooses among those of all of them. */
export const layersOfRoute = (route: SubjectOfChecks['route']): RouteLayers =>
  route === null ? BY_BT24 : profileOf(route).layers;

/** The route that a finished file is for, if its syntax or its BT-24 is that of one route only. */
export function routeOfFile(
  file: Omit<SubjectOfChecks, 'route'>,
  known: KnownBt24 = OUR_BT24,
): Route | undefined {
  const itsOwn = (rows: RouteLayers['rows']): boolean =>
    layersOf({ ...file, route: null }, { rows, ciiSchema: null }, known).some(({ layer }) =>
      rows.some((row) => row.layer === layer),
    );
  const profiles = ROUTE_PROFILES.filter(({ fileKinds, layers }) =>
    !isOfEn16931(file.syntax)
      ? fileKinds.includes(FILE_KIND[file.syntax])
      : itsOwn(layers.rows.flatMap(({ byBt24, ...row }) => (byBt24 ? { ...row, when: byBt24 } : []))),
  );
  return profiles.length === 1 ? profiles[0]?.name : undefined;
}

/** The layers of a route that did not check a file. */
export interface LayersLeftOut {
  readonly route: Route;
  readonly layers: readonly PackLayer[];
}

/** What the routes that accept a file check in addition to what is checked without a route. */
export function layersLeftOut(
  file: Omit<SubjectOfChecks, 'route'>,
  known: KnownBt24 = OUR_BT24,
): readonly LayersLeftOut[] {
  const kind = file.hybrid === true ? 'pdf' : FILE_KIND[file.syntax];
  const layersOn = (route: Route | null): readonly PackLayer[] =>
    selectLayers({ ...file, route }, known).map(({ layer }) => layer);
  const checked = new Set(layersOn(null));
  return ROUTE_PROFILES.filter(({ fileKinds }) => fileKinds.includes(kind))
    .map(({ name: route }) => ({ route, layers: layersOn(route).filter((layer) => !checked.has(layer)) }))
    .filter(({ layers }) => layers.length > 0);
}

/** Layers that no route adds: whether they check a route's documents follows from the files that it accepts. */
const BY_WHAT_IS_TAKEN: Partial<Record<PackLayer, (route: RouteProfile) => boolean>> = {
  en16931: ({ fileKinds }) => fileKinds.some((kind) => kind !== 'fa3' && kind !== 'fa-rr'),
  facturx: ({ fileKinds }) => fileKinds.includes('pdf'),
  pdf: ({ fileKinds }) => fileKinds.includes('pdf'),
  'ksef-file': ({ fileKinds }) => fileKinds.includes('fa3'),
};

/** The day by which a layer checks, `YYYY-MM-DD`: that of the route's calendar, if only one route has the layer. */
export function dayOfLayer(layer: PackLayer, now: Date): string {
  const [route, ...others] = routesWithLayer(layer).map(profileOf);
  const context = others.length === 0 ? route?.context : undefined;
  return context?.today(now) ?? dayOf(now);
}

/** Routes whose documents a layer checks; none for the schema, whose findings name no rule. */
export const routesWithLayer = (layer: PackLayer): readonly Route[] =>
  ROUTE_PROFILES.filter(
    (route) => BY_WHAT_IS_TAKEN[layer]?.(route) ?? route.layers.rows.some((row) => row.layer === layer),
  ).map(({ name }) => name);
