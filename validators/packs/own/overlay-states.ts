import { newestOf } from '../../layers/pack-in-force.ts';
import type { Overlay } from '../../vocabulary/overlay.ts';
import type { RuleTexts } from '../diff/rules-of.ts';
import { differencesOf, type PackAt, pairsOf, textsOf } from '../diff/two-packs.ts';
import type { InstalledPack, InstalledPacks } from '../installed.ts';
import { WrongShape } from '../members.ts';
import { OVERLAYS_FILE, OWN_FOLDER, ownHome } from '../own-folders.ts';
import { readOverlays } from '../overlays.ts';

const WHERE = `${OWN_FOLDER}/${OVERLAYS_FILE}`;

/** Sentences about the overlays of a rules folder. */
interface OverlayStates {
  /** What is written there can only be a mistake: a service must not start. */
  readonly problems: readonly string[];
  /** What a person has to look at. */
  readonly notices: readonly OverlayNotice[];
}

interface OverlayNotice {
  /** The release that makes it necessary; undefined if the overlay has ended. */
  readonly pack?: { readonly id: string; readonly version: string };
  readonly says: string;
}

type Installed = Pick<InstalledPacks, 'packs' | 'entries'>;

/** @param today `YYYY-MM-DD` */
export async function overlayStates(
  rulesDir: string,
  installed: Installed,
  today: string,
  home = ownHome(rulesDir),
): Promise<OverlayStates> {
  let overlays: readonly Overlay[];
  try {
    overlays = readOverlays(home);
  } catch (error) {
    if (error instanceof WrongShape) return { problems: [error.message], notices: [] };
    throw error;
  }
  const rules = new RulesOf(rulesDir, installed);
  const problems: string[] = [];
  const notices: OverlayNotice[] = [];
  for (const [n, overlay] of overlays.entries()) {
    const { rule, layer, until } = overlay;
    const ofLayer = rules.packsOf(layer);
    const having = await rules.having(rule, ofLayer);
    if (ofLayer.length > 0 && having.length === 0)
      problems.push(`${WHERE}[${n}].rule: no installed release of ${layer} has a rule ${rule}`);
    if (until < today)
      notices.push({ says: `the overlay of ${rule} (${layer}) ended on ${until}: for later invoices the published rule applies` }); // prettier-ignore
    else for (const id of new Set(having.map(idOf))) notices.push(...(await rules.changesOf(overlay, id)));
  }
  return { problems, notices };
}

class RulesOf {
  private readonly texts = new Map<InstalledPack, Promise<readonly RuleTexts[]>>();

  constructor(
    private readonly rulesDir: string,
    private readonly installed: Installed,
  ) {}

  packsOf(layer: string): readonly InstalledPack[] {
    return this.installed.packs.filter(
      ({ manifest }) => manifest.origin !== 'own' && manifest.entries.some((entry) => entry.layer === layer),
    );
  }

  async having(rule: string, packs: readonly InstalledPack[]): Promise<readonly InstalledPack[]> {
    const all = await Promise.all(packs.map((pack) => this.hasRule(pack, rule)));
    return packs.filter((_, n) => all[n]);
  }

  /** What the newest release of a pack makes of an overlay that was written before it. */
  async changesOf({ rule, layer, from = '', until }: Overlay, id: string): Promise<readonly OverlayNotice[]> {
    const releases = this.packsOf(layer).filter((pack) => idOf(pack) === id);
    const newest = newestIn(releases);
    const since = newest?.manifest.valid_from ?? '';
    if (!newest || since <= from || since > until) return [];
    const pack = { id, version: newest.manifest.version };
    const named = `the overlay of ${rule} (${layer}) until ${until}`;
    if (!(await this.hasRule(newest, rule)))
      return [{ pack, says: `${named} has no effect from ${since} on: ${id} ${pack.version} has no such rule` }]; // prettier-ignore
    const before = newestIn(
      releases.filter(
        ({ manifest: m }) => m.origin === newest.manifest.origin && (m.valid_from ?? '') < since,
      ),
    );
    const aspects = before ? await this.differing(rule, before, newest) : [];
    return aspects.length === 0
      ? []
      : [{ pack, says: `${named} goes on from ${since}, and ${id} ${pack.version} changes the rule (${aspects.join(', ')}): confirm it with a row from ${since}, or remove it` }]; // prettier-ignore
  }

  private async differing(
    rule: string,
    before: InstalledPack,
    after: InstalledPack,
  ): Promise<readonly string[]> {
    const [one, other] = [this.at(before), this.at(after)];
    const aspects: string[] = [];
    for (const pair of pairsOf(one, other)) {
      const { changed } = await differencesOf(one, other, pair);
      aspects.push(...changed.filter(({ id }) => id === rule).flatMap((each) => each.in));
    }
    return [...new Set(aspects)];
  }

  private at(pack: InstalledPack): PackAt {
    const entries = this.installed.entries.filter(({ ref, kind }) => ref.folder === pack.folder && kind !== 'xsd'); // prettier-ignore
    return { rulesDir: this.rulesDir, pack, entries };
  }

  /** From the rules themselves: a catalogue explains a rule once, though several packs have it. */
  private async hasRule(pack: InstalledPack, rule: string): Promise<boolean> {
    const texts = this.texts.get(pack) ?? Promise.all(this.at(pack).entries.map((entry) => textsOf({ rulesDir: this.rulesDir }, entry))); // prettier-ignore
    this.texts.set(pack, texts);
    // The rules of a stylesheet that cannot be read back are not known.
    return (await texts).some(({ rules }) => rules.size === 0 || rules.has(rule));
  }
}

const idOf = ({ manifest }: InstalledPack): string => manifest.id;

const newestIn = (packs: readonly InstalledPack[]): InstalledPack | undefined =>
  newestOf(
    packs.map((pack) => {
      const { version, origin, valid_from: validFrom, valid_until: validUntil } = pack.manifest;
      return { version, origin, validFrom, validUntil, pack };
    }),
  )?.pack;
