import { setImmediate as nextTurn } from 'node:timers/promises';
import { Newest } from '../../domain/newest.ts';
import type {
  ChangedRule,
  PackChanges,
  PackName,
  PackRule,
  PackRules,
  RulesOfPack,
} from '../../ports/pack-rules.ts';
import { compareRules } from 'en16931-rules/packs/diff/compare-rules.ts';
import { type RuleText, type RuleTexts, rulesOf } from 'en16931-rules/packs/diff/rules-of.ts';
import { type PackAt, packAmong, pairsOf } from 'en16931-rules/packs/diff/two-packs.ts';
import { VerifiedEntry } from 'en16931-rules/packs/load.ts';
import type { InstalledEntry } from 'en16931-rules/packs/manifest.ts';
import type { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';

/** Rule files whose texts are remembered: those of two versions of a large pack, and some more. */
const MAX_REMEMBERED = 12;

const NONE: RuleTexts = { rules: new Map(), shared: new Map() };

/** The rules of the packs in `RULES_DIR`. A file takes up to a quarter of a second to read, so its texts are remembered: packs never change. */
export class InstalledPackRules implements PackRules {
  /** By folder and path. */
  private readonly read = new Newest<RuleTexts>(MAX_REMEMBERED);

  constructor(private readonly folder: RulesFolder) {}

  async rules(name: string): Promise<RulesOfPack | undefined> {
    const at = await this.find(name);
    if (!at) return undefined;
    const entries = [];
    for (const entry of at.entries.filter(({ kind }) => kind !== 'xsd')) {
      const { rules } = await this.textsOf(entry);
      entries.push({ ...subjectOf(entry), rules: [...rules.values()].map(ruleOf) });
    }
    return { pack: nameOf(at), entries };
  }

  async changes(before: string, after: string): Promise<PackChanges | undefined> {
    const [one, other] = [await this.find(before), await this.find(after)];
    if (!one || !other) return undefined;
    const entries = [];
    for (const { before: was, after: is } of pairsOf(one, other)) {
      const [old, fresh] = [await this.textsOf(was), await this.textsOf(is)];
      const { added, removed, changed, shared } = compareRules(old, fresh);
      const changes: readonly ChangedRule[] = changed.map(({ id, in: aspects }) => ({
        id,
        in: aspects,
        before: ruleIn(old, id),
        after: ruleIn(fresh, id),
      }));
      entries.push({
        ...subjectOf((is ?? was)!),
        in: was && is ? ('both' as const) : was ? ('before' as const) : ('after' as const),
        added: added.map((id) => ruleIn(fresh, id)),
        removed: removed.map((id) => ruleIn(old, id)),
        changed: changes,
        shared,
      });
    }
    return { before: nameOf(one), after: nameOf(other), entries };
  }

  private async find(name: string): Promise<PackAt | undefined> {
    return packAmong(this.folder.rulesDir, await this.folder.read(), name);
  }

  private async textsOf(entry: InstalledEntry | undefined): Promise<RuleTexts> {
    if (!entry) return NONE;
    const key = `${entry.ref.folder}/${entry.ref.path}`;
    const texts = this.read.get(key) ?? (await this.readTexts(entry));
    this.read.set(key, texts);
    return texts;
  }

  private async readTexts({ ref }: InstalledEntry): Promise<RuleTexts> {
    const verified = await VerifiedEntry.open(this.folder.rulesDir, ref);
    const source = await verified.source();
    // Between two files other calls get their turn.
    await nextTurn();
    return rulesOf(source, verified.entry);
  }
}

const nameOf = ({ pack: { manifest } }: PackAt): PackName => ({
  id: manifest.id,
  version: manifest.version,
  origin: manifest.origin,
});

const subjectOf = ({ layer, syntaxes, customizations }: InstalledEntry) => ({
  layer,
  syntaxes,
  customizations,
});

const ruleIn = ({ rules }: RuleTexts, id: string): PackRule => ruleOf(rules.get(id) ?? { id, says: {} });

/** A declaration of a schema has no text to read. */
const ruleOf = ({ id, says: { severity, words, test } }: RuleText): PackRule => ({
  id,
  ...(severity !== undefined && { severity }),
  ...(words !== undefined && { text: words }),
  ...(test !== undefined && { test }),
});
