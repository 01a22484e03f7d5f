import { afterTomorrow, DAY_MS } from '../../app/format.ts';
import { listDays } from '../../app/period.ts';
import type { InvoiceState, Role } from '../../components/states.tsx';
import type { IconName } from '../../components/icon.tsx';
import { pageOf } from '../../components/pager.tsx';
import type { operations } from '../../../client/client.ts';

/** The views of the list: groups of states, as a clerk asks for them. */
export const VIEWS = [
  { name: 'all', states: [] },
  {
    name: 'failed',
    states: ['rejected', 'validation_failed', 'source_error', 'dead_letter'],
    filing: 'open',
    icon: 'octagon',
    role: 'bad',
  },
  {
    name: 'under-way',
    states: ['received', 'validated', 'queued', 'submitting', 'submitted'],
    icon: 'arrow',
    role: 'busy',
  },
  {
    name: 'to-fetch',
    states: ['ready'],
    fetch: 'open',
    icon: 'checkSquare',
    role: 'warn',
    isOnNow: true,
  },
  {
    name: 'arrived',
    states: ['ready', 'accepted', 'delivered'],
    fetch: 'done',
    icon: 'checkDisc',
    role: 'ok',
  },
  {
    name: 'buyer-asks',
    states: [],
    buyer_asks: 'open',
    icon: 'question',
    role: 'warn',
    isOnNow: true,
  },
  { name: 'cancelled', states: ['cancelled'], icon: 'struckRing', role: 'mute' },
] as const satisfies readonly {
  readonly name: string;
  readonly states: readonly InvoiceState[];
  readonly filing?: 'open';
  readonly fetch?: 'open' | 'done';
  readonly buyer_asks?: 'open';
  readonly icon?: IconName;
  readonly role?: Role;
  /** Its invoices wait for the sender: _Now_ has their number. */
  readonly isOnNow?: true;
}[];

export type View = (typeof VIEWS)[number];

export type ListQuery = NonNullable<operations['listInvoices']['parameters']['query']>;

/** What the address asks for. A link may be old or typed: what the API would refuse is left out. */
export function listQuery(address: URLSearchParams, now: Date): ListQuery {
  const text = (name: string): string | undefined => address.get(name) || undefined;
  const states = statesOf(address);
  const route = text('route')?.split(',') as ListQuery['route'];
  const due = DUE[text('due') ?? ''];
  return {
    ...(text('q') && { q: text('q') }),
    ...(states.length > 0 && { state: [...states] }),
    ...(route && { route }),
    ...(text('client') && { client: text('client') }),
    ...listDays(address, now),
    ...partOf(address),
    ...due?.(now),
    ...(text('sort') === 'oldest' && { sort: 'oldest' as const }),
    ...pageOf(address),
  };
}

/** One state, several, or a view. */
function statesOf(address: URLSearchParams): readonly InvoiceState[] {
  const view = VIEWS.find(({ name }) => name === address.get('view'));
  const named = address.get('state')?.split(',').filter(Boolean) as InvoiceState[] | undefined;
  return named ?? view?.states ?? [];
}

/** What the view of the address asks for besides states. */
function partOf(address: URLSearchParams): Pick<ListQuery, 'fetch' | 'filing' | 'buyer_asks'> {
  const view = VIEWS.find(({ name }) => name === viewOf(address));
  return {
    ...(view && 'fetch' in view && { fetch: view.fetch }),
    ...(view && 'filing' in view && { filing: view.filing }),
    ...(view && 'buyer_asks' in view && { buyer_asks: view.buyer_asks }),
  };
}

export type CountQuery = NonNullable<operations['countInvoices']['parameters']['query']>;

/** What counts in all views, whichever is shown. */
export function countQuery(address: URLSearchParams, now: Date): CountQuery {
  const {
    state: _,
    fetch: _1,
    filing: _2,
    buyer_asks: _3,
    sort: _4,
    page: _5,
    page_size: _6,
    ...filters
  } = listQuery(address, now);
  return { ...filters, ...DUE[address.get('due') ?? '']?.(now) };
}

export const viewOf = (address: URLSearchParams): string =>
  address.has('state') ? '' : (VIEWS.find(({ name }) => name === address.get('view'))?.name ?? 'all');

/** What arrived, was cancelled or was sent again meets its deadline or has none. */
const OPEN = { filing: 'open' } as const;

/** The day of the deadline ends before this time where the tax office is, and the invoice is not late. */
const before = (end: (now: Date) => Date) => (now: Date) => ({
  ...OPEN,
  not_late_by: now.toISOString(),
  deadline_local_before: end(now).toISOString(),
});

export const DUE: Readonly<Record<string, (now: Date) => CountQuery>> = {
  late: (now) => ({ ...OPEN, late_by: now.toISOString() }),
  day: before(afterTomorrow),
  week: before((now) => new Date(now.getTime() + 7 * DAY_MS)),
};

/** A filter besides the view. */
export const FILTERS = ['q', 'state', 'route', 'period', 'by', 'due'] as const;

export const isFiltered = (address: URLSearchParams): boolean => FILTERS.some((name) => address.get(name));
