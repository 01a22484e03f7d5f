import { comingPacks, type PackRow, packsInForce } from '../../domain/checks/layers/packs-in-force.ts';
import { type PackAge, packAges, type Publisher } from 'en16931-rules/layers/pack-age.ts';
import { dayOf, daysLeft } from 'en16931-rules/vocabulary/utc-days.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { InstalledRules, RulePacks } from '../../ports/rule-packs.ts';
import type { Telemetry } from '../../ports/telemetry.ts';

interface Surroundings {
  readonly packs: RulePacks;
  readonly publishers: readonly Publisher[];
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly telemetry: Pick<Telemetry, 'packChanged' | 'packsAge' | 'packsComing' | 'packsInForce'>;
}

/** The packs at the last look. */
interface Seen {
  readonly entries: readonly InstalledRules[];
  readonly today: string;
  readonly installed: ReadonlyMap<string, InstalledRules>;
  readonly inForce: ReadonlyMap<string, PackRow<InstalledRules>>;
  readonly ages: readonly PackAge<InstalledRules>[];
}

/**
 * Logs when packs are installed or removed, when another pack begins to judge, also because its day has come, and when a pack has become
 * older than its publisher's rhythm.
 */
export class WatchPacks {
  private seen: Seen | undefined;

  constructor(private readonly surroundings: Surroundings) {}

  /** The first run only looks: the packs that are there at a start are no change. */
  async run(): Promise<void> {
    const { packs, publishers, clock, telemetry } = this.surroundings;
    const [entries, today] = [await packs.entries(), dayOf(clock.now())];
    const before = this.seen;
    if (before?.entries === entries && before.today === today) return;
    const now = { ...readSeen(entries, today), ages: packAges(entries, publishers, today) };
    this.seen = now;
    telemetry.packsInForce(
      [...new Set(now.inForce.values())].flatMap(({ layer, inForce }) =>
        inForce ? { layer, pack: nameOf(inForce) } : [],
      ),
    );
    telemetry.packsComing(
      comingPacks(now.inForce.values()).map(({ layer, pack, day }) => ({
        layer,
        pack: nameOf(pack),
        days: daysLeft(day, today),
      })),
    );
    telemetry.packsAge(
      now.ages.flatMap(({ publisher, pack, ageDays, maxAgeDays }) =>
        ageDays === null ? [] : { publisher: publisher.name, pack: nameOf(pack), ageDays, maxAgeDays },
      ),
    );
    if (before) this.tell(before, now);
    this.tellOld(before?.ages ?? [], now.ages);
  }

  private tellOld(before: Seen['ages'], now: Seen['ages']): void {
    const known = new Set(before.filter(({ isOld }) => isOld).map(({ pack }) => keyOf(pack)));
    for (const { publisher, pack, ageDays, isOld } of now)
      if (isOld && !known.has(keyOf(pack)))
        this.surroundings.log.warn(
          { pack: nameOf(pack), age_days: ageDays, announced_at: publisher.announcedAt },
          'a rule pack is older than the rhythm of its publisher',
        );
  }

  private tell(before: Seen, now: Seen): void {
    const { log, telemetry } = this.surroundings;
    for (const [key, pack] of now.installed)
      if (!before.installed.has(key)) log.info(factsOf(pack), 'a rule pack was installed');
    for (const [key, pack] of before.installed)
      if (!now.installed.has(key)) log.info(factsOf(pack), 'a rule pack was removed');
    for (const { layer, was, is, documents } of changesOf(before.inForce, now.inForce)) {
      const since = is?.validFrom ?? null;
      log.info(
        { layer, documents, was: nameOf(was), is: nameOf(is), since },
        'another rule pack is in force',
      );
      telemetry.packChanged(layer);
    }
  }
}

interface Change {
  readonly layer: string;
  readonly was: InstalledRules | undefined;
  readonly is: InstalledRules | undefined;
  /** Syntax and BT-24 of each kind of document that is concerned. */
  readonly documents: readonly string[];
}

function changesOf(before: Seen['inForce'], now: Seen['inForce']): readonly Change[] {
  const changes = new Map<string, Change>();
  for (const document of new Set([...before.keys(), ...now.keys()])) {
    const [was, is] = [before.get(document)?.inForce, now.get(document)?.inForce];
    const [layer = '', ...kind] = document.split(' ');
    if (keyOf(was) === keyOf(is)) continue;
    const key = [layer, keyOf(was), keyOf(is)].join(' ');
    const documents = [...(changes.get(key)?.documents ?? []), kind.join(' ')];
    changes.set(key, { layer, was, is, documents });
  }
  return [...changes.values()];
}

const readSeen = (entries: readonly InstalledRules[], today: string): Omit<Seen, 'ages'> => ({
  entries,
  today,
  installed: new Map(entries.map((entry) => [keyOf(entry), entry])),
  inForce: new Map(
    packsInForce(entries, today).flatMap((row) =>
      row.customizations.flatMap((customization) =>
        row.syntaxes.map((syntax) => [`${row.layer} ${syntax} ${customization}`, row] as const),
      ),
    ),
  ),
});

const nameOf = (pack: InstalledRules | undefined): string =>
  pack === undefined ? 'none' : `${pack.id} ${pack.version} ${pack.origin}`;

/** Another state of a version is another pack: its checksum differs. */
const keyOf = (pack: InstalledRules | undefined): string => `${nameOf(pack)} ${pack?.checksum ?? ''}`;

const factsOf = (pack: InstalledRules) => ({
  pack: nameOf(pack),
  checksum: pack.checksum,
  valid_from: pack.validFrom,
  valid_until: pack.validUntil,
});
