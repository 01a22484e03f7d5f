import { say } from 'en16931-rules/vocabulary/message.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import { DAY_MS } from '../../domain/lifecycle/day-counts.ts';
import { type Radar, type RadarTelling } from '../../domain/radar/radar.ts';
import type { Ids } from '../../ports/ids.ts';
import type { RadarStore } from '../../ports/radar-store.ts';
import type { InstalledRules, RulePacks } from '../../ports/rule-packs.ts';
import { listedClient, packsShownTo } from '../access/tenancy.ts';
import { badRequest } from '../requests/request-finding.ts';
import { addRadar, type NewRadarPorts } from './add-radar.ts';

interface Ports extends NewRadarPorts {
  readonly radars: Pick<RadarStore, 'add' | 'list'>;
  readonly packs: RulePacks;
  readonly ids: Ids;
}

interface RadarOrder {
  readonly caller: Caller;
  readonly requestId: string;
  /** The client that the call names, if it names one. */
  readonly client?: string | undefined;
  /** `ID-VERSION`, the official one before the built-in one, or `ID-VERSION.ORIGIN`. */
  readonly pack?: string | undefined;
  /** The day whose packs judge, `YYYY-MM-DD`; instead of a pack. */
  readonly on?: string | undefined;
  /** Invoices of so many days. */
  readonly sinceDays?: number | undefined;
  /** How clients are told what will break; operators only. */
  readonly tells?: readonly RadarTelling[] | undefined;
}

/** Of one client, or of all: more would finish later, and say the same. */
const MAX_RUNNING = 5;
const LISTED = 50;

/** Begins to judge stored invoices by a coming pack or day, in the background (extension). */
export class StartRadar {
  constructor(private readonly ports: Ports) {}

  /**
   * The same order again finds the radar that is under way.
   * @throws CallFailed `bad-request`; `not-found`: no such pack, or a client key that names another client; `busy`; `forbidden`: a client key
   * that tells clients
   */
  async run(order: RadarOrder): Promise<Radar> {
    const { radars, clock, ids } = this.ports;
    const client = listedClient(order.caller, order.client);
    if (order.tells && order.caller.kind !== 'operator')
      throw new CallFailed({
        kind: 'forbidden',
        detail: say('calls.only-operator-tells-clients-what-radar-finds'),
      });
    const now = clock.now();
    const period = { ...(await this.daysOf(order, dayOf(now))), ...this.sinceOf(order, now) };
    const listed = await radars.list({ client, limit: LISTED });
    const running = listed.filter((radar) => radar.state === 'running' && radar.client === client);
    const same = running.find(
      ({ day, pack, since, tells }) =>
        day === period.day &&
        pack === period.pack &&
        since === period.since &&
        String(tells) === String(order.tells),
    );
    if (same) return same;
    if (running.length >= MAX_RUNNING)
      throw new CallFailed({
        kind: 'busy',
        retryAfterSeconds: 60,
        detail: say('calls.radars-are-under-way-wait-until-one-has', { n: MAX_RUNNING }),
      });
    const { caller, requestId, tells } = order;
    const radar = { ...period, ...(client !== undefined && { client }), ...(tells && { tells }) };
    return addRadar({ ...radar, id: ids.next('rdr'), madeBy: caller.keyId }, this.ports, requestId);
  }

  private async daysOf(
    { pack, on, caller }: RadarOrder,
    today: string,
  ): Promise<Pick<Radar, 'day' | 'before' | 'pack'>> {
    if ((pack === undefined) === (on === undefined))
      throw badRequest(pack === undefined ? 'pack' : 'on', say('calls.name-pack-or-day-one-of-both'));
    const rules = pack === undefined ? undefined : await this.findPack(pack, caller);
    const day = on ?? rules?.validFrom;
    if (day == null) throw badRequest('pack', say('calls.pack-has-no-first-day-name-day-with'));
    // Of a pack that is in force already: the day before it began.
    const before = day > today ? today : dayOf(new Date(Date.parse(day) - DAY_MS));
    return { day, before, ...(pack !== undefined && { pack }) };
  }

  /** @throws CallFailed `not-found` */
  private async findPack(name: string, caller: Caller): Promise<InstalledRules> {
    const entries = packsShownTo(caller, await this.ports.packs.entries());
    const named = entries.filter(
      ({ id, version, origin }) => name === `${id}-${version}` || name === `${id}-${version}.${origin}`,
    );
    const rules = named.find(({ origin }) => origin !== 'built-in') ?? named[0];
    if (!rules) throw new CallFailed({ kind: 'not-found', detail: say('calls.no-such-pack-is-installed') });
    return rules;
  }

  private sinceOf({ sinceDays }: RadarOrder, now: Date): Pick<Radar, 'since'> {
    return sinceDays === undefined ? {} : { since: dayOf(new Date(now.getTime() - sinceDays * DAY_MS)) };
  }
}
