import { pause, read } from '../../support/calls.ts';
import type { Service } from '../../support/service.ts';
import { Erp, OPERATOR_KEY, type Shown } from '../../support/erp.ts';
import { findJudge } from '../../support/judges.ts';
import { type ArrivedMail, type MailServer, startMailServer } from '../../support/mail-server.ts';
import { seeded } from '../../support/seeded.ts';
import { type CredentialsInPlay, storeCredentials, storeSigners } from './credentials.ts';
import { Disturbances } from './disturbances.ts';
import { posted } from './erp-calls.ts';
import { Farm, isAlive, isReady, PARTS, type ProcessSlot, type Role } from './farm.ts';
import { open, verdictOn, type View } from './judge.ts';
import { faultyOf, Networks } from './network.ts';
import { MAILED_BUYERS } from './networks.ts';
import { CLIENTS, type InPlay, type Order, orderOf, WITH_CREDENTIALS } from './orders.ts';
import { type Death, Plan } from './plan.ts';
import type { SwapName } from './swaps.ts';

/** Processes that run at once on one store, and how many of them are killed before others replace them. */
export interface Leg {
  readonly roles: readonly Role[];
  readonly kills: number;
}

export interface DeliveryRun extends InPlay {
  readonly storeUrl: string;
  readonly folder: string;
  /** Chooses invoices, points and faults. Their interleaving depends on real time, so a failure may take several tries to repeat. */
  readonly seed: number;
  readonly legs: readonly Leg[];
  /** The judge begins after this time without an ended invoice, counted from the last kill. */
  readonly patienceMs?: number;
  /** Continues, up to half as many kills more, until a process has died at each point. */
  readonly meetsAll?: boolean;
  /** Names of the only targets; all if left out. */
  readonly only?: readonly string[];
  readonly swap?: SwapName;
  /** Processes freeze, the clock is set back, networks refuse calls or hang, credentials change. */
  readonly disturbed?: true;
  /** Invoices also go to KSeF in batches. */
  readonly batches?: true;
  /** Networks take part without faults. */
  readonly calm?: true;
  /** Replaces the kills: runs beside the processes of the last leg while invoices come in. @param answering a process that serves calls. */
  readonly beside?: (answering: () => Promise<Service>) => Promise<void>;
  readonly onKill?: (kills: number, accepted: number) => void;
}

/** First one process alone, then one that answers calls and two that work. */
export function legsOf(kills: number): readonly Leg[] {
  const alone = Math.ceil(kills / 8);
  return [
    { roles: ['all'], kills: alone },
    { roles: ['api', 'worker', 'worker'], kills: kills - alone },
  ];
}

export interface Outcome {
  /** What went wrong, in words. */
  readonly faults: readonly string[];
  /** Deaths by name of the target. */
  readonly deaths: ReadonlyMap<string, number>;
  /** Names of targets without a death. */
  readonly unmet: readonly string[];
  /** How often the networks were killed; not part of the kills above. */
  readonly networkDeaths: number;
  /** Freezes by name of the target. */
  readonly frozen: ReadonlyMap<string, number>;
  /** How many frozen processes found, after they continued, that others had taken over. */
  readonly takenOver: number;
  /** Other faults by name. */
  readonly disturbances: ReadonlyMap<string, number>;
  /** Invoices given up, by code. */
  readonly givenUp: ReadonlyMap<string, number>;
  readonly invoices: number;
  /** The route of each invoice. */
  readonly routes: readonly string[];
  /** What the buyers have by mail; undefined without a mail server. */
  readonly mails: readonly ArrivedMail[] | undefined;
}

