import { createHash, randomUUID } from 'node:crypto';
import { Refused, type AskedAnswer, type NetworkDependencies } from '../network.ts';
import type { Schemas } from '../schemas.ts';
import { lifecycleMessage, type MessageParts, messageParts } from './cdar.ts';
import { type Ending, USUAL_WAY, type Word } from './endings.ts';
import { type DerivedPeriod, derivedReport, periodKey, withSale } from './derived-report.ts';
import { type Detail, type Flow, type FlowInfo, isThere } from './flow.ts';
import { type InvoiceParts, invoiceParts, UNREAD as NO_INVOICE } from './invoice-parts.ts';
import { ROUTE, type Tenant } from './platform.ts';
import { brokenRule, type ReportParts, reportParts } from './report-parts.ts';
import { STATUSES, statusOf, VERDICTS } from './statuses.ts';

/** UNTDID 1001: the buyer issues it, so it is a purchase of its sender. */
const SELF_BILLED: ReadonlySet<string> = new Set(['261', '389', '471', '473', '500', '501', '502']);

/** A flow that a tenant sends. */
export interface Arriving {
  readonly tenant: Tenant;
  readonly info: FlowInfo;
  readonly bytes: Buffer;
  readonly about: InvoiceParts;
}

interface FlowDependencies extends Pick<NetworkDependencies, 'state' | 'pace'> {
  readonly schemas: Schemas;
  /** Is called for every flow, and when its acknowledgement is final. */
  readonly announce: (flow: Flow) => void;
}

/** Statuses of which the administration gets a copy; the sender sees the copy, too (XP Z12-013, annex A). */
const TOLD_THE_STATE: ReadonlySet<string> = new Set(['200', '210', '212', '213']);

/** Lifecycle codes that each role may send about an invoice. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  SE: ['209', '212'],
  BY: ['204', '205', '206', '207', '208', '210', '211'],
};
/** Flow types of a role's messages (XP Z12-013, annex A); a seller's are `CustomerInvoiceLC`. */
const TYPES: Readonly<Record<string, string>> = { BY: 'SupplierInvoiceLC' };

/** Of a report with one part; which of its kinds it has is not told apart here. */
const REPORT_TYPES: Readonly<Record<string, string>> = {
  TransactionsReport: 'AggregatedCustomerTransactionReport',
  PaymentsReport: 'AggregatedCustomerPaymentReport',
};

type Reason = readonly [code: string, label: string];

/** The flows of a platform. */
export class Flows {
  constructor(private readonly dependencies: FlowDependencies) {}

  /** @returns how often this invoice has arrived, this time included. */
  count({ about, tenant }: Pick<Arriving, 'about' | 'tenant'>): number {
    return this.dependencies.state.count(
      ROUTE,
      `sent ${JSON.stringify([tenant.id, about.seller.siren, about.number])}`,
    );
  }

  /** Stores an invoice with its acknowledgement and later statuses; each appears at its time. */
  takeInvoice(arriving: Arriving, ending: Ending): Flow {
    const { state, pace } = this.dependencies;
    return state.transaction(() => {
      const details = this.wrongWith(arriving, ending);
      const submittedAt = Date.now();
      const readyAt = pace.dueIn(1 + (ending.extraSteps ?? 0));
      const flowType = SELF_BILLED.has(arriving.about?.typeCode ?? '')
        ? 'SupplierInvoice'
        : 'CustomerInvoice';
      const flow = this.keep(arriving, { flowType, submittedAt, readyAt, details });
      if (details.length > 0) return flow;
      for (const key of uniqueKeys(arriving)) state.keep(ROUTE, 'unique', key, flow.flowId);
      const words = [...(ending.way ?? USUAL_WAY), ...(ending.then ?? [])];
      for (const [n, word] of words.entries()) this.sendStatus(flow, word, readyAt + n * pace.stepMs);
      if (words.includes('213')) return flow;
      this.hold(flow);
      this.deriveReport(flow, readyAt + words.length * pace.stepMs);
      return flow;
    });
  }

  /** @returns how often a report of this id has arrived, this time included. */
  countReport(tenant: Tenant, { id }: Pick<ReportParts, 'id'>): number {
    return this.dependencies.state.count(ROUTE, `report ${JSON.stringify([tenant.id, id])}`);
  }

