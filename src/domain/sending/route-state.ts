import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { ROUTES } from '../routes/all.ts';
import { count, type FieldsOf, flag, oneOf, optional, text, time } from '../vocabulary/fields.ts';
import type { Route } from '../vocabulary/route.ts';
import type { WireCall } from './network-calls.ts';

/** How a route answered one client last: what delivers invoices, or what fetches answers and received invoices. */
export interface RouteState {
  /** As `stateId` makes it. */
  readonly id: string;
  readonly route: Route;
  readonly client: string;
  /** Fetching may work while sends fail, so each has a state of its own. */
  readonly isFetch?: boolean;
  readonly at: Date;
  /** The HTTP status, or why there is no answer. */
  readonly answer: Text;
  readonly tookMs: number;
  /** It answered, and not with a fault of its own. */
  readonly works: boolean;
  /** When it worked last. */
  readonly workedAt?: Date;
  /** Since when it has not, without a call that worked in between. */
  readonly failingSince?: Date;
}

export const ROUTE_STATE_FIELDS: FieldsOf<RouteState> = {
  id: text,
  route: oneOf(ROUTES),
  client: text,
  isFetch: optional(flag),
  at: time,
  answer: text,
  tookMs: count,
  works: flag,
  workedAt: optional(time),
  failingSince: optional(time),
};

export type StateKey = Pick<RouteState, 'route' | 'client' | 'isFetch'>;

/** An id of a client has no blank. */
export const stateId = ({ route, client, isFetch }: StateKey): string =>
  `${route} ${client}${isFetch ? ' fetch' : ''}`;

/** A slower answer is named slow. */
export const SLOW_MS = 3_000;

/** The state after a call. A rejection (HTTP 4xx) is an answer: the route works. */
export function stateAfter(
  key: StateKey,
  { at, outcome, status, reason, tookMs = 0 }: WireCall,
  before: RouteState | undefined,
): RouteState {
  const works = outcome === 'answered' && (status ?? 0) < 500;
  const answer = outcome === 'answered' ? String(status) : (reason ?? outcome);
  const workedAt = works ? at : before?.workedAt;
  const since = works ? undefined : (before?.failingSince ?? at);
  return {
    id: stateId(key),
    ...key,
    at,
    answer,
    tookMs,
    works,
    ...(workedAt && { workedAt }),
    ...(since && { failingSince: since }),
  };
}

/** One state of several clients' states: an outage is over once the route worked for one of them. */
export interface RouteSummary extends Omit<RouteState, 'id' | keyof StateKey> {
  readonly isSlow: boolean;
}

/** Later than the last retry of an invoice (contract part 8): what did not work before that says nothing about now. */
const TOLD_FOR_MS = 2 * 3_600_000;

/** The worse of what delivers and what fetches, unless it is much older; of two that are alike the newest. */
export function summaryOf(states: readonly RouteState[]): RouteSummary | undefined {
  const summaries = [false, true].flatMap(
    (isFetch) => summaryOfAlike(states.filter((state) => Boolean(state.isFetch) === isFetch)) ?? [],
  );
  const newestAt = Math.max(...summaries.map(({ at }) => Number(at)));
  const [worst] = summaries
    .filter(({ at }) => newestAt - Number(at) <= TOLD_FOR_MS)
    .toSorted((one, other) => rankOf(one) - rankOf(other) || Number(other.at) - Number(one.at));
  return worst;
}

const rankOf = ({ works, isSlow }: RouteSummary): number => (works ? (isSlow ? 1 : 2) : 0);

function summaryOfAlike(states: readonly RouteState[]): RouteSummary | undefined {
  const [newest, ...others] = states.toSorted((one, other) => Number(other.at) - Number(one.at));
  if (!newest) return undefined;
  const { at, answer, tookMs, works } = newest;
  const worked = [newest, ...others].flatMap(({ workedAt }) => workedAt ?? []);
  const workedAt = worked.length > 0 ? new Date(Math.max(...worked.map(Number))) : undefined;
  const failing = [newest, ...others].flatMap(({ failingSince }) =>
    failingSince && (!workedAt || failingSince > workedAt) ? [Number(failingSince)] : [],
  );
  const isFailing = !works && failing.length > 0;
  return {
    at,
    answer,
    tookMs,
    works,
    isSlow: works && tookMs > SLOW_MS,
    ...(workedAt && { workedAt }),
    ...(isFailing && { failingSince: new Date(Math.min(...failing)) }),
  };
}
