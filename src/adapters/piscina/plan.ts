import { quotedName } from '../../domain/vocabulary/quoted.ts';
import {
  CODED_LAYERS,
  isKnown,
  type KnownBt24,
  LAYER_SOURCES,
  type LayerChoice,
} from '../../domain/checks/layers/layer-selection.ts';
import {
  EDITION_NOT_JUDGED,
  editionNotJudged,
  isComingEdition,
} from '../../domain/findings/coming-edition.ts';
import { DAY_MS } from '../../domain/lifecycle/day-counts.ts';
import { nameOf, PACK_MISSING, packMissing } from '../../domain/findings/pack-missing.ts';
import { selectLayers } from '../../domain/routes/select-layers.ts';
import {
  daysOfChange,
  knownBt24,
  overridesFor,
  packInForce,
} from '../../domain/checks/layers/pack-in-force.ts';
import { profileOf } from '../../domain/routes/all.ts';
import { dayOfLayer } from '../../domain/routes/select-layers.ts';
import type { Environment, Route } from '../../domain/vocabulary/route.ts';
import type { DocumentToCheck } from '../../ports/validator.ts';
import type { KsefCheck } from '../../../validators/ksef-file/file-rule.ts';
import { packThatBrings } from '../../../validators/packs/install/pack-that-brings.ts';
import type { Engine, InstalledEntry } from '../../../validators/packs/manifest.ts';
import {
  type CheckTask,
  type EntryTask,
  type LayerTask,
  type XsdEngine,
  xsdEngineFor,
} from '../../../validators/pool/task.ts';
import { dayOf } from '../../domain/vocabulary/utc-days.ts';

/** The engines of the settings. */
export interface Engines {
  readonly environment: Environment;
  readonly ruleEngine: Engine;
  readonly xsdEngine: XsdEngine;
}

export interface Plan {
  readonly layers: readonly LayerTask[];
  readonly severities: CheckTask['severities'];
  /** The subjects of the packs that were installed when it was made. */
  readonly known: KnownBt24;
}

/** The layers of a document, each with the pack in force for it: on its date, or on the day that is asked for. */
export function planFor(
  document: DocumentToCheck,
  installed: readonly InstalledEntry[],
  engines: Engines,
  clockNow: Date,
): Plan {
  const { on, issueDate, syntax } = document;
  const known = knownBt24(installed);
  const now = on === undefined ? clockNow : noonOf(on);
  const today = dayOf(now);
  const { customization } = document;
  if (isComingEdition(customization) && !isKnown(customization, known))
    return { layers: [NOT_JUDGED], severities: new Map(), known };
  const dated = { syntax, issueDate: on ?? issueDate };
  const chosen = selectLayers(document, known).map((choice) => ({
    choice,
    entry: packInForce(installed, choice, dated, today),
    own: packInForce(installed.filter(isOwn), choice, dated, today),
  }));
  const packs = chosen.flatMap(({ entry }) => entry ?? []);
  return {
    layers: chosen.map(({ choice, entry, own }) => {
      const { layer, source, advisory } = choice;
      const named = { layer, source, advisory, entry: null };
      if (CODED_LAYERS.has(layer)) return { ...named, coded: codedCheck(layer, document, engines, now) };
      if (entry) return { ...named, entry: entryTask(entry, own, document, engines) };
      return { ...named, missing: missing(choice, document) };
    }),
    severities: overridesFor(packs, document),
    known,
  };
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

/** In place of all layers: those of 2017 would give wrong verdicts. */
const NOT_JUDGED: LayerTask = {
  layer: 'en16931',
  source: LAYER_SOURCES.en16931,
  advisory: false,
  entry: null,
  missing: {
    outcome: 'not_run',
    code: EDITION_NOT_JUDGED,
    reason: 'no rules are published for EN 16931-1:2026',
    findings: [editionNotJudged()],
  },
};

/** A layer that cannot run before its pack is installed. */
function missing(
  { layer, customization }: LayerChoice,
  { syntax }: DocumentToCheck,
): NonNullable<LayerTask['missing']> {
  const subject = customization ?? syntax;
  const pack = packThatBrings({ layer, syntax, customization });
  const reason = `no rule pack is installed for ${quotedName(subject)}`;
  return {
    outcome: 'not_run',
    code: PACK_MISSING,
    reason: pack ? `${reason}; ${nameOf(pack)} has its rules` : reason,
    findings: [packMissing(subject, pack)],
  };
}

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

/** Rules written here, which tell what they find with the figures of the document. */
const isOwn = ({ origin, kind, engines }: InstalledEntry): boolean =>
  origin === 'built-in' && kind === 'schematron' && engines.includes('compiled');

const entryTask = (
  entry: InstalledEntry,
  own: InstalledEntry | undefined,
  { syntax }: DocumentToCheck,
  { ruleEngine, xsdEngine }: Engines,
): EntryTask => ({
  pack: { id: entry.id, version: entry.version, origin: entry.origin, sha256: entry.checksum },
  ref: entry.ref,
  kind: entry.kind,
  ...(entry.origin === 'official' && entry.kind === 'schematron' && own && { ownWords: own.ref }),
  ...(entry.origin !== 'built-in' && own?.ownRules && { ownRulesNotRun: own.ownRules }),
  engines: entry.engines.toSorted((a, b) => Number(b === ruleEngine) - Number(a === ruleEngine)),
  xsdEngine: xsdEngineFor([syntax], xsdEngine),
});
