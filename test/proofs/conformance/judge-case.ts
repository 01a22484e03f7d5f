import type { PackOrigin } from 'en16931-rules/vocabulary/layer.ts';
import { sourceOf } from 'en16931-rules/layers/layer-selection.ts';
import type { Engine, InstalledEntry } from 'en16931-rules/packs/manifest.ts';
import { type CheckAnswer, type LayerTask, type XsdEngine, xsdEngineFor } from 'en16931-rules/pool/task.ts';
import { compareRules, compareSchema, failed } from './compare.ts';
import { type EntryFinder, schemaOf } from './packs.ts';
import { type RecordedVerdict, suiteOf } from '../verdicts/reference.ts';
import type { Compared } from './score.ts';

/** The dependencies for the recorded cases. */
export interface CaseJudge {
  readonly origin: PackOrigin;
  readonly find: EntryFinder;
  readonly taskOf: (entry: InstalledEntry) => LayerTask;
  /** @returns the answer, or the reason why there is none. */
  run(bytes: Uint8Array, layers: readonly LayerTask[]): Promise<CheckAnswer | string>;
}

/** Checks a case layer by layer. @returns each layer's result compared with the recorded one. */
export async function judgeCase(
  judge: CaseJudge,
  verdict: RecordedVerdict,
  bytes: Uint8Array,
): Promise<Compared[]> {
  const common = { origin: judge.origin, suite: suiteOf(verdict), case: verdict.case };
  return [
    { ...common, ...(await judgeSchema(judge, verdict, bytes)) },
    ...(await judgeRules(judge, verdict, bytes)).map((layer) => ({ ...common, ...layer })),
  ];
}

/** It runs alone, because a refusal by the schema would stop the rules. */
async function judgeSchema({ find, taskOf, run }: CaseJudge, verdict: RecordedVerdict, bytes: Uint8Array) {
  const { pack, path } = schemaOf(verdict);
  const entry = find(pack, path, verdict);
  if (!entry) return { layer: 'xsd', durationMs: 0 };
  const answer = await run(bytes, [taskOf(entry)]);
  const layer = typeof answer === 'string' ? undefined : answer.layers[0];
  return {
    layer: 'xsd',
    durationMs: layer?.durationMs ?? 0,
    comparison: layer ? compareSchema(verdict.xsd_valid, layer) : failed(String(answer)),
  };
}

async function judgeRules({ find, taskOf, run }: CaseJudge, verdict: RecordedVerdict, bytes: Uint8Array) {
  const asked = verdict.layers.map((recorded) => ({
    recorded,
    entry: find(recorded.pack, recorded.schematron, verdict),
  }));
  const there = asked.flatMap(({ recorded, entry }) => (entry ? [{ recorded, entry }] : []));
  const tasks = there.map(({ entry }) => taskOf(entry));
  const answer = tasks.length > 0 ? await run(bytes, tasks) : '';
  return asked.map(({ recorded, entry }) => {
    const name = `${recorded.pack} ${recorded.schematron.slice(recorded.schematron.lastIndexOf('/') + 1)}`;
    if (!entry) return { layer: name, durationMs: 0 };
    const at = there.findIndex((each) => each.recorded === recorded);
    const layer = typeof answer === 'string' ? undefined : answer.layers[at];
    const comparison =
      layer && typeof answer !== 'string'
        ? compareRules(recorded, layer, answer.tallies?.[at])
        : failed(String(answer));
    return { layer: name, durationMs: layer?.durationMs ?? 0, comparison };
  });
}

export function taskOf(entry: InstalledEntry, engine: Engine, xsdEngine: XsdEngine): LayerTask {
  return {
    layer: entry.layer,
    source: sourceOf(entry.layer),
    advisory: false,
    entry: {
      pack: { id: entry.id, version: entry.version, origin: entry.origin },
      ref: entry.ref,
      kind: entry.kind,
      // Only the requested engine, or its fallback when the pack was compiled: no other may answer for it.
      engines: entry.engines.includes(engine) ? [engine] : entry.engines,
      xsdEngine: xsdEngineFor(entry.syntaxes, xsdEngine),
    },
  };
}
