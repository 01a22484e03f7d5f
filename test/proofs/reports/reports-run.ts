import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Erp, Erp as Caller, OPERATOR_KEY } from '../../support/erp.ts';
import { isAlive, type ProcessSlot } from '../delivery/farm.ts';
import { nameOf, REPORT_TARGETS, type Target } from '../delivery/points.ts';
import { Stage, until } from '../delivery/scenes/stage.ts';
import { reportsAt, type SentReport } from './french-platform.ts';

export interface ReportsPlan {
  readonly folder: string;
  readonly storeUrl: string;
  /** Names of the only targets; each once if left out. */
  readonly only?: readonly string[];
}

export interface ReportsOutcome {
  readonly faults: readonly string[];
  readonly deaths: readonly string[];
}

/** A report that is to be with the platform, once. */
interface Ordered {
  readonly id: string;
  readonly day: string;
  readonly net: string;
}

const CLIENT = 'seller';
const STEP_MS = 20;
const DAY_MS = 86_400_000;
const SLOW_CALLS = 5;

/** A process dies at each write and call of a report, one period for each; then the platform is asked what it holds. */
export async function sendReports(plan: ReportsPlan): Promise<ReportsOutcome> {
  const stage = await Stage.open(plan.folder, () => undefined, { storeUrl: plan.storeUrl, stepMs: STEP_MS });
  try {
    return await new Running(plan, stage).outcome();
  } finally {
    await stage.close();
  }
}

class Running {
  private readonly armed: string;
  private readonly orders: Ordered[] = [];
  private readonly deaths: string[] = [];
  private readonly ended = new Set<string>();
  private erp!: Erp;

  constructor(
    private readonly plan: ReportsPlan,
    private readonly stage: Stage,
  ) {
    this.armed = join(plan.folder, 'armed');
  }

  async outcome(): Promise<ReportsOutcome> {
    const { only } = this.plan;
    this.erp = await this.stage.client(CLIENT);
    await this.prepare();
    for (const target of REPORT_TARGETS.filter((each) => only?.includes(nameOf(each)) ?? true)) {
      await (target.point.part === 'api' ? this.dieInCall(target) : this.dieAtWork(target));
      this.deaths.push(nameOf(target));
    }
    const worker = await this.stage.process('worker');
    await this.settled();
    await this.stage.end(worker);
    return {
      faults: faultsOf(this.orders, await reportsAt(this.stage.network, CLIENT)),
      deaths: this.deaths,
    };
  }

  private async prepare(): Promise<void> {
    const fr = { vat_regime: 'monthly', reports: 'own' };
    const api = this.stage.farm.slots.find(({ role }) => role === 'api')!.service!;
    const { status, text } = await new Caller(api, OPERATOR_KEY).put(`/clients/${CLIENT}/profile`, { fr });
    if (status !== 200) throw new Error(`the record was not set: ${status} ${text}`);
  }

  private async dieAtWork(target: Target): Promise<void> {
    const worker = await this.stage.process('worker', { at: nameOf(target), armedBy: this.armed });
    await this.settled();
    this.arm();
    do {
      await this.break(target);
      await this.state(this.erp);
    } while (await this.isMissed(target, worker));
    await this.stage.died(worker);
    this.disarm();
  }

  /** Another call of the worker may have met the fault: then the report has ended, and the process lives. */
  private async isMissed(target: Target, { service }: ProcessSlot): Promise<boolean> {
    const isOver = async (): Promise<boolean> => !isAlive(service!) || (await this.isSettled());
    await this.stage.hurriedUntil(`the death at ${nameOf(target)}`, isOver);
    return isAlive(service!);
  }

  private async dieInCall(target: Target): Promise<void> {
    const api = await this.stage.process('api', { at: nameOf(target), armedBy: this.armed });
    this.arm();
    const key = randomUUID();
    const day = this.nextDay();
    await this.post(day, key, this.erp.at(api.service!)).catch(() => undefined);
    await this.stage.died(api);
    this.disarm();
    await this.state(this.erp, key, day);
  }

  /** A lost answer causes an inquiry, and a slow call has a middle in which a process can die. */
  private async break({ point, moment }: Target): Promise<void> {
    const isInquiry = point.name.startsWith('report inquiry');
    if (isInquiry) await this.stage.network.break('FR-PA', 'POST /v1/flows', 'drop');
    if (moment !== 'during') return;
    const call = isInquiry ? 'POST /flows/search' : 'POST /v1/flows';
    await this.stage.network.break('FR-PA', call, 'slow', SLOW_CALLS);
  }

  /** Of a period of its own, long over: its report is sent at once. */
  private nextDay(): string {
    return new Date(Date.UTC(2026, 8, 5) - this.orders.length * 11 * DAY_MS).toISOString().slice(0, 10);
  }

  /** Repeats the call until it is accepted, as an ERP does. */
  private async state(erp: Erp, key: string = randomUUID(), day = this.nextDay()): Promise<void> {
    let id: string | undefined;
    await until(`that the sales of ${day} are accepted`, async () => {
      const { status, json, text } = await this.post(day, key, erp);
      if (![202, 409, 429, 503].includes(status)) throw new Error(`${status} ${text}`);
      id = status === 202 ? json.data[0]?.report_id : undefined;
      return id !== undefined;
    });
    this.orders.push({ id: id!, day, net: netOf(day) });
  }

  private post(day: string, key: string, erp: Erp) {
    const body = {
      ...{ seller: { company_id: '100000009', name: 'Ateliers' }, day, category: 'goods', count: 1 },
      amounts: [{ vat_rate: '20.00', net: netOf(day), vat: '1.00' }],
    };
    return erp.post<{ data: readonly { report_id: string }[] }>('/reports/sales', body, key);
  }

  private async settled(): Promise<void> {
    await this.stage.hurriedUntil('that all reports are accepted', () => this.isSettled());
  }

  private async isSettled(): Promise<boolean> {
    for (const { id } of this.orders.filter(({ id: one }) => !this.ended.has(one))) {
      const { json } = await this.erp.read<{ state: string }>(`/reports/${id}`);
      if (json.state !== 'accepted') return false;
      this.ended.add(id);
    }
    return true;
  }

  private arm(): void {
    writeFileSync(this.armed, '');
  }

  private disarm(): void {
    rmSync(this.armed, { force: true });
  }
}

/** An amount that names its day. */
const netOf = (day: string): string => `${Number(day.replaceAll('-', ''))}.00`;

/** Each report has to be with the platform once, as the first one of its period, with its sales. */
export function faultsOf(orders: readonly Ordered[], held: readonly SentReport[]): readonly string[] {
  const faults = orders.flatMap(({ day, net }) => {
    const own = held.filter((report) => report.net === net);
    const [first] = own;
    if (own.length !== 1 || !first) return [`the report of ${day} is with the platform ${own.length} times`];
    return [
      ...(first.type === 'IN' ? [] : [`the report of ${day} is of the type ${first.type}`]),
      ...(first.refusal === undefined ? [] : [`the report of ${day} was refused: ${first.refusal}`]),
    ];
  });
  const strange = held.filter(({ net }) => !orders.some((order) => order.net === net));
  return [...faults, ...strange.map(({ net }) => `a report of ${net} was never ordered`)];
}
