import { isMessage, isSameText, say, sayEnglish, sentences } from 'en16931-rules/vocabulary/message.ts';
import type { CatalogueEntry } from '../../domain/catalogue/entry.ts';
import { OWN_CODES } from '../../domain/catalogue/own-codes.ts';
import { describeSource, memberOf } from '../../domain/catalogue/describe-source.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { SearchableCatalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import { inForceOn } from 'en16931-rules/layers/pack-in-force.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { weightInWords } from 'en16931-rules/packs/weight-in-words.ts';
import { type RuleCatalogueEntry, type RuleWeights, catalogueOf } from 'en16931-rules/packs/catalogue.ts';
import type { InstalledPack, InstalledPacks } from 'en16931-rules/packs/installed.ts';
import { PackDamaged } from 'en16931-rules/packs/pack-files.ts';
import type { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';

/** Our own codes, and the rule ids of the packs in `RULES_DIR`. */
export class KnownCodes implements SearchableCatalogue {
  private installed: InstalledPacks | undefined;
  private day = '';
  private described: readonly DescribedPack[] = [];
  private made: Codes | undefined;

  constructor(
    private readonly rules: RulesFolder,
    private readonly clock: Clock = { now: () => new Date() },
  ) {}

  /** Reads the texts of the installed packs, if these have changed, or others are in force. */
  async refresh(): Promise<void> {
    const installed = await this.rules.read();
    const day = dayOf(this.clock.now());
    if (installed === this.installed && day === this.day) return;
    this.described = await Promise.all(
      installed.packs
        .toSorted(builtInFirst)
        .map(async (pack) => ({ pack, rows: await wordsOf(this.rules.rulesDir, pack) })),
    );
    this.made = undefined;
    [this.installed, this.day] = [installed, day];
  }

  find(code: string): CatalogueEntry | undefined {
    return this.codes.entries.get(code);
  }

  all(): readonly CatalogueEntry[] {
    return this.codes.distinct;
  }

  /** Made at the first look, which takes longer than the check of a document that has no finding. */
  private get codes(): Codes {
    return (this.made ??= codesOn(this.day, this.described));
  }
}

interface Codes {
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
  /** Each once, without those of clients. */
  readonly distinct: readonly CatalogueEntry[];
}

/** Our own codes come first: the contract's statement about a code goes before a pack's. */
function codesOn(day: string, described: readonly DescribedPack[]): Codes {
  const weights = weightsOn(day, described);
  const rules = onAllRoutes([
    ...described.flatMap((one) => entriesOf(one, weights)),
    ...described.flatMap(restatedIn),
  ]);
  const words = new Map(rules.map((rule) => [rule.code, rule]));
  const own = OWN_CODES.map((code) => withWordings(code, words.get(code.code)));
  const entries = byCode([...own, ...rules]);
  return { entries, distinct: [...new Set(entries.values())].filter(({ isPrivate }) => isPrivate !== true) };
}

function byCode(entries: readonly CatalogueEntry[]): ReadonlyMap<string, CatalogueEntry> {
  const known = new Map<string, CatalogueEntry>();
  const own = new Set(entries.map(({ code }) => code));
  for (const entry of entries) {
    // A code with an entry of its own is no alias, and an alias answers the entry that lists it.
    const aliases = entry.aliases.filter((alias) => !own.has(alias) && !known.has(alias));
    const listed = aliases.length === entry.aliases.length ? entry : { ...entry, aliases };
    for (const code of [entry.code, ...aliases]) if (!known.has(code)) known.set(code, listed);
  }
  return known;
}

/** The first texts for a code stay. Its routes are those of every pack that has it: XRechnung shares rules with Peppol. */
function onAllRoutes(entries: readonly CatalogueEntry[]): readonly CatalogueEntry[] {
  const known = new Map<string, CatalogueEntry>();
  for (const entry of entries) {
    const first = known.get(entry.code);
    const some = new Set([...(first?.routes ?? []), ...entry.routes]);
    const routes = ROUTES.filter((route) => some.has(route));
    known.set(entry.code, { ...(first ? withWordings(first, entry) : entry), routes });
  }
  return [...known.values()];
}

function withWordings(first: CatalogueEntry, other: CatalogueEntry | undefined): CatalogueEntry {
  const known = [first, ...(first.otherWordings ?? [])];
  const more = (other ? [other, ...(other.otherWordings ?? [])] : [])
    .filter(({ title }) => isMessage(title))
    .filter(
      ({ title, fixHint }) =>
        !known.some((one) => isSameText(one.title, title) && isSameText(one.fixHint, fixHint)),
    )
    .map(({ title, fixHint }) => ({ title, fixHint }));
  return more.length > 0 ? { ...first, otherWordings: [...known.slice(1), ...more] } : first;
}

/** Official packs have only their messages, and several of them repeat one id. */
const builtInFirst = ({ manifest: one }: InstalledPack, { manifest: other }: InstalledPack): number =>
  Number(one.origin !== 'built-in') - Number(other.origin !== 'built-in');

// A pack whose texts cannot be read still checks documents. The start and GET /health report it.
const wordsOf: typeof catalogueOf = (rulesDir, pack) =>
  catalogueOf(rulesDir, pack).catch((error: unknown) => {
    if (error instanceof PackDamaged) return [];
    throw error;
  });

const restatedIn = ({ rows }: DescribedPack): readonly CatalogueEntry[] =>
  rows.filter(({ restates }) => restates).map((row) => ({ ...entryOf(row, {}), routes: [] }));

interface DescribedPack {
  readonly pack: InstalledPack;
  readonly rows: readonly RuleCatalogueEntry[];
}

/** By layer and code: the weights that the packs in force give a rule. */
type WeightsByRule = ReadonlyMap<string, RuleWeights>;
const ruleKey = ({ layer, code }: Pick<RuleCatalogueEntry, 'layer' | 'code'>): string => `${layer} ${code}`;

function weightsOn(day: string, described: readonly DescribedPack[]): WeightsByRule {
  const versions = described.map(({ pack: { manifest: m }, rows }) => ({
    rows,
    version: m.version,
    origin: m.origin,
    validFrom: m.valid_from,
    validUntil: m.valid_until,
  }));
  const weights = new Map<string, RuleWeights>();
  for (const row of inForceOn(versions, day).flatMap(({ rows }) => rows))
    weights.set(ruleKey(row), { ...row.weights, ...weights.get(ruleKey(row)) });
  return weights;
}

function entriesOf({ pack, rows }: DescribedPack, inForce: WeightsByRule): readonly CatalogueEntry[] {
  const { origin, clients } = pack.manifest;
  const isPublished = origin === 'official' || origin === 'edited';
  return rows
    .filter(({ restates }) => !restates)
    .map((row) => entryOf(row, { ...row.weights, ...inForce.get(ruleKey(row)) }))
    .map((entry) => ({
      ...entry,
      ...(isPublished && { isPublished }),
      ...(clients && { isPrivate: true }),
    }));
}

function entryOf(
  { who_fixes, fix_hint, weights, explanation, other_wordings, restates: _, ...row }: RuleCatalogueEntry,
  inForce: RuleWeights,
): CatalogueEntry {
  const field = row.term === undefined ? undefined : memberOf(row.term);
  return {
    ...row,
    ...(field !== undefined && { field }),
    family: sayEnglish('families', row.family),
    explanation: sentences(
      explanation ?? say('networks.sentence', { text: row.title }),
      weights && weightInWords(new Map(Object.entries(inForce))),
      describeSource(row.term),
    ),
    whoFixes: who_fixes,
    fixHint: fix_hint,
    ...(other_wordings && {
      otherWordings: other_wordings.map((one) => ({ title: one.title, fixHint: one.fix_hint })),
    }),
  };
}
