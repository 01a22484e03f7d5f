import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Erp, example, numbered, type Shown } from '../../support/erp.ts';
import { isAlive, type ProcessSlot } from '../delivery/farm.ts';
import { ANSWER_TARGETS, nameOf, STATUS_TARGETS, type Target } from '../delivery/points.ts';
import { Stage, until } from '../delivery/scenes/stage.ts';
import { type Event, faultsOf, isHeard, isOf, type StatusOrder } from './judge.ts';
import type { StatusNetwork, Told } from './networks.ts';

export interface StatusesPlan {
  readonly folder: string;
  readonly storeUrl: string;
  readonly network: StatusNetwork;
  /** Names of the only targets; each once if left out. */
  readonly only?: readonly string[];
  readonly report?: (line: string) => void;
}

export interface StatusesOutcome {
  readonly faults: readonly string[];
  /** Names of the targets at which a process died. */
  readonly deaths: readonly string[];
  readonly accepted: number;
}

const [SELLER, BUYER] = ['seller', 'buyer'] as const;
type Side = typeof SELLER | typeof BUYER;
const STEP_MS = 20;
/** This many statuses may end before the fault that was planned for them. */
const MISSES = 20;

/** A status that can be sent once. */
interface Sendable {
  readonly side: Side;
  readonly invoiceNumber: string;
  readonly path: string;
  readonly told: Told;
  readonly otherPath?: string;
}

type Ordered = StatusOrder & { readonly side: Side; readonly ids: Set<string> };

/** A process dies at each write and call of a status, one status for each; then the judge compares the network with what was accepted. */
export async function sendStatuses(plan: StatusesPlan): Promise<StatusesOutcome> {
  const stage = await Stage.open(plan.folder, () => undefined, { storeUrl: plan.storeUrl, stepMs: STEP_MS });
  try {
    const running = new Running(plan, stage);
    return await running.outcome();
  } finally {
    await stage.close();
  }
}

class Running {
  private readonly armed: string;
  private readonly erps = new Map<Side, Erp>();
  private readonly orders: Ordered[] = [];
  private readonly open = new Set<Ordered>();
  private readonly deaths: string[] = [];
  private sendables: Sendable[] = [];

  constructor(
    private readonly plan: StatusesPlan,
    private readonly stage: Stage,
  ) {
    this.armed = join(plan.folder, 'armed');
  }

  async outcome(): Promise<StatusesOutcome> {
    const { network, only } = this.plan;
    const targets = targetsOf(network).filter((target) => only?.includes(nameOf(target)) ?? true);
    await this.prepare(targets.length);
    for (const target of targets) {
      await (target.point.part === 'api' ? this.dieInCall(target) : this.dieAtWork(target));
      this.deaths.push(nameOf(target));
      this.plan.report?.(`${this.deaths.length} of ${targets.length}: ${nameOf(target)}`);
    }
    await this.freeze();
    const worker = await this.stage.process('worker');
    await this.settled();
    await this.stage.hurriedUntil('that the other party has all statuses', () => this.isHeard());
    await this.stage.end(worker);
    const held = await network.held(this.stage.network, [SELLER, BUYER]);
    const events = new Map<string, readonly Event[]>();
    for (const { side, path, otherPath } of this.orders) {
      events.set(path, await this.eventsOf(side, path));
      if (otherPath !== undefined) events.set(otherPath, await this.eventsOf(otherOf(side), otherPath));
    }
    return { faults: faultsOf(this.orders, held, events), deaths: this.deaths, accepted: this.orders.length };
  }

  /** Invoices that the network has delivered, also to their buyer. @param needed the number of statuses, plus a few. */
  private async prepare(needed: number): Promise<void> {
    const { network } = this.plan;
    for (const side of [SELLER, BUYER]) {
      const erp = await this.stage.client(side);
      await network.prepare(erp, side);
      this.erps.set(side, erp);
    }
    const worker = await this.stage.process('worker');
    const { seller, buyer } = network;
    const perInvoice = seller.length === 0 ? buyer.length : Math.min(seller.length, buyer.length) * 2;
    const invoices = Math.ceil((needed + MISSES) / perInvoice) + 1;
    for (let n = 0; n < invoices; n += 1) this.sendables.push(...(await this.exchanged(`STATUS-${n}`)));
    await this.stage.end(worker);
  }