/** After this many moves of the clock the leases of a dead process and the sweep's grace are over; a live process keeps up with each. */
const MOVES = 5;
const MOVE_SECONDS = 20;
const MOVE_MS = 500;
/** After this time without an end, the remaining invoices wait for a due time. */
const QUIET_MS = 3000;
/** Each of two senders submits an order this often. */
const ORDER_MS = 400;
const SENDERS = 2;
/** No more orders are submitted while this many wait for work. */
const MAX_WAITING = 60;
const WATCH_MS = 2000;
/** After this time an invoice that is to be corrected should have been refused. */
const CORRECTION_MS = 600_000;
/** A process that serves calls reaches its point in this time, or dies elsewhere. */
const POINT_MS = 6000;
/** If few points are asked for, or the process freezes at its point, a miss shows nothing: a busy machine gets more time. */
const ONLY_POINT_MS = 30_000;
/** The limit of lives, as a multiple of the kills asked for. */
const MAX_OF_ALL = 1.5;
/** The longest life of a process that is killed at a random moment, with its start. */
const CHANCE_MS = 4000;
/** A frozen process continues when others have had this time to take over; by then the clock has moved past its lease. */
const FROZEN_REAL_MS = 8_000;
/** How long a frozen process lives after it continues. */
const THAWED_MS = 3_000;

/** Real processes on one store and a network, killed again and again while invoices come in; then the judge. */
export async function deliver(run: DeliveryRun): Promise<Outcome> {
  const { storeUrl, folder, swap, routes, batches } = run;
  const network = await Networks.start(folder, faultyOf(routes, batches === true));
  if (batches) await network.takeTwice();
  const mails = findJudge('aiosmtpd').missing === undefined ? await startMailServer() : undefined;
  const ports = { simulatorPort: network.port, smtpPort: mails?.port };
  const farm = new Farm({ storeUrl, folder, swap, batches, ...ports });
  const running = new Running(run, network, farm, mails);
  try {
    return await running.outcome();
  } finally {
    await running.stop();
    await network.stop();
    mails?.stop();
  }
}

class Running {
  private readonly run: DeliveryRun;
  private readonly network: Networks;
  private readonly farm: Farm;
  private readonly random: () => number;
  private readonly plan: Plan;
  private readonly orders: Order[] = [];
  private readonly corrections: Promise<void>[] = [];
  private readonly faults: string[] = [];
  private readonly disturbances: Disturbances;
  private credentials: CredentialsInPlay = [];
  private keys: ReadonlyMap<string, string> = new Map();
  private kills = 0;
  private waiting = 0;
  private givenUp: ReadonlyMap<string, number> = new Map();
  private owedMoves = 0;
  private isOver = false;
  private isDone = false;

  constructor(
    run: DeliveryRun,
    network: Networks,
    farm: Farm,
    private readonly mails: MailServer | undefined,
  ) {
    this.run = run;
    this.network = network;
    this.farm = farm;
    this.random = seeded(run.seed);
    this.plan = new Plan(this.random, run.only);
    this.disturbances = new Disturbances(run, {
      network,
      farm,
      random: this.random,
      accepted: () => this.orders.length,
      isOver: () => this.isOver,
    });
  }

  async outcome(): Promise<Outcome> {
    await this.begin();
    const hurry = this.hurry();
    const harm = [...this.disturbances.begin(this.credentials), this.watchWaiting()];
    const senders = Array.from({ length: SENDERS }, () => this.send());
    for (const leg of this.run.legs) await this.kill(leg);
    for (const role of this.run.legs.at(-1)!.roles) await this.farm.start(this.addSlot(role));
    await this.run.beside?.(() => this.farm.answering(this.random));
    this.isOver = true;
    await Promise.all([...senders, ...harm]);
    await this.disturbances.end(this.credentials);
    await Promise.all(this.corrections);
    await this.judge();
    this.isDone = true;
    await hurry;
    return {
      faults: this.faults,
      deaths: this.plan.deaths,
      unmet: this.plan.unmet(PARTS.all),
      networkDeaths: this.disturbances.networkDeaths,
      frozen: this.plan.frozen,
      takenOver: this.farm.countSaid(/another worker has taken over/),
      disturbances: this.disturbances.counts,
      givenUp: this.givenUp,
      invoices: this.orders.length,
      routes: this.orders.map(({ route }) => route),
      mails: this.mails?.arrived,
    };
  }

  /** Also runs if the harness itself has failed. */
  async stop(): Promise<void> {
    this.isOver = true;
    this.isDone = true;
    await this.farm.close();
  }

  private addSlot(role: Role): ProcessSlot {
    const slot: ProcessSlot = { role };
    this.farm.slots.push(slot);
    return slot;
  }

