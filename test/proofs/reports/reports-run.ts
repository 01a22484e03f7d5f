import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Erp, Erp as Caller, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
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

/** What an ERP states: the totals of a till, a sale to a consumer as an invoice, or the payment of one. */
type Kind = 'till' | 'invoice' | 'payment';

/** A report that is to be with the platform, once. */
interface Ordered {
  readonly kind: Kind;
  readonly number: number;
  readonly amount: string;
  /** Of a till, whose answer names its report. */
  readonly id?: string | undefined;
  /** Of an invoice, whose events name the report of the sale, then that of the payment. */
  readonly path?: string | undefined;
}

interface Statement {
  readonly kind: Kind;
  readonly number: number;
  readonly key: string;
  /** The invoice that is paid. */
  readonly path?: string;
}

/** Where a process dies, and over what. */
interface Turn {
  readonly target: Target;
  readonly kind: Kind;
}

const SALE_OF_INVOICE = 'report sale: that of an invoice is stored';
const OF_CALLS: readonly Kind[] = ['till', 'payment'];
const OF_WORK: readonly Kind[] = ['till', 'invoice', 'payment'];

/** Each death of a call is met by both kinds of statement that a call makes; work meets one kind after the other. */
export const TURNS: readonly Turn[] = REPORT_TARGETS.flatMap((target, index) => {
  if (target.point.part === 'api') return OF_CALLS.map((kind) => ({ target, kind }));
  const kind = target.point.name === SALE_OF_INVOICE ? 'invoice' : OF_WORK[index % OF_WORK.length]!;
  return [{ target, kind }];
});

export const turnName = ({ target, kind }: Turn): string => `${nameOf(target)}: ${kind}`;

const CLIENT = 'seller';
const STEP_MS = 20;
/** More paid invoices than deaths meet a payment. */
const INVOICES = 20;
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
  private readonly ended = new Set<Ordered>();
  private readonly unpaid: string[] = [];
  private erp!: Erp;
  private count = 0;

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
    for (const turn of TURNS.filter((each) => only?.includes(turnName(each)) ?? true)) {
      await (turn.target.point.part === 'api' ? this.dieInCall(turn) : this.dieAtWork(turn));
      this.deaths.push(turnName(turn));
    }
    const worker = await this.stage.process('worker');
    await this.settled();
    await this.stage.end(worker);
    const held = await reportsAt(this.stage.network, CLIENT);
    return {
      faults: [...faultsOf(this.orders, held), ...(await this.eventFaults())],
      deaths: this.deaths,
    };
  }

  private async prepare(): Promise<void> {
    const fr = { vat_regime: 'monthly', reports: 'own' };
    const api = this.stage.farm.slots.find(({ role }) => role === 'api')!.service!;
    const { status, text } = await new Caller(api, OPERATOR_KEY).put(`/clients/${CLIENT}/profile`, { fr });
    if (status !== 200) throw new Error(`the record was not set: ${status} ${text}`);
    const worker = await this.stage.process('worker');
    for (let n = 0; n < INVOICES; n += 1) await this.state(this.statement('invoice'));
    await this.settled();
    await this.stage.end(worker);
  }

  private async dieAtWork({ target, kind }: Turn): Promise<void> {
    const worker = await this.stage.process('worker', { at: nameOf(target), armedBy: this.armed });
    await this.settled();
    this.arm();
    do {
      await this.break(target);
      await this.state(this.statement(kind));
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

  private async dieInCall({ target, kind }: Turn): Promise<void> {
    const api = await this.stage.process('api', { at: nameOf(target), armedBy: this.armed });
    this.arm();
    const statement = this.statement(kind);
    await this.post(statement, this.erp.at(api.service!)).catch(() => undefined);
    await this.stage.died(api);
    this.disarm();
    await this.state(statement);
  }

  /** A lost answer causes an inquiry, and a slow call has a middle in which a process can die. */
  private async break({ point, moment }: Target): Promise<void> {
    const isInquiry = point.name.startsWith('report inquiry');
    if (isInquiry) await this.stage.network.break('FR-PA', 'POST /v1/flows', 'drop');
    if (moment !== 'during') return;
    const call = isInquiry ? 'POST /flows/search' : 'POST /v1/flows';
    await this.stage.network.break('FR-PA', call, 'slow', SLOW_CALLS);
  }

  /** Of a seller of its own, and of a period that is over: its report is sent at once. */
  private statement(kind: Kind): Statement {
    const own = { kind, key: randomUUID(), number: (this.count += 1) };
    if (kind !== 'payment') return own;
    const path = this.unpaid.shift();
    if (path === undefined) throw new Error('there are too few invoices');
    return { ...own, path };
  }

  /** Repeats the call until it is accepted, as an ERP does, and finds the report. */
  private async state(statement: Statement): Promise<void> {
    const { kind, number } = statement;
    let taken: Awaited<ReturnType<Running['post']>> | undefined;
    await until(`that the ${kind} ${number} is accepted`, async () => {
      taken = await this.post(statement, this.erp);
      if (![202, 409, 429, 503].includes(taken.status)) throw new Error(`${taken.status} ${taken.text}`);
      return taken.status === 202;
    });
    const path = kind === 'invoice' ? `/invoices/${taken?.json.id}` : statement.path;
    const id = taken?.json.data?.[0]?.report_id;
    this.orders.push({ kind, number, amount: amountOf(statement), id, path });
    if (kind === 'invoice') this.unpaid.push(path!);
  }

  private post(statement: Statement, erp: Erp) {
    const { at, body } = callOf(statement);
    return erp.post<{ id?: string; data?: readonly { report_id: string }[] }>(at, body, statement.key);
  }

  private async settled(): Promise<void> {
    await this.stage.hurriedUntil('that all reports are accepted', () => this.isSettled());
  }

  private async isSettled(): Promise<boolean> {
    for (const order of this.orders.filter((one) => !this.ended.has(one))) {
      const id = order.id ?? (await this.namedReports(order))[order.kind === 'payment' ? 1 : 0];
      if (id === undefined) return false;
      const { json } = await this.erp.read<{ state: string }>(`/reports/${id}`);
      if (json.state !== 'accepted') return false;
      this.ended.add(order);
    }
    return true;
  }

  /** The reports that the events of an invoice name, in order. */
  private async namedReports({ path }: Ordered): Promise<readonly string[]> {
    const { json } = await this.erp.read<{ data: readonly Event[] }>(`${path}/events`);
    const findings = json.data.flatMap(({ errors = [] }) => errors);
    return findings.flatMap(({ code, message }) =>
      code === 'EI-REPORTED' ? [/rep_\w+/.exec(message)?.[0] ?? 'no report'] : [],
    );
  }

  /** Each statement is named by one event. */
  private async eventFaults(): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const order of this.orders.filter(({ kind }) => kind === 'invoice')) {
      const isPaid = this.orders.some(({ kind, path }) => kind === 'payment' && path === order.path);
      const named = await this.namedReports(order);
      if (new Set(named).size !== named.length || named.length !== (isPaid ? 2 : 1))
        faults.push(`the events of the invoice ${order.number} name ${named.join(' and ') || 'no report'}`);
    }
    return faults;
  }

  private arm(): void {
    writeFileSync(this.armed, '');
  }

  private disarm(): void {
    rmSync(this.armed, { force: true });
  }
}