  private async exchanged(invoiceNumber: string): Promise<readonly Sendable[]> {
    const { route, example: name, sent, seller, buyer, reachesSeller } = this.plan.network;
    const erp = this.erps.get(SELLER)!;
    const { status, text, json } = await erp.submit({ ...numbered(example(name), invoiceNumber), route });
    if (status !== 202) throw new Error(`${invoiceNumber} was not taken in: ${status} ${text}`);
    const path = `/invoices/${json.id}`;
    const isSent = async (): Promise<boolean> => (await erp.read<Shown>(path)).json.state === sent.state;
    await this.stage.hurriedUntil(`that ${invoiceNumber} is ${sent.state}`, isSent);
    const document = await erp.read(`${path}/documents/${sent.document}`);
    const { legal_id: legalId } = (await erp.read<{ legal_id: string }>(path)).json;
    const received = await this.receive(document.text, this.plan.network.namesInvoices ? legalId : undefined);
    return [
      ...seller.map((told): Sendable => ({ side: SELLER, invoiceNumber, path, told })),
      ...buyer.map((told): Sendable => {
        const other = reachesSeller ? { otherPath: path } : {};
        return { side: BUYER, invoiceNumber, path: received, told, ...other };
      }),
    ];
  }

  /** Delivers the sent invoice to the buyer. @returns its path. */
  private async receive(xml: string, railId?: string): Promise<string> {
    const { route } = this.plan.network;
    await this.plan.network.layReady(this.stage.network, BUYER, xml);
    const erp = this.erps.get(BUYER)!;
    const { status, text, id } = await erp.received(route, xml, railId);
    if (status !== 202) throw new Error(`the buyer could not take it in: ${status} ${text}`);
    const path = `/received/${id}`;
    const isRead = async (): Promise<boolean> =>
      (await erp.read<{ state: string }>(path)).json.state === 'validated';
    await this.stage.hurriedUntil(`that ${path} is checked`, isRead);
    return path;
  }

  private async dieAtWork({ point, moment }: Target): Promise<void> {
    const worker = await this.stage.process('worker', {
      at: nameOf({ point, moment }),
      armedBy: this.armed,
    });
    // The work left by the last death is finished first, so that only the next status meets this one.
    await this.settled();
    this.arm();
    do {
      await this.break({ point, moment });
      await this.send(this.next(sideOf(point.name)));
    } while (await this.isMissed({ point, moment }, worker));
    await this.stage.died(worker);
    this.disarm();
  }

  private async dieInCall(target: Target): Promise<void> {
    const api = await this.stage.process('api', { at: nameOf(target), armedBy: this.armed });
    this.arm();
    const sendable = this.next();
    const key = randomUUID();
    const first = await this.post(sendable, key, this.erps.get(sendable.side)!.at(api.service!)).catch(
      () => undefined,
    );
    await this.stage.died(api);
    this.disarm();
    // The ERP repeats a call without an answer; a repeated call names the same status.
    await this.send(sendable, key, first?.status === 202 ? first.json.id : undefined);
  }

  /** A worker freezes before its call, another one takes over, and the first one continues. */
  private async freeze(): Promise<void> {
    const at = 'status send: the call, before';
    const frozen = await this.stage.process('worker', { at, freezes: true, armedBy: this.armed });
    await this.settled();
    this.arm();
    await this.send(this.next());
    await until('a worker that stands still', () => this.stage.farm.hasFrozen(frozen));
    this.disarm();
    const other = await this.stage.process('worker');
    await this.settled();
    this.stage.farm.goOn(frozen);
    await until('that it finds out', () =>
      frozen.service!.printed().includes('another worker has taken over'),
    );
    if (!isAlive(frozen.service!)) throw new Error(frozen.service!.printed());
    await this.stage.end(frozen, other);
  }

  /** Another call of the worker may have met the fault: then the status has ended, and the process lives. */
  private async isMissed(target: Target, { service }: ProcessSlot): Promise<boolean> {
    if (!needsFault(target, this.plan.network)) return false;
    const isOver = async (): Promise<boolean> => !isAlive(service!) || (await this.isSettled());
    await this.stage.hurriedUntil(`the death at ${nameOf(target)}`, isOver);
    return isAlive(service!);
  }

