import type { InstalledEntry } from 'en16931-rules/packs/manifest.ts';
import {
  codesOf,
  type Comparing,
  type DocumentToCompare,
  OneJudge,
  type VerdictPair,
} from 'en16931-rules/pool/judge-both.ts';
import { overlaid } from 'en16931-rules/pool/overlaid.ts';
import type { LayerPlan } from 'en16931-rules/pool/plan-layers.ts';
import { DEFAULT_XSD_ENGINE, type LayerTask } from 'en16931-rules/pool/task.ts';
import type { Outcome } from 'en16931-rules/vocabulary/layer.ts';
import { planFor } from '../../adapters/piscina/plan.ts';
import { REAL_CLOCK } from '../../adapters/system/real-clock.ts';
import type { Route } from '../../domain/vocabulary/route.ts';

/** Installed packs, with the own rules and overlays of one set. */
type RuleSet = readonly InstalledEntry[];

interface SetsToCompare {
  readonly rulesDir: string;
  readonly before: RuleSet;
  readonly after: RuleSet;
  /** The day whose rules check the documents; that of each if left out. */
  readonly on?: string | undefined;
  /** Whose documents those are that are no client's. */
  readonly client?: string | undefined;
}

const ENGINES = { environment: 'sandbox', ruleEngine: 'compiled', xsdEngine: DEFAULT_XSD_ENGINE } as const;

/** Checks documents by the layers that differ between two sets of own rules and overlays. */
export class TwoSets implements Comparing {
  private readonly checks: OneJudge;

  constructor(private readonly sets: SetsToCompare) {
    this.checks = new OneJudge(sets.rulesDir);
  }

  /** @returns none if both sets check the document by the same rules. */
  async judge({ name, bytes, client, route }: DocumentToCompare): Promise<readonly VerdictPair[]> {
    const kind = this.checks.kindOf(bytes);
    if (!kind) return [];
    const { before, after, on } = this.sets;
    const document = {
      bytes,
      syntax: kind.syntax,
      customization: kind.specification,
      issueDate: kind.issueDate,
      route: (route as Route | undefined) ?? null,
      ...clientOf(client ?? this.sets.client),
      ...(on !== undefined && { on }),
    };
    const [was, is] = [before, after].map((set) => planFor(document, set, ENGINES, REAL_CLOCK.now()));
    const pairs: VerdictPair[] = [];
    for (const layer of new Set([was, is].flatMap((plan) => plan?.layers.map((task) => task.layer) ?? []))) {
      const [first, second] = [taskOf(was, layer), taskOf(is, layer)];
      if (keyOf(first) === keyOf(second)) continue;
      const [one, other] = [await this.outcome(was, first, bytes), await this.outcome(is, second, bytes)];
      const codes = codesOf(one, other, ({ code, severity }) => `${code} (${severity})`);
      pairs.push({ name, was: one.outcome, is: other.outcome, ...codes });
    }
    return pairs;
  }

  private async outcome(
    plan: LayerPlan | undefined,
    task: LayerTask | undefined,
    bytes: Uint8Array,
  ): Promise<Outcome> {
    // Rules that a set does not have refuse nothing.
    if (!task || !plan) return { outcome: 'valid', findings: [] };
    if (!task.entry) return task.missing ?? { outcome: 'valid', findings: [] };
    const outcome = await this.checks.outcome({ ...task.entry, layer: task.layer }, bytes, plan.severities);
    return overlaid(outcome, task.overlays);
  }
}

const clientOf = (client: string | undefined) => (client === undefined ? {} : { client });

const taskOf = (plan: LayerPlan | undefined, layer: string): LayerTask | undefined =>
  plan?.layers.find((task) => task.layer === layer);

const keyOf = (task: LayerTask | undefined): string =>
  JSON.stringify([task?.entry?.ref, task?.overlays, task?.missing?.code]);
