import { type Answer, type Call, json } from '../network.ts';
import { ackOf, type Flow, flowToWire, updatedAt } from './flow.ts';
import type { Flows } from './flows.ts';
import { objectIn, problem, type Tenant, type Version } from './platform.ts';

const LIMIT = { usual: 25, most: 100 } as const;

type Where = Readonly<Record<string, unknown>>;

/** Whether a flow meets a criterion, by its name. */
const CRITERIA: Readonly<Record<string, (flow: Flow, value: unknown, now: number) => boolean>> = {
  // Strictly later, as the standard says.
  updatedAfter: (flow, value, now) => updatedAt(flow, now) > Date.parse(String(value)),
  updatedBefore: (flow, value, now) => updatedAt(flow, now) < Date.parse(String(value)),
  processingRule: (flow, value, now) => among(value, flowToWire(flow, now)['processingRule']),
  flowType: (flow, value, now) => among(value, flowToWire(flow, now)['flowType']),
  flowDirection: (flow, value) => among(value, flow.flowDirection),
  trackingId: (flow, value) => flow.info.trackingId === value,
  ackStatus: (flow, value, now) => ackOf(flow, now) === value,
};

const among = (values: unknown, value: unknown): boolean => Array.isArray(values) && values.includes(value);

/** `POST /v1/flows/search`: criteria are joined by AND, values of a list by OR. */
export function search(flows: Flows, version: Version, tenant: Tenant, call: Call): Answer {
  const asked = objectIn(call);
  const where = asked && objectOf(asked['where']);
  const limit = asked?.['limit'] ?? LIMIT.usual;
  if (!asked || !where) return problem(400, 'where is required.');
  const wrong = wrongIn(where, limit);
  if (wrong !== undefined) return problem(400, wrong);
  const now = Date.now();
  const found = flows
    .of(tenant, now)
    .filter((flow) => Object.entries(where).every(([name, value]) => CRITERIA[name]?.(flow, value, now)))
    .sort((one, other) => updatedAt(one, now) - updatedAt(other, now));
  const from = version === '1.3' ? cursorIn(asked['cursor']) : 0;
  if (from === undefined) return problem(400, 'cursor is none that was given.');
  const page = found.slice(from, from + Number(limit));
  const next = from + page.length;
  return json(200, {
    limit,
    filters: where,
    results: page.map((flow) => flowToWire(flow, now)),
    ...(version === '1.3' && next < found.length && { nextCursor: cursorAt(next) }),
  });
}

function wrongIn(where: Where, limit: unknown): string | undefined {
  const names = Object.keys(where);
  if (names.length === 0) return 'where needs at least one criterion.';
  const unknown = names.find((name) => !CRITERIA[name]);
  if (unknown !== undefined) return `where has no criterion ${unknown}.`;
  for (const name of ['updatedAfter', 'updatedBefore'])
    if (where[name] !== undefined && Number.isNaN(Date.parse(String(where[name]))))
      return `${name} is no date and time.`;
  for (const name of ['processingRule', 'flowType', 'flowDirection'])
    if (where[name] !== undefined && !Array.isArray(where[name])) return `${name} must be a list.`;
  if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > LIMIT.most)
    return `limit is a whole number up to ${LIMIT.most}.`;
  return undefined;
}

const objectOf = (value: unknown): Where | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Where) : undefined;

const cursorAt = (place: number): string => Buffer.from(`flow ${place}`).toString('base64url');

function cursorIn(cursor: unknown): number | undefined {
  if (cursor === undefined) return 0;
  const place = /^flow (\d+)$/.exec(Buffer.from(String(cursor), 'base64url').toString())?.[1];
  return place === undefined ? undefined : Number(place);
}