  /** Stores a report with its acknowledgement, then the administration's verdict on it. */
  takeReport(arriving: Omit<Arriving, 'about'>, report: ReportParts, ending: Ending): Flow {
    const { state, pace } = this.dependencies;
    return state.transaction(() => {
      const key = JSON.stringify([arriving.tenant.id, 'report', report.id]);
      const details = [
        ...(ending.fails === undefined ? [] : [failure(ending.fails, 'The sandbox was asked to say so.')]),
        ...(report.root === 'Report' ? [] : [failure('InvalidSchema', `A report begins with Report.`)]),
        ...(state.findKept(ROUTE, 'unique', key) === undefined
          ? []
          : [failure('AlreadyExistingFlow', 'The flow has been received before.')]),
      ];
      const submittedAt = Date.now();
      const readyAt = pace.dueIn(1 + (ending.extraSteps ?? 0));
      const flowType = REPORT_TYPES[report.part] ?? 'MultiFlowReport';
      const flow = this.keep(arriving, { flowType, submittedAt, readyAt, details });
      if (details.length > 0) return flow;
      state.keep(ROUTE, 'unique', key, flow.flowId);
      state.hold({
        route: ROUTE,
        identity: flow.flowId,
        number: report.id,
        sha256: flow.sha256,
        facts: { tracking_id: arriving.info.trackingId ?? null, period: `${report.start} ${report.end}` },
      });
      this.sendVerdict(
        flow,
        report,
        this.reasonAgainst(arriving.tenant, report, ending),
        readyAt + pace.stepMs,
      );
      return flow;
    });
  }

  /** Sends the seller the report of the period, with its sales so far, and the verdict on it. */
  private deriveReport(flow: Flow, at: number): void {
    const { state, pace } = this.dependencies;
    const key = periodKey(flow);
    const period = withSale(state.findKept<DerivedPeriod>(ROUTE, 'derived', key), flow);
    if (!period) return;
    state.keep(ROUTE, 'derived', key, period);
    const bytes = Buffer.from(derivedReport(period, 'Sandbox'));
    const info = { name: `FRR-${period.id}.xml`, flowSyntax: 'FRR' } as const;
    this.incoming(flow.tenant, 'StateTransactionReport', bytes, at, info);
    this.sendVerdict(flow, reportParts(bytes), undefined, at + pace.stepMs);
  }

  /** A second first report of a period would be counted twice; one that replaces it is taken. */
  private reasonAgainst(tenant: Tenant, report: ReportParts, ending: Ending): Reason | undefined {
    const { state } = this.dependencies;
    if (ending.way?.includes('213')) return ['REJ_SEMAN', 'The sandbox was asked to say so.'];
    const rule = brokenRule(report);
    if (rule !== undefined) return ['REJ_SEMAN', rule];
    const key = JSON.stringify([tenant.id, report.declarant, report.part, report.start, report.end]);
    if (report.type === 'IN' && state.findKept(ROUTE, 'period', key) !== undefined)
      return ['REJ_UNI', 'The period has a report already.'];
    state.keep(ROUTE, 'period', key, report.id);
    return undefined;
  }

  private sendVerdict(flow: Flow, report: ReportParts, reason: Reason | undefined, at: number): void {
    const { id, declarant, name, start, part } = report;
    const seller = { siren: declarant, name, address: '' };
    const about = { ...NO_INVOICE, number: id, issueDate: start, seller };
    const status = reason ? VERDICTS.refused : VERDICTS.taken;
    const content = lifecycleMessage({
      status,
      about,
      at,
      receivedAt: flow.submittedAt,
      ...(reason && { reason }),
    });
    const type = part === 'PaymentsReport' ? 'StatePaymentReportLC' : 'StateTransactionReportLC';
    const info = { name: `CDV-${status.code}.xml`, flowSyntax: 'CDAR' } as const;
    this.incoming(flow.tenant, type, Buffer.from(content), at, info);
  }

  /** Takes a lifecycle message of seller or buyer. */
  takeMessage(arriving: Omit<Arriving, 'about'>): Flow {
    const [message, details] = this.wrongWithMessage(arriving);
    if (details.length === 0) this.dependencies.state.keep(ROUTE, 'unique', messageKey(arriving), true);
    return this.keep(arriving, {
      flowType: TYPES[message?.by ?? ''] ?? 'CustomerInvoiceLC',
      submittedAt: Date.now(),
      readyAt: this.dependencies.pace.dueIn(1),
      details,
    });
  }

