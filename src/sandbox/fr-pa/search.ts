import { type Answer, type Call, json } from '../network.ts';
import { ackOf, type Flow, flowToWire, PROCESSING_RULES, readUpdateTime } from './flow.ts';
import type { Flows } from './flows.ts';
import type { Platform } from './platforms.ts';
import { objectIn, type Tenant, type Version } from './platform.ts';

const USUAL_LIMIT = 25;

type Where = Readonly<Record<string, unknown>>;

/** By name of the criterion, whether a flow meets it. */
const CRITERIA: Readonly<Record<string, (flow: Flow, value: unknown, now: number) => boolean>> = {
  // Strictly later, as in the standard.
  updatedAfter: (flow, value, now) => readUpdateTime(flow, now) > Date.parse(String(value)),
  updatedBefore: (flow, value, now) => readUpdateTime(flow, now) < Date.parse(String(value)),
  processingRule: (flow, value, now) => among(value, flowToWire(flow, now)['processingRule']),
  flowType: (flow, value, now) => among(value, flowToWire(flow, now)['flowType']),
  flowDirection: (flow, value) => among(value, flow.flowDirection),
  trackingId: (flow, value) => flow.info.trackingId === value,
  ackStatus: (flow, value, now) => ackOf(flow, now) === value,
};

const among = (values: unknown, value: unknown): boolean => Array.isArray(values) && values.includes(value);

/** `POST /v1/flows/search`: criteria are joined by AND, values of a list by OR. */
export function search(flows: Flows, platform: Platform, tenant: Tenant, call: Call): Answer {
  const request = objectIn(call);
  const where = request && objectOf(request['where']);
  const limit = request?.['limit'] ?? USUAL_LIMIT;
  if (!request || !where) return refuse('where is required.');
  const wrong = wrongIn(where, limit, platform);
  if (wrong !== undefined) return refuse(wrong);
  const now = Date.now();
  const { unsorted, total } = platform.search;
  const matchingFlows = flows
    .of(tenant, now)
    .filter((flow) => Object.entries(where).every(([name, value]) => CRITERIA[name]?.(flow, value, now)))
    .sort((one, other) => (readUpdateTime(one, now) - readUpdateTime(other, now)) * (unsorted ? -1 : 1));
  const hasPages = platform.version === '1.3';
  const from = hasPages ? cursorIn(request['cursor']) : 0;
  if (from === undefined) return refuse('cursor is none that was given.');
  const page = matchingFlows.slice(from, from + Number(limit));
  const next = from + page.length;
  return json(200, {
    limit,
    filters: where,
    results: page.map((flow) => flowToWire(flow, now)),
    ...(total && { total: matchingFlows.length }),
    ...(hasPages && next < matchingFlows.length && { nextCursor: cursorAt(next) }),
  });
}

/** Super PDP's answer (akretion/l10n_fr_einvoicing). */
const refuse = (message: string): Answer => json(400, { errorCode: 'PARAMS_ERROR', errorMessage: message });

const LATER_TYPES = [
  ...['StateCustomerInvoice', 'StateSupplierInvoice', 'StateTransactionReport', 'StateTransactionReportLC'],
  ...['StatePaymentReport', 'StatePaymentReportLC', 'Undefined'],
];
const TYPES = [
  ...['CustomerInvoice', 'SupplierInvoice', 'CustomerInvoiceLC', 'SupplierInvoiceLC'],
  ...['StateCustomerInvoiceLC', 'StateSupplierInvoiceLC', 'MultiFlowReport'],
  ...['AggregatedCustomerTransactionReport', 'UnitaryCustomerTransactionReport'],
  ...['AggregatedCustomerPaymentReport', 'UnitaryCustomerPaymentReport', 'UnitarySupplierTransactionReport'],
];
/** Names of flow types by version (XP Z12-013, annex A). */
const TYPES_OF: Readonly<Record<Version, readonly string[]>> = {
  '1.3': [...TYPES, ...LATER_TYPES],
  '1.2': [...TYPES, 'StateInvoice'],
  '1.1': [...TYPES, 'StateInvoice'],
};
const KNOWN_DIRECTIONS = ['In', 'Out'];
const KNOWN_STATES: readonly unknown[] = ['Pending', 'Ok', 'Error'];

function wrongIn(where: Where, limit: unknown, { version, search: rules }: Platform): string | undefined {
  const names = Object.keys(where);
  if (names.length === 0) return 'where needs at least one criterion.';
  const unknown = names.find((name) => !CRITERIA[name]);
  if (unknown !== undefined) return `where has no criterion ${unknown}.`;
  for (const name of ['updatedAfter', 'updatedBefore'])
    if (where[name] !== undefined && Number.isNaN(Date.parse(String(where[name]))))
      return `${name} is no date and time.`;
  const types = TYPES_OF[version].filter((type) => !rules.unknownTypes?.includes(type));
  const lists = {
    processingRule: [...PROCESSING_RULES, 'Undefined'],
    flowType: types,
    flowDirection: KNOWN_DIRECTIONS,
  };
  for (const [name, known] of Object.entries(lists)) {
    const wrong = wrongValue(where[name], known);
    if (wrong !== undefined) return `invalid ${name} : '${wrong}'`;
  }
  const { ackStatus } = where;
  if (ackStatus !== undefined && !KNOWN_STATES.includes(ackStatus)) return 'invalid ackStatus';
  if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > rules.maxAtOnce)
    return `limit is a whole number up to ${rules.maxAtOnce}.`;
  return undefined;
}

/** @returns the unknown value; undefined if all are known. */
function wrongValue(values: unknown, known: readonly string[]): string | undefined {
  if (values === undefined) return undefined;
  if (!Array.isArray(values)) return String(values);
  const wrong = values.find((value) => !known.includes(String(value)));
  return wrong === undefined ? undefined : String(wrong);
}

const objectOf = (value: unknown): Where | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Where) : undefined;

const cursorAt = (position: number): string => Buffer.from(`flow ${position}`).toString('base64url');

function cursorIn(cursor: unknown): number | undefined {
  if (cursor === undefined) return 0;
  const position = /^flow (\d+)$/.exec(Buffer.from(String(cursor), 'base64url').toString())?.[1];
  return position === undefined ? undefined : Number(position);
}
