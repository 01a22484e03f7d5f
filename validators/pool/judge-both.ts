import { say } from '../vocabulary/message.ts';
import { overridesFor } from '../layers/pack-in-force.ts';
import { type Outcome, outcomeOf } from '../vocabulary/layer.ts';
import type { EntryPair, PackAt } from '../packs/diff/two-packs.ts';
import type { InstalledEntry } from '../packs/manifest.ts';
import { askSchema } from './ask-schema.ts';
import { CheckedFile, Unreadable } from './checked-file.ts';
import { judge, notRun } from './judge.ts';
import { PackCache } from './pack-cache.ts';
import { rootOf } from '../xml/xml-tree.ts';
import { type DocumentKind, kindOf } from './document-kind.ts';
import { DEFAULT_XSD_ENGINE, type EntryTask } from './task.ts';
import type { Finding, Severity } from '../vocabulary/finding.ts';

export interface DocumentToCompare {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Whose document it is, and on which route, if that is known. */
  readonly client?: string;
  readonly route?: string;
  /** True if the entry is for such a document; if left out, its BT-24 decides alone. */
  readonly isFor?: (entry: InstalledEntry, kind: DocumentKind) => boolean;
}

/** The results of one document under both packs in a layer; `none`: the pack is not for it. */
export interface VerdictPair {
  readonly name: string;
  readonly was: Outcome['outcome'] | 'none';
  readonly is: Outcome['outcome'] | 'none';
  /** Codes that only the second pack reports. */
  readonly added: readonly string[];
  /** Codes that only the first pack reports. */
  readonly gone: readonly string[];
}

/** Far more than any document takes. */
const PATIENCE_MS = 60_000;

/** Checks documents by two packs, with the engines of the service. */
export class TwoJudges implements Comparing {
  private readonly before: OneJudge;
  private readonly after: OneJudge;

  constructor(
    private readonly packs: { readonly before: PackAt; readonly after: PackAt },
    private readonly pairs: readonly EntryPair[],
  ) {
    this.before = new OneJudge(packs.before.rulesDir);
    this.after = new OneJudge(packs.after.rulesDir);
  }

  /** @returns undefined for a file that is no invoice in XML, or that neither pack is for. */
  async judge({ name, bytes, isFor = byBt24 }: DocumentToCompare): Promise<readonly VerdictPair[]> {
    const kind = this.after.kindOf(bytes);
    if (!kind) return [];
    const pairs: VerdictPair[] = [];
    for (const pair of this.pairs) {
      const [before, after] = [pair.before, pair.after].map((entry) =>
        entry && isFor(entry, kind) ? entry : undefined,
      );
      if (!before && !after) continue;
      const was = before && (await this.outcome('before', before, bytes, kind));
      const is = after && (await this.outcome('after', after, bytes, kind));
      pairs.push({ name, was: was?.outcome ?? 'none', is: is?.outcome ?? 'none', ...codesOf(was, is) });
    }
    return pairs;
  }

  private outcome(
    side: 'before' | 'after',
    entry: InstalledEntry,
    bytes: Uint8Array,
    { syntax, specification }: DocumentKind,
  ): Promise<Outcome> {
    const severities = overridesFor(this.packs[side].entries, { syntax, customization: specification });
    return this[side].outcome(entry, bytes, severities);
  }
}

/** Checks documents by two states of rules. */
export interface Comparing {
  judge(document: DocumentToCompare): Promise<readonly VerdictPair[]>;
}

/** A fragment without BT-24 gets every entry for its syntax. */
const byBt24 = (
  { syntaxes, customizations }: InstalledEntry,
  { syntax, specification }: DocumentKind,
): boolean =>
  syntaxes.includes(syntax) &&
  (specification === null || customizations.includes('*') || customizations.includes(specification));

/** @param nameOf a finding: two with one name are alike. */
export function codesOf(
  was: Outcome | undefined,
  is: Outcome | undefined,
  nameOf = ({ code }: Finding): string => code,
): Pick<VerdictPair, 'added' | 'gone'> {
  const codes = (outcome: Outcome | undefined) => new Set(outcome?.findings.map(nameOf));
  const [before, after] = [codes(was), codes(is)];
  return {
    added: [...after].filter((code) => !before.has(code)),
    gone: [...before].filter((code) => !after.has(code)),
  };
}

type Judging = Pick<EntryTask, 'ref' | 'kind' | 'engines'> & { readonly layer: string };

export class OneJudge {
  private readonly cache: PackCache;

  constructor(rulesDir: string) {
    this.cache = new PackCache(rulesDir);
  }

  /** @returns undefined for a file that cannot be read, or is no invoice. */
  kindOf(bytes: Uint8Array): DocumentKind | undefined {
    try {
      return kindOf(rootOf(this.fileOf(bytes).document()));
    } catch (error) {
      if (error instanceof Unreadable) return undefined;
      throw error;
    }
  }

  private fileOf(bytes: Uint8Array): CheckedFile {
    return new CheckedFile(bytes, this.cache.vocabulary);
  }

  async outcome(
    entry: Judging,
    bytes: Uint8Array,
    severities: ReadonlyMap<string, Severity>,
  ): Promise<Outcome> {
    try {
      return await (entry.kind === 'xsd' ? this.bySchema(entry, bytes) : this.byRules(entry, bytes, severities)); // prettier-ignore
    } catch (error) {
      if (error instanceof Unreadable) return notRun(say('pool.file-cannot-be-read'));
      throw error;
    }
  }

  private async byRules(
    entry: Judging,
    bytes: Uint8Array,
    severities: ReadonlyMap<string, Severity>,
  ): Promise<Outcome> {
    const [engine] = entry.engines;
    if (!engine) return notRun(say('pool.rule-pack-has-no-program'));
    const rules = await this.cache.rules(entry.ref, engine);
    const run = await rules.run(this.fileOf(bytes), PATIENCE_MS);
    return judge(run, entry.layer, severities);
  }

  private async bySchema({ ref }: Judging, bytes: Uint8Array): Promise<Outcome> {
    const run = await askSchema(this.cache, ref, DEFAULT_XSD_ENGINE, this.fileOf(bytes));
    return run.kind === 'escape' ? notRun(say('pool.schema-check-failed')) : outcomeOf(run.findings);
  }
}