  /** A lost answer causes a status inquiry, and a slow call has a middle in which a process can die. */
  private async break({ point, moment }: Target): Promise<void> {
    const { route, calls } = this.plan.network;
    const question = questionAt(point.name);
    const isInquiry = question === 'inquiry' || isLaterInquiry(point.name, this.plan.network);
    if (isInquiry) await this.stage.network.break(route, calls.send, 'drop');
    const call = question && calls[question];
    if (moment !== 'during' || call === undefined) return;
    await this.stage.network.break(route, call, 'slow', SLOW_CALLS);
  }

  private next(wanted?: Side): Sendable {
    const side = wanted ?? (this.orders.length % 2 ? SELLER : BUYER);
    const own = this.sendables.find((each) => each.side === side) ?? (wanted ? undefined : this.sendables[0]);
    if (!own) throw new Error('there are too few invoices');
    this.sendables = this.sendables.filter((each) => each !== own);
    return own;
  }

  /** Repeats the call until it is accepted, as an ERP does: same body, same key. */
  private async send(sendable: Sendable, key: string = randomUUID(), named?: string): Promise<void> {
    const { side, invoiceNumber, path, told, otherPath } = sendable;
    const ids = new Set(named === undefined ? [] : [named]);
    await until(`that ${told.body.status} of ${invoiceNumber} is accepted`, async () => {
      const answer = await this.post(sendable, key, this.erps.get(side)!);
      if (answer.status === 202) ids.add(answer.json.id);
      else if (![409, 429, 503].includes(answer.status)) throw new Error(`${answer.status} ${answer.text}`);
      return answer.status === 202;
    });
    const order: Ordered = {
      side,
      invoiceNumber,
      path,
      told,
      ids,
      ...(otherPath !== undefined && { otherPath }),
    };
    this.orders.push(order);
    this.open.add(order);
  }

  private post({ path, told }: Sendable, key: string, erp: Erp) {
    return erp.post<{ id: string }>(`${path}/statuses`, told.body, key);
  }

  /** Waits until an event reports each status. */
  private async settled(): Promise<void> {
    if (this.open.size === 0) return;
    await this.stage.hurriedUntil('the end of all statuses', () => this.isSettled());
  }

  private async isSettled(): Promise<boolean> {
    for (const order of this.open)
      if ((await this.eventsOf(order.side, order.path)).some((event) => isOf(event, order.told)))
        this.open.delete(order);
    return this.open.size === 0;
  }

  private async isHeard(): Promise<boolean> {
    for (const { side, otherPath, told } of this.orders) {
      if (otherPath === undefined) continue;
      const events = await this.eventsOf(otherOf(side), otherPath);
      if (!events.some((event) => isHeard(event, told))) return false;
    }
    return true;
  }

  private async eventsOf(side: Side, path: string): Promise<readonly Event[]> {
    const { json } = await this.erps.get(side)!.read<{ data: readonly Event[] }>(`${path}/events`);
    return json.data;
  }

  private arm(): void {
    writeFileSync(this.armed, '');
  }

  private disarm(): void {
    rmSync(this.armed, { force: true });
  }
}

/** Other steps of the worker may make such a call, too. */
const SLOW_CALLS = 5;

type Question = keyof StatusNetwork['calls'];

const questionAt = (pointName: string): Question | undefined =>
  /^status (send|inquiry|poll): /.exec(pointName)?.[1] as Question | undefined;

/** If no poll follows, a status has a next job only after a lost answer. */
const isLaterInquiry = (pointName: string, { calls }: StatusNetwork): boolean =>
  calls.poll === undefined && /^status later: /.test(pointName);

/** These come before the event of the status. */
const needsFault = ({ point, moment }: Target, network: StatusNetwork): boolean =>
  questionAt(point.name) === 'inquiry' || isLaterInquiry(point.name, network) || moment === 'during';

/** The deaths that a status of this network can meet, also where the other party gets it. */
export const targetsOf = ({ seller, calls, reachesSeller }: StatusNetwork): readonly Target[] => [
  ...STATUS_TARGETS.filter(
    ({ point: { name } }) =>
      (seller.length > 0 || sideOf(name) !== SELLER) &&
      (calls.poll !== undefined || questionAt(name) !== 'poll'),
  ),
  ...(reachesSeller ? ANSWER_TARGETS : []),
];

const otherOf = (side: Side): Side => (side === SELLER ? BUYER : SELLER);

/** Who sends the status that meets the point. */
const sideOf = (pointName: string): Side | undefined =>
  /event of a sent/.test(pointName)
    ? SELLER
    : /event of a received|^answers: /.test(pointName)
      ? BUYER
      : undefined;
