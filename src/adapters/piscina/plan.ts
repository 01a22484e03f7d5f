import { type KnownBt24, selectLayers } from '../../domain/checks/layers/layer-selection.ts';
import { knownBt24, overridesFor, packInForce } from '../../domain/checks/layers/pack-in-force.ts';
import type { DocumentToCheck } from '../../ports/validator.ts';
import type { Engine, InstalledEntry } from '../../../validators/packs/manifest.ts';
import {
  type CheckTask,
  type EntryTask,
  type LayerTask,
  type XsdEngine,
  xsdEngineFor,
} from '../../../validators/pool/task.ts';

/** What judges, as the settings have it. */
export interface Engines {
  readonly ruleEngine: Engine;
  readonly xsdEngine: XsdEngine;
}

export interface Plan {
  readonly layers: readonly LayerTask[];
  readonly severities: CheckTask['severities'];
  /** What the packs speak about that were installed when it was made. */
  readonly known: KnownBt24;
}

/** Which layers a document passes, each with the pack in force for it. */
export function planFor(
  document: DocumentToCheck,
  installed: readonly InstalledEntry[],
  engines: Engines,
  today: string,
): Plan {
  const known = knownBt24(installed);
  const chosen = selectLayers(document, known).map((choice) => ({
    choice,
    entry: packInForce(installed, choice, document, today),
  }));
  const packs = chosen.flatMap(({ entry }) => entry ?? []);
  return {
    layers: chosen.map(({ choice: { layer, source, advisory, customization }, entry }) => ({
      layer,
      source,
      advisory,
      entry: entry ? entryTask(entry, document, engines) : null,
      ...(!entry && { missing: `no rule pack is installed for ${customization ?? document.syntax}` }),
    })),
    severities: overridesFor(packs, document),
    known,
  };
}

const entryTask = (
  entry: InstalledEntry,
  { syntax }: DocumentToCheck,
  { ruleEngine, xsdEngine }: Engines,
): EntryTask => ({
  pack: { id: entry.id, version: entry.version, origin: entry.origin },
  ref: entry.ref,
  kind: entry.kind,
  engines: entry.engines.toSorted((a, b) => Number(b === ruleEngine) - Number(a === ruleEngine)),
  xsdEngine: xsdEngineFor([syntax], xsdEngine),
});