  /** Stores an invoice of another supplier for the next search. */
  layReady(recipient: string, bytes: Buffer): Readonly<Record<string, unknown>> {
    const about = readParts(bytes);
    const flow = this.incoming(null, 'SupplierInvoice', bytes, Date.now(), {
      name: `${about.number}.xml`,
      flowSyntax: syntaxOf(about),
    });
    this.dependencies.state.keep(ROUTE, 'laid', about.number, flow.flowId);
    return { recipient, invoice_number: about.number, flow_id: flow.flowId };
  }

  /** Sends one status now, also about an invoice that was laid ready for its buyer, or that was not sent. */
  give = ({ invoiceNumber, code, amount }: AskedAnswer): Readonly<Record<string, unknown>> => {
    if (!statusOf(code))
      throw new Refused(`code must be one of ${STATUSES.map((each) => each.code).join(', ')}.`);
    const document = this.dependencies.state.documentNumbered(ROUTE, invoiceNumber);
    const invoice = document ? this.find(document.identity) : this.laid(invoiceNumber);
    const about = invoice ?? unknown(invoiceNumber);
    const flow = this.sendStatus(amount === undefined ? about : payInPart(about, amount), code, Date.now());
    return { flow_id: flow.flowId, invoice_number: invoiceNumber, code, known: invoice !== undefined };
  };

  private laid(number: string): Flow | undefined {
    const flowId = this.dependencies.state.findKept<string>(ROUTE, 'laid', number);
    const flow = flowId === undefined ? undefined : this.find(flowId);
    return flow && { ...flow, about: readParts(this.bytesOf(flow)) };
  }

  find(flowId: string): Flow | undefined {
    return this.dependencies.state.findKept<Flow>(ROUTE, 'flow', flowId);
  }

  bytesOf({ flowId }: Flow): Buffer {
    return Buffer.from(this.dependencies.state.findKept<string>(ROUTE, 'bytes', flowId) ?? '', 'base64');
  }

  /** The flows that a tenant can see now. */
  of({ id }: Tenant, now: number): readonly Flow[] {
    return this.dependencies.state
      .allKept<Flow>(ROUTE, 'flow')
      .filter((flow) => (flow.tenant === null || flow.tenant === id) && isThere(flow, now));
  }

  private wrongWith(arriving: Arriving, { fails }: Ending): readonly Detail[] {
    const { about, bytes, info } = arriving;
    if (fails !== undefined) return [failure(fails, 'The sandbox was asked to say so.')];
    if (about.root !== '' && info.flowSyntax !== syntaxOf(about))
      return [failure('FlowTypeError', `The file is ${syntaxOf(about)}.`)];
    const fault = about.root === '' ? undefined : this.dependencies.schemas.fault(bytes, about.root);
    if (fault !== undefined) return [failure('InvalidSchema', fault)];
    const isKnown = uniqueKeys(arriving).some((key) =>
      this.dependencies.state.findKept(ROUTE, 'unique', key),
    );
    return isKnown ? [failure('AlreadyExistingFlow', 'The flow has been received before.')] : [];
  }

  private wrongWithMessage(
    arriving: Omit<Arriving, 'about'>,
  ): readonly [MessageParts | undefined, readonly Detail[]] {
    let message: MessageParts;
    try {
      message = messageParts(arriving.bytes);
    } catch (error) {
      return [undefined, [failure('InvalidSchema', (error as Error).message)]];
    }
    const { by, code, number, amount, percent } = message;
    if (!WORDS[by]?.includes(code))
      return [message, [failure('InvoiceLCStatusError', `'${by}' does not say '${code}'.`)]];
    if (!this.knows(by, number))
      return [message, [failure('InvoiceLCAccessDenied', `No invoice '${number}' is here.`)]];
    if (code === '212' && (amount === '' || percent === ''))
      return [message, [failure('InvoiceLCAmountError', 'What was collected needs an amount and a rate.')]];
    const isKnown = this.dependencies.state.findKept(ROUTE, 'unique', messageKey(arriving)) !== undefined;
    return [message, isKnown ? [failure('AlreadyExistingFlow', 'The flow has been received before.')] : []];
  }

  /** A seller's message names an invoice that was sent here; a buyer's names one that was stored for it here. */
  private knows(by: string, number: string): boolean {
    const { state } = this.dependencies;
    return by === 'BY'
      ? state.findKept(ROUTE, 'laid', number) !== undefined
      : state.documentNumbered(ROUTE, number) !== undefined;
  }