  /** Clients, their keys and their credentials. */
  private async begin(): Promise<void> {
    const first = await this.farm.start(this.addSlot('all'));
    while (!isReady(first)) {
      if (!isAlive(first)) throw new Error(`the first process ended by itself:\n${first.printed()}`);
      await pause(50);
    }
    const service = await this.farm.answering(this.random);
    const keys = new Map<string, string>();
    for (const client of CLIENTS) {
      const erp = await Erp.of(service, client);
      keys.set(client, erp.key);
    }
    this.keys = keys;
    const owners = CLIENTS.filter((client) => WITH_CREDENTIALS.has(client));
    this.credentials = await storeCredentials(service, owners, keys);
    await storeSigners(service, keys);
    await this.nameBuyers(new Erp(service, OPERATOR_KEY));
    await this.farm.kill();
  }

  /** Whose documents are mailed. */
  private async nameBuyers(operator: Erp): Promise<void> {
    if (!this.mails) return;
    for (const client of CLIENTS) {
      const de = { mail: { language: 'de', reply_to: 'me@seller.example', buyers: MAILED_BUYERS } };
      const { status, text } = await operator.put(`/clients/${client}/profile`, { de });
      if (status !== 200) throw new Error(`the buyers of ${client} were not named: ${status} ${text}`);
    }
  }

  private async kill(leg: Leg): Promise<void> {
    const { roles, kills } = leg;
    const isLast = leg === this.run.legs.at(-1);
    const until = this.kills + kills;
    await Promise.all(
      roles.map((role) => this.livesAt(this.addSlot(role), () => this.goesOn(until, isLast))),
    );
    this.farm.slots.length = 0;
  }

  private goesOn(until: number, isLast: boolean): boolean {
    if (this.kills < until) return true;
    const mayGoOn = this.run.meetsAll && isLast && this.kills < until * MAX_OF_ALL;
    return mayGoOn === true && this.plan.unmet(PARTS.all).length > 0;
  }

