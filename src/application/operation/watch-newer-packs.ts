import { oldPackId } from '../../domain/lifecycle/old-pack.ts';
import type { Log } from '../../ports/log.ts';
import type { Carried, FindNewerPacks } from './find-newer-packs.ts';
import type { KeepPackCare } from './keep-pack-care.ts';
import type { MeasurePackAges } from './measure-pack-ages.ts';

interface Ports {
  readonly measurePackAges: Pick<MeasurePackAges, 'run'>;
  readonly newer: Pick<FindNewerPacks, 'run'>;
  readonly keepPackCare: Pick<KeepPackCare, 'run'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Asks the registries of `PACKS_ALLOW` for newer releases, logs each version once, and opens care rows. Nothing is adopted. */
export class WatchNewerPacks {
  private readonly reported = new Set<string>();

  constructor(private readonly ports: Ports) {}

  async run(): Promise<void> {
    const { measurePackAges, newer, keepPackCare } = this.ports;
    const versions = new Map<string, string | undefined>();
    for (const age of await measurePackAges.run()) {
      const carried = await newer.run(age);
      const newerVersions = carried.flatMap(({ edition }) =>
        edition.state === 'newer' ? edition.version : [],
      );
      if (newerVersions.length > 0 || isAnswered(carried))
        versions.set(oldPackId(age.pack), newerVersions[0]);
      this.report(age, carried);
    }
    if (versions.size > 0) await keepPackCare.run(versions);
  }

  private report({ publisher, pack }: Age, carried: readonly Carried[]): void {
    for (const { carrier, edition } of carried) {
      if (edition.state !== 'newer') continue;
      const { registry, name, known } = carrier;
      const key = `${registry} ${name} ${edition.version}`;
      if (this.reported.has(key)) continue;
      this.reported.add(key);
      this.ports.log.warn(
        {
          publisher: publisher.name,
          pack: `${pack.id} ${pack.version}`,
          registry,
          name,
          known,
          version: edition.version,
          announced_at: publisher.announcedAt,
        },
        'a registry has a version that may carry a newer rule pack',
      );
    }
  }
}

type Age = Awaited<ReturnType<MeasurePackAges['run']>>[number];

/** A registry that failed today may be the one that had a newer version yesterday. */
const isAnswered = (carried: readonly Carried[]): boolean =>
  carried.some(({ edition }) => edition.state === 'known') &&
  carried.every(({ edition }) => edition.state === 'known' || edition.state === 'not-allowed');
