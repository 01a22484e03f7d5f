import { judgedAge, noLongerOld, type OldPack, oldPackId } from '../../domain/lifecycle/old-pack.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OldPacks } from '../../ports/old-packs.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { tellOpened } from '../lifecycle/tell-opened.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import type { MeasurePackAges } from './measure-pack-ages.ts';

interface Ports {
  readonly measurePackAges: Pick<MeasurePackAges, 'run'>;
  readonly oldPacks: Pick<OldPacks, 'all' | 'replace'>;
  readonly telemetry: Pick<Telemetry, 'careOpened'>;
  readonly clock: Clock;
}

/** By `oldPackId`, the newer version that a registry has; undefined if none has one. A pack that is not here was not asked for. */
export type NewerVersions = ReadonlyMap<string, string | undefined>;

/** What is measured is compared with what is stored at each change, and as often: others may have changed what is stored. */
const COMPARE_EVERY_MS = 60_000;

/**
 * Opens the care row of each old rule pack, and closes it once the pack is no longer old, or no longer the newest of its publisher. It
 * compares what is measured with what is stored, so it may end anywhere, be repeated, and run in several processes.
 */
export class KeepPackCare {
  /** What was compared last, and when, on the monotonic clock. */
  private last: { readonly ages: string; readonly at: number } | undefined;

  constructor(private readonly ports: Ports) {}

  async run(newer: NewerVersions = new Map()): Promise<void> {
    const ages = await this.ports.measurePackAges.run();
    const now = { ages: JSON.stringify(ages), at: performance.now() };
    const isCompared = this.last?.ages === now.ages && now.at - this.last.at < COMPARE_EVERY_MS;
    if (newer.size === 0 && isCompared) return;
    await this.compare(ages, newer);
    this.last = now;
  }

  private async compare(
    ages: Awaited<ReturnType<MeasurePackAges['run']>>,
    newer: NewerVersions,
  ): Promise<void> {
    const { oldPacks, clock } = this.ports;
    const measured = new Map(ages.map((age) => [oldPackId(age.pack), age]));
    await repeatOnConflict(async () => {
      const stored = new Map((await oldPacks.all()).map((pack) => [pack.id, pack]));
      for (const id of new Set([...stored.keys(), ...measured.keys()])) {
        const [before, age, now] = [stored.get(id), measured.get(id), clock.now()];
        const newerVersion = newer.has(id) ? newer.get(id) : null;
        const next = age ? judgedAge(before, age, newerVersion, now) : before && noLongerOld(before, now);
        if (next && !(await this.write(before, next))) return undefined;
      }
      return true;
    });
  }

  private async write(before: OldPack | undefined, next: OldPack): Promise<boolean> {
    if (!(await this.ports.oldPacks.replace(next))) return false;
    tellOpened(before?.care ?? [], next.care, this.ports);
    return true;
  }
}