  /** One life after another. */
  private async livesAt(slot: ProcessSlot, goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const mayFreeze = this.run.disturbed === true && slot.role === 'worker';
      const death = this.plan.next(PARTS[slot.role], mayFreeze);
      await this.farm.start(slot, death);
      await this.end(slot, death, goesOn);
      this.owedMoves = MOVES;
      this.kills += 1;
      this.run.onKill?.(this.kills, this.orders.length);
    }
  }

  /** Waits until the process has died at its point, or kills it elsewhere. */
  private async end(slot: ProcessSlot, death: Death, goesOn: () => boolean): Promise<void> {
    const service = slot.service!;
    const isByChance = death.at === 'any moment';
    const isPatient = this.run.only !== undefined || (!isByChance && death.freezes === true);
    const pointMs = isPatient ? ONLY_POINT_MS : POINT_MS;
    let latest = isByChance ? Date.now() + this.random() * CHANCE_MS : Infinity;
    while (isAlive(service)) {
      if (this.farm.hasFrozen(slot)) return this.thaw(slot, death);
      if (latest === Infinity && isReady(service)) latest = Date.now() + pointMs;
      if (Date.now() > latest || !goesOn()) {
        if (isByChance) this.plan.hit(death);
        else this.plan.missed(death);
        await service.stop('SIGKILL');
        return;
      }
      await pause(20);
    }
    await service.stop();
    // Another program took the port between its choice and the start.
    if (/is taken by another process/.test(service.printed())) this.plan.missed(death);
    else if (service.process.signalCode === 'SIGKILL') this.plan.hit(death);
    else this.faults.push(`a process ended by itself:\n${service.printed()}`);
  }

  /** Others take over the work of the frozen process; it continues, and is killed. */
  private async thaw(slot: ProcessSlot, death: Death): Promise<void> {
    this.owedMoves = MOVES;
    const until = Date.now() + 4 * FROZEN_REAL_MS;
    await pause(FROZEN_REAL_MS);
    while (this.owedMoves > 0 && Date.now() < until) await pause(100);
    this.farm.goOn(slot);
    await pause(THAWED_MS * (0.5 + this.random() / 2));
    this.plan.hit(death);
    await slot.service!.stop('SIGKILL');
  }

  /** Submits one order after another until all kills are done. */
  private async send(): Promise<void> {
    while (!this.isOver) {
      if (this.waiting > MAX_WAITING) {
        await pause(ORDER_MS);
        continue;
      }
      const inPlay = { ...this.run, mails: this.mails !== undefined };
      const order = orderOf(this.orders.length, this.run.seed, inPlay);
      this.orders.push(order);
      await this.handIn(order).catch((error: unknown) => this.faults.push(String(error)));
      const { correction } = order;
      if (correction)
        this.corrections.push(
          this.correct(order, correction).catch((error: unknown) => void this.faults.push(String(error))),
        );
      await pause(ORDER_MS);
    }
  }

  /** Submits the technical correction once the first is refused. One that was given up needs none. */
  private async correct(first: Order, correction: Order): Promise<void> {
    const key = this.keys.get(first.client)!;
    for (const until = Date.now() + CORRECTION_MS; Date.now() < until; await pause(WATCH_MS)) {
      const service = await this.farm.answering(this.random);
      const [id] = first.ids;
      const read =
        id === undefined
          ? undefined
          : await new Erp(service, key).get<Shown>(`/invoices/${id}`).catch(() => undefined);
      if (read?.json.state === 'dead_letter') return;
      if (read?.json.state === 'rejected') {
        this.orders.push(correction);
        return this.handIn(correction);
      }
      if (this.isOver && this.owedMoves === 0) this.owedMoves = MOVES;
    }
    throw new Error(`${first.number} was never refused, so nothing corrects it`);
  }

  /** Repeats the call until it gets a 202, as an ERP does: same body, same key, any process. */
  private async handIn(order: Order): Promise<void> {
    for (const until = Date.now() + 120_000; Date.now() < until; await pause(100)) {
      const service = await this.farm.answering(this.random);
      const answer = await posted(service, this.keys.get(order.client)!, order).catch(() => undefined);
      if (answer?.status === 202) {
        order.ids.add(answer.id);
        return;
      }
      if (answer && ![409, 429, 500, 503].includes(answer.status))
        throw new Error(`${order.number}: ${answer.status} ${answer.text}`);
    }
    throw new Error(`${order.number} was never accepted`);
  }

  /** Orders that come faster than the work only wait, and most of them meet no death. */
  private async watchWaiting(): Promise<void> {
    for (; !this.isOver; await pause(WATCH_MS)) {
      const service = await this.farm.answering(this.random);
      const path = '/invoices?page_size=25&state=queued,validated,submitting';
      const { total } = await read<{ total: number }>(service, OPERATOR_KEY, path).catch(() => ({
        total: 0,
      }));
      this.waiting = total;
    }
  }

  /** Moves the clock fast, so that the leases of dead processes run out. */
  private async hurry(): Promise<void> {
    for (; !this.isDone; await pause(MOVE_MS))
      // The schedule of retries would end before the networks run again.
      if (this.owedMoves > 0 && this.network.isUp && (await this.farm.advanceClock(MOVE_SECONDS)))
        this.owedMoves -= 1;
  }

  /** Waits until all have ended, or none has for some time. */
  private async patience(view: View): Promise<void> {
    const { patienceMs = 120_000 } = this.run;
    let least = Infinity;
    for (let since = Date.now(); Date.now() - since < patienceMs; await pause(1000)) {
      const { length } = await open(view);
      if (length === 0) return;
      if (length < least) [least, since] = [length, Date.now()];
      if (Date.now() - since > QUIET_MS && this.owedMoves === 0) this.owedMoves = MOVES;
    }
  }

  private async judge(): Promise<void> {
    const service = await this.farm.answering(this.random);
    const view = { service, keys: this.keys, orders: this.orders, proven: new Set<Order>() };
    await this.patience(view);
    const { faults, givenUp } = await verdictOn(view, {
      documents: await this.network.documents(),
      mails: this.mails?.arrived ?? [],
    });
    this.givenUp = givenUp;
    this.faults.push(...faults.map((fault) => fault + this.farm.saidOf(fault)));
  }
}