interface Event {
  readonly errors?: readonly { readonly code: string; readonly message: string }[];
}

/** The first month of reports. */
const DAY = '2026-09-05';

/** It names its statement. A payment is below the VAT on what it pays. */
const amountOf = ({ kind, number }: Pick<Statement, 'kind' | 'number'>): string =>
  `${1_000_000 + number}.${kind === 'payment' ? '50' : '00'}`;

const sellerOf = (number: number) => ({ company_id: String(200_000_000 + number), name: 'Ateliers' });

function callOf(statement: Statement): { readonly at: string; readonly body: unknown } {
  const { kind, number, path } = statement;
  const amount = amountOf(statement);
  switch (kind) {
    case 'till':
      return {
        at: '/reports/sales',
        body: {
          ...{ seller: sellerOf(number), day: DAY, category: 'goods', count: 1 },
          amounts: [{ vat_rate: '20.00', net: amount, vat: '1.00' }],
        },
      };
    case 'invoice':
      return { at: '/invoices', body: saleToConsumer(number, amount) };
    case 'payment':
      return {
        at: `${path}/statuses`,
        body: { status: 'paid', paid_on: DAY, amounts: [{ vat_rate: '20.00', amount }] },
      };
  }
}

const FRENCH = example('over-fr-pa');
const PARIS = { street: '1 rue A', city: 'Paris', postcode: '75001', country: 'FR' };

/** Of a service: VAT falls due on its payment. */
function saleToConsumer(number: number, net: string) {
  const { document, ...rest } = numbered(FRENCH, `C-${number}`);
  const [line] = document['lines'] as readonly object[];
  return {
    ...rest,
    document: {
      ...document,
      invoice: { ...document.invoice, issue_date: DAY, due_date: DAY },
      seller: { ...(document['seller'] as object), ...sellerOf(number) },
      buyer: { name: 'Jean Martin', is_consumer: true, address: PARIS },
      lines: [{ ...line, item_kind: 'services', quantity: 1, unit_price: net }],
    },
  };
}

/** Each report has to be with the platform once, as the first one of its period, with what was stated. */
export function faultsOf(
  orders: readonly Pick<Ordered, 'number' | 'amount'>[],
  held: readonly SentReport[],
): readonly string[] {
  const faults = orders.flatMap(({ number, amount }) => {
    const own = held.filter((report) => report.amount === amount);
    const [first] = own;
    if (own.length !== 1 || !first) return [`the report ${number} is with the platform ${own.length} times`];
    return [
      ...(first.type === 'IN' ? [] : [`the report ${number} is of the type ${first.type}`]),
      ...(first.refusal === undefined ? [] : [`the report ${number} was refused: ${first.refusal}`]),
    ];
  });
  const strange = held.filter(({ amount }) => !orders.some((order) => order.amount === amount));
  return [...faults, ...strange.map(({ amount }) => `a report of ${amount} was never ordered`)];
}
