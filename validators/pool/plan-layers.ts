import { say } from '../vocabulary/message.ts';
import {
  CODED_LAYERS,
  isKnown,
  type KnownBt24,
  LAYER_SOURCES,
  type LayerChoice,
  layersOf,
  type RouteLayers,
  sourceOf,
  type SubjectOfChecks,
} from '../layers/layer-selection.ts';
import {
  dayOfRules,
  type ForClient,
  knownBt24,
  type LayerOfPacks,
  overridesFor,
  ownPacksFor,
  packInForce,
} from '../layers/pack-in-force.ts';
import type { Engine, InstalledEntry } from '../packs/manifest.ts';
import { EDITION_NOT_JUDGED, editionNotJudged, isComingEdition } from '../vocabulary/coming-edition.ts';
import { isForClient, isOnDay, type NamedOverlay, overlaidBy } from '../vocabulary/overlay.ts';
import { type CheckOrder, type EntryTask, type LayerTask, type XsdEngine, xsdEngineFor } from './task.ts';

interface PlannedEngines {
  readonly ruleEngine: Engine;
  readonly xsdEngine: XsdEngine;
}

interface Planning {
  readonly engines: PlannedEngines;
  /** `YYYY-MM-DD` */
  readonly today: string;
  readonly coded: (layer: LayerChoice['layer']) => NonNullable<LayerTask['coded']>;
  /** @param layer of a publisher whose pack is not installed, or of own rules that are not compiled. */
  readonly missing: (layer: LayerOfPacks) => NonNullable<LayerTask['missing']>;
}

interface PlannedDocument extends SubjectOfChecks, ForClient {
  readonly issueDate: string | null;
  /** The day by whose packs it is checked instead. */
  readonly on?: string | undefined;
}

export interface LayerPlan extends Pick<CheckOrder, 'layers' | 'severities'> {
  /** The subjects of the packs that were installed when it was made. */
  readonly known: KnownBt24;
}

/** The layers of a document, each with the pack in force for it: on its date, or on the day that is asked for. */
export function planLayers(
  document: PlannedDocument,
  ofRoute: RouteLayers,
  installed: readonly InstalledEntry[],
  planning: Planning,
): LayerPlan {
  const known = knownBt24(installed);
  const { customization } = document;
  if (isComingEdition(customization) && !isKnown(customization, known))
    return { layers: [NOT_JUDGED], severities: new Map(), known };
  return { ...planChoices(layersOf(document, ofRoute, known), document, installed, planning), known };
}

function planChoices(
  choices: readonly LayerChoice[],
  document: PlannedDocument,
  installed: readonly InstalledEntry[],
  { engines, today, coded, missing }: Planning,
): Pick<CheckOrder, 'layers' | 'severities'> {
  const dated = { ...document, issueDate: document.on ?? document.issueDate };
  const chosen = choices.map((choice) => ({
    choice,
    entry: packInForce(installed, choice, dated, today),
    builtIn: packInForce(installed.filter(isBuiltIn), choice, dated, today),
    beside: ownPacksFor(installed, choice, dated, today),
  }));
  const official = ({ choice, entry, builtIn }: (typeof chosen)[number]): LayerTask => {
    const { layer, source, advisory } = choice;
    const named = { layer, source, advisory, entry: null };
    if (CODED_LAYERS.has(layer)) return { ...named, coded: coded(layer) };
    if (entry)
      return {
        ...named,
        entry: entryTask(entry, builtIn, document, engines),
        ...overlaysOf(entry, document, dayOfRules(dated, today)),
      };
    return { ...named, missing: missing(choice) };
  };
  return {
    layers: chosen.flatMap((one) => [
      official(one),
      ...one.beside.map((own) => ownTask(own, document, { engines, missing })),
    ]),
    severities: overridesFor(
      chosen.flatMap(({ entry }) => entry ?? []),
      document,
    ),
  };
}

/** A document has the overlays of its day, as it has the rules of its day: a repeated check gives the same. */
function overlaysOf(
  { overlays = [] }: InstalledEntry,
  { client }: ForClient,
  day: string,
): { readonly overlays?: readonly NamedOverlay[] } {
  const applying = overlays.filter((overlay) => isForClient(overlay, client) && isOnDay(overlay, day));
  return applying.length > 0
    ? { overlays: applying.map(({ rule, ...overlay }) => ({ rule, ...overlaidBy(overlay) })) }
    : {};
}

/** Own rules refuse by themselves: whatever the layer beside them may break, they are binding. */
const ownTask = (
  own: InstalledEntry,
  document: Pick<PlannedDocument, 'syntax'>,
  { engines, missing }: Pick<Planning, 'engines' | 'missing'>,
): LayerTask => {
  const named = { layer: own.layer, source: sourceOf(own.layer), advisory: false };
  return own.engines.length > 0
    ? { ...named, entry: entryTask(own, undefined, document, engines) }
    : { ...named, entry: null, missing: missing({ layer: own.layer, customization: null }) };
};

/** In place of all layers of a document of the edition of 2026: those of 2017 would give wrong verdicts. */
const NOT_JUDGED: LayerTask = {
  layer: 'en16931',
  source: LAYER_SOURCES.en16931,
  advisory: false,
  entry: null,
  missing: {
    outcome: 'not_run',
    code: EDITION_NOT_JUDGED,
    reason: say('pool.no-rules-are-published-for-en'),
    findings: [editionNotJudged()],
  },
};

/** Rules written here, which tell what they find with the figures of the document. */
const isBuiltIn = ({ origin, kind, engines }: InstalledEntry): boolean =>
  origin === 'built-in' && kind === 'schematron' && engines.includes('compiled');

const entryTask = (
  entry: InstalledEntry,
  builtIn: InstalledEntry | undefined,
  { syntax }: Pick<PlannedDocument, 'syntax'>,
  { ruleEngine, xsdEngine }: PlannedEngines,
): EntryTask => ({
  pack: { id: entry.id, version: entry.version, origin: entry.origin, sha256: entry.checksum },
  ...(entry.validFrom !== null && { since: entry.validFrom }),
  ref: entry.ref,
  kind: entry.kind,
  ...(entry.origin === 'official' && entry.kind === 'schematron' && builtIn && { ownWords: builtIn.ref }),
  ...(entry.origin !== 'built-in' && builtIn?.ownRules && { ownRulesNotRun: builtIn.ownRules }),
  engines: entry.engines.toSorted((a, b) => Number(b === ruleEngine) - Number(a === ruleEngine)),
  xsdEngine: xsdEngineFor([syntax], xsdEngine),
});
