import { MAX_DAYS_AHEAD } from '../../domain/findings/coming-verdict.ts';
import { comingPacks, packsInForce } from '../../domain/checks/layers/packs-in-force.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { DAY_MS } from '../../domain/lifecycle/day-counts.ts';
import type { RadarTelling } from '../../domain/radar/radar.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Log } from '../../ports/log.ts';
import type { RadarStore } from '../../ports/radar-store.ts';
import type { InstalledRules, RulePacks } from '../../ports/rule-packs.ts';
import { eachApart } from '../each-apart.ts';
import { addRadar, type NewRadarPorts } from './add-radar.ts';

interface Ports extends NewRadarPorts {
  readonly radars: Pick<RadarStore, 'add' | 'find'>;
  readonly packs: RulePacks;
  readonly digests: Pick<Digests, 'sha256'>;
  readonly log: Pick<Log, 'info'>;
  /** `ANNOUNCE_PACKS`; empty: no pack is announced. */
  readonly tells: readonly RadarTelling[];
}

/** Invoices of so many days show what a client sends, also once a quarter. */
const DAYS_BACK = 100;

/** Has stored invoices judged by each pack that comes into force, once, and clients told what will change for them. */
export class AnnouncePacks {
  constructor(private readonly ports: Ports) {}

  async run(): Promise<void> {
    const { packs, clock, tells } = this.ports;
    if (tells.length === 0) return;
    const now = clock.now();
    const today = dayOf(now);
    const last = dayOf(new Date(now.getTime() + MAX_DAYS_AHEAD * DAY_MS));
    const coming = comingPacks(packsInForce(await packs.entries(), today)).filter(({ day }) => day <= last);
    await eachApart(
      coming,
      ({ pack, day }) => this.announce(pack, day, today),
      () => packs.entries(),
    );
  }

  /** Every worker may do so at the same time, and again after a crash: a pack has one radar, whose id is made from its own. */
  private async announce(pack: InstalledRules, day: string, today: string): Promise<void> {
    const { radars, digests, tells, log, clock } = this.ports;
    const name = `${pack.id}-${pack.version}.${pack.origin}`;
    const id = `rdr_${digests.sha256(`${name} ${pack.checksum} ${day}`).slice(0, 32)}`;
    if (await radars.find(id)) return;
    const since = dayOf(new Date(clock.now().getTime() - DAYS_BACK * DAY_MS));
    const order = { id, pack: name, day, before: today, since, tells };
    const { total } = await addRadar({ ...order, madeBy: 'system' }, this.ports);
    log.info({ radar: id, pack: name, day, invoices: total }, 'a coming rule pack is announced');
  }
}
