import { say } from 'en16931-rules/vocabulary/message.ts';
import { quotedName } from 'en16931-rules/vocabulary/quoted.ts';
import type { LayerOfPacks } from 'en16931-rules/layers/pack-in-force.ts';
import { OVERLAYS_FILE } from 'en16931-rules/packs/own-folders.ts';
import { isOwnLayer, type LayerChoice, ownLayer, sourceOf } from 'en16931-rules/layers/layer-selection.ts';
import { DAY_MS } from '../../domain/lifecycle/day-counts.ts';
import {
  nameOf,
  OVERLAYS_UNREADABLE,
  ownRulesMissing,
  PACK_MISSING,
  packMissing,
} from '../../domain/findings/pack-missing.ts';
import { daysOfChange, knownBt24 } from 'en16931-rules/layers/pack-in-force.ts';
import { profileOf } from '../../domain/routes/all.ts';
import { dayOfLayer, layersOfRoute, selectLayers } from '../../domain/routes/select-layers.ts';
import type { Environment, Route } from '../../domain/vocabulary/route.ts';
import type { DocumentToCheck } from '../../ports/validator.ts';
import type { KsefCheck } from 'en16931-rules/ksef-file/file-rule.ts';
import { packThatBrings } from 'en16931-rules/packs/install/pack-that-brings.ts';
import type { Engine, InstalledEntry } from 'en16931-rules/packs/manifest.ts';
import { type LayerPlan, planLayers } from 'en16931-rules/pool/plan-layers.ts';
import type { LayerTask, XsdEngine } from 'en16931-rules/pool/task.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';

/** The engines of the settings. */
export interface Engines {
  readonly environment: Environment;
  readonly ruleEngine: Engine;
  readonly xsdEngine: XsdEngine;
}

/** The layers of a document, each with the pack in force for it: on its date, or on the day that is asked for. */
export function planFor(
  document: DocumentToCheck,
  installed: readonly InstalledEntry[],
  engines: Engines,
  clockNow: Date,
): LayerPlan {
  const { on, route } = document;
  const now = on === undefined ? clockNow : noonOf(on);
  return planLayers({ ...document, on }, layersOfRoute(route), installed, {
    engines,
    today: dayOf(now),
    coded: (layer) => codedCheck(layer, document, engines, now),
    missing: (choice) => missing(choice, document),
  });
}

/** The days on which another pack begins to check the document. */
export function comingDays(
  document: DocumentToCheck,
  installed: readonly InstalledEntry[],
  clockNow: Date,
  daysAhead: number,
): readonly string[] {
  const now = document.on === undefined ? clockNow : noonOf(document.on);
  const until = dayOf(new Date(now.getTime() + daysAhead * DAY_MS));
  const choices = selectLayers(document, knownBt24(installed));
  return daysOfChange(installed, choices, document, { from: dayOf(now), until });
}

/** The same day in every country with a route. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** A layer that cannot run before its pack is installed. */
function missing(
  { layer, customization }: LayerOfPacks,
  { syntax }: DocumentToCheck,
): NonNullable<LayerTask['missing']> {
  if (layer === ownLayer(OVERLAYS_FILE)) return UNREADABLE;
  if (isOwnLayer(layer)) return ownNotCompiled(sourceOf(layer));
  const subject = customization ?? syntax;
  const pack = packThatBrings({ layer, syntax, customization });
  const reason = say('networks.no-rule-pack-is-installed-for', { element: quotedName(subject) });
  return {
    outcome: 'not_run',
    code: PACK_MISSING,
    reason: pack ? say('networks.has-its-rules', { reason, pack: nameOf(pack) }) : reason,
    findings: [packMissing(subject, pack)],
  };
}

/** What is written and does not run lets no document pass. */
const ownNotCompiled = (name: string): NonNullable<LayerTask['missing']> => ({
  outcome: 'not_run',
  code: PACK_MISSING,
  reason: say('networks.own-rules-are-not-compiled', { name: quotedName(name) }),
  findings: [ownRulesMissing(name)],
});

const UNREADABLE: NonNullable<LayerTask['missing']> = {
  outcome: 'not_run',
  code: PACK_MISSING,
  reason: say('networks.overlays-cannot-be-read'),
  findings: [OVERLAYS_UNREADABLE],
};

const codedCheck = (
  layer: LayerChoice['layer'],
  { route, isBuiltHere = false }: DocumentToCheck,
  engines: Engines,
  now: Date,
): NonNullable<LayerTask['coded']> =>
  layer === 'pdf'
    ? { check: 'pdf', isLenient: isLenientAboutPdfs(route), isBuiltHere }
    : ksefCheck(engines, dayOfLayer(layer, now));

const isLenientAboutPdfs = (route: Route | null): boolean =>
  route !== null && profileOf(route).hybrids?.isLenient === true;

const ksefCheck = ({ environment }: Engines, today: string): KsefCheck => ({
  check: 'ksef-file',
  today,
  wrongNip: environment === 'production' ? 'error' : 'warning',
});
