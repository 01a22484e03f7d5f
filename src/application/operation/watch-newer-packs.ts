import type { Log } from '../../ports/log.ts';
import type { FindNewerPacks } from './find-newer-packs.ts';
import type { MeasurePackAges } from './measure-pack-ages.ts';

interface Tools {
  readonly ages: Pick<MeasurePackAges, 'run'>;
  readonly newer: Pick<FindNewerPacks, 'run'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Asks the registries of `PACKS_ALLOW` for newer releases, and logs each version once. Nothing is adopted. */
export class WatchNewerPacks {
  private readonly reported = new Set<string>();

  constructor(private readonly tools: Tools) {}

  async run(): Promise<void> {
    const { ages, newer, log } = this.tools;
    for (const age of await ages.run())
      for (const { carrier, found } of await newer.run(age)) {
        if (found.state !== 'newer') continue;
        const { registry, name, known } = carrier;
        const key = `${registry} ${name} ${found.version}`;
        if (this.reported.has(key)) continue;
        this.reported.add(key);
        log.warn(
          {
            ...{
              publisher: age.publisher.name,
              pack: `${age.pack.id} ${age.pack.version}`,
              registry,
              name,
              known,
            },
            ...{ version: found.version, announced_at: age.publisher.announcedAt },
          },
          'a registry has a version that may carry a newer rule pack',
        );
      }
  }
}