  private keep(
    { tenant, info, bytes, about }: Omit<Arriving, 'about'> & Partial<Pick<Arriving, 'about'>>,
    known: Pick<Flow, 'flowType' | 'submittedAt' | 'readyAt' | 'details'>,
  ): Flow {
    return this.remember(bytes, {
      ...known,
      flowId: randomUUID(),
      tenant: tenant.id,
      info,
      sha256: sha256(bytes),
      flowDirection: 'Out',
      ...(about && { about }),
    });
  }

  /** A lifecycle flow to the sender of the invoice. */
  private sendStatus(invoice: Flow, word: Word, at: number): Flow {
    const [code, reason] = typeof word === 'string' ? [word] : word;
    const status = statusOf(code)!;
    const report = { status, about: invoice.about!, at, receivedAt: invoice.submittedAt };
    const content = Buffer.from(lifecycleMessage({ ...report, ...(reason && { reason }) }));
    const info = { name: `CDV-${code}.xml`, flowSyntax: 'CDAR' } as const;
    const type = `${invoice.flowType}LC`;
    if (TOLD_THE_STATE.has(code)) this.incoming(invoice.tenant, `State${type}`, content, at, info);
    return this.incoming(invoice.tenant, type, content, at, info);
  }

  private incoming(tenant: string | null, flowType: string, bytes: Buffer, at: number, info: FlowInfo): Flow {
    return this.remember(bytes, {
      flowId: randomUUID(),
      tenant,
      info,
      sha256: sha256(bytes),
      flowType,
      flowDirection: 'In',
      submittedAt: at,
      readyAt: at,
      details: [],
    });
  }

  private remember(bytes: Buffer, flow: Flow): Flow {
    const { state, announce } = this.dependencies;
    state.keep(ROUTE, 'flow', flow.flowId, flow);
    state.keep(ROUTE, 'bytes', flow.flowId, bytes.toString('base64'));
    announce(flow);
    return flow;
  }

  private hold({ flowId, about, sha256: hash, info }: Flow): void {
    this.dependencies.state.hold({
      route: ROUTE,
      identity: flowId,
      number: about?.number ?? '',
      sha256: hash,
      facts: { tracking_id: info.trackingId ?? null, seller_siren: about?.seller.siren ?? '' },
    });
  }
}

const syntaxOf = ({ root }: InvoiceParts): 'CII' | 'UBL' => (root === 'CrossIndustryInvoice' ? 'CII' : 'UBL');

const failure = (reasonCode: string, reasonMessage: string): Detail => ({
  level: 'Error',
  item: 'file',
  reasonCode,
  reasonMessage,
});

/** The same bytes, and the same seller, number and year. */
const uniqueKeys = ({ tenant, bytes, about }: Arriving): readonly string[] => [
  JSON.stringify([tenant.id, sha256(bytes)]),
  ...(about.number === ''
    ? []
    : [JSON.stringify([tenant.id, about.seller.siren, about.number, about.issueDate.slice(0, 4)])]),
];

const messageKey = ({ tenant, bytes }: Pick<Arriving, 'tenant' | 'bytes'>): string =>
  JSON.stringify([tenant.id, sha256(bytes)]);

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function readParts(bytes: Buffer): InvoiceParts {
  try {
    return invoiceParts(bytes);
  } catch {
    throw new Refused('The body must be the XML of an invoice.');
  }
}

function payInPart(flow: Flow, amount: string): Flow {
  if (!/^-?\d{1,15}(\.\d{1,2})?$/.test(amount)) throw new Refused('amount must be a decimal number.');
  return { ...flow, ...(flow.about && { about: { ...flow.about, total: amount } }) };
}

/** An invoice that was not sent, between two of the published example companies. */
const unknown = (number: string): Flow => ({
  flowId: '',
  tenant: null,
  info: { name: '', flowSyntax: 'UBL' },
  sha256: '',
  flowType: 'CustomerInvoice',
  flowDirection: 'Out',
  submittedAt: Date.now(),
  readyAt: Date.now(),
  details: [],
  about: {
    root: 'Invoice',
    number,
    issueDate: new Date().toISOString().slice(0, 10).replaceAll('-', ''),
    typeCode: '380',
    currency: 'EUR',
    net: '100.00',
    vat: '20.00',
    total: '120.00',
    rate: '20.00',
    seller: { siren: '100000009', name: 'A seller', address: '100000009' },
    buyer: { siren: '200000008', name: 'A buyer', address: '200000008' },
  },
});
