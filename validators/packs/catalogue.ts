import { OWNERS, type Owner } from '../vocabulary/finding.ts';
import { isMessage, isSentences, type Text } from '../vocabulary/message.ts';
import type { InstalledPack } from './installed.ts';
import { Members, WrongShape, eachOf, parseJson } from './members.ts';
import { PackDamaged, SOURCE, readVerified } from './pack-files.ts';

/** The explanations of a pack's rules, among its files. */
export const CATALOGUE_FILE = 'catalogue.json';

/** A rule id as GET /catalogue shows it (decisions, "catalogue entry"), with the business term of its findings. */
export interface RuleCatalogueEntry {
  readonly code: string;
  readonly aliases: readonly string[];
  readonly family: string;
  readonly who_fixes: Owner;
  readonly title: Text;
  /** Left out if its title says all. What the rule weighs is said beside it. */
  readonly explanation?: Text;
  readonly fix_hint: Text;
  /** Another pack has the rule, too, and explains it: this one has its words in this pack. */
  readonly restates?: true;
  /** Its words in another syntax. */
  readonly other_wordings?: readonly OtherWording[];
  /** Names of routes whose documents it checks. */
  readonly routes: readonly string[];
  readonly layer: string | null;
  readonly term?: string;
  /** Absent for a rule that is never reported. */
  readonly weights?: RuleWeights;
}

export interface OtherWording {
  readonly title: Text;
  readonly fix_hint: Text;
}

export const FLAGS = ['fatal', 'warning', 'information'] as const;
/** The weight of a rule in each syntax that has it. */
export type RuleWeights = Readonly<Record<string, (typeof FLAGS)[number]>>;

/**
 * The explanations of an installed pack's rules; empty if it has none.
 * @throws PackDamaged if the file differs from the manifest, or has another form.
 */
export async function catalogueOf(
  rulesDir: string,
  { folder, manifest }: InstalledPack,
): Promise<readonly RuleCatalogueEntry[]> {
  const hash = manifest.files[CATALOGUE_FILE];
  if (hash === undefined) return [];
  const bytes = await readVerified(rulesDir, folder, [`${SOURCE}/${CATALOGUE_FILE}`, hash]);
  try {
    const json = parseJson(new TextDecoder().decode(bytes), CATALOGUE_FILE);
    return eachOf(json, CATALOGUE_FILE, readEntry);
  } catch (error) {
    if (error instanceof WrongShape) throw new PackDamaged(folder, error.message);
    throw error;
  }
}

function readEntry(json: unknown, where: string): RuleCatalogueEntry {
  const entry = new Members(json, where);
  return {
    code: entry.text('code'),
    aliases: entry.texts('aliases'),
    family: entry.text('family'),
    who_fixes: entry.oneOf('who_fixes', OWNERS),
    title: entry.read('title', textIn),
    ...(entry.has('explanation') && { explanation: entry.read('explanation', textIn) }),
    fix_hint: entry.read('fix_hint', textIn),
    ...(entry.has('restates') && { restates: true }),
    ...(entry.has('other_wordings') && {
      other_wordings: entry.list('other_wordings').map((one) => ({
        title: one.read('title', textIn),
        fix_hint: one.read('fix_hint', textIn),
      })),
    }),
    routes: entry.texts('routes'),
    layer: entry.textOrNull('layer'),
    ...(entry.has('term') && { term: entry.text('term') }),
    ...(entry.has('weights') && {
      weights: entry.members('weights').each((weights, syntax) => weights.oneOf(syntax, FLAGS)),
    }),
  };
}

const textIn = (value: unknown): Text | undefined =>
  (typeof value === 'string' && value !== '') || isMessage(value) || isSentences(value) ? value : undefined;
