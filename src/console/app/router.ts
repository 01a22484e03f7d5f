import { computed, signal } from '@preact/signals';

/** Everything that the console shows is in the address, so that a link shows a colleague the same. */

const BASE = '/console';

interface Place {
  /** Below /console, begins with a slash. */
  readonly path: string;
  readonly query: URLSearchParams;
}

const here = (): Place => ({
  path: location.pathname.slice(BASE.length) || '/',
  query: new URLSearchParams(location.search),
});

const place = signal<Place>(here());

export const path = computed(() => place.value.path);
export const query = computed(() => place.value.query);

type QueryChange = Readonly<Record<string, string | undefined>>;

/** @param to below /console, such as `/invoices?state=rejected`. */
export function navigate(to: string, { replace = false } = {}): void {
  keepScroll();
  const isOther = !replace && to.split('?')[0] !== path.value;
  const from = isOther ? withQuery({}) : viewBefore();
  history[replace ? 'replaceState' : 'pushState']({ from }, '', BASE + to);
  place.value = here();
  if (!replace) scrollTo(0, 0);
}

/** The address of this page with a changed query; an undefined or empty value leaves its name out. */
export function withQuery(change: QueryChange): string {
  const changed = new URLSearchParams(query.value);
  for (const [name, value] of Object.entries(change)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  const text = changed.toString();
  return path.value + (text && `?${text}`);
}

/** A selection or a filter: it is in the address, and the page stays where it is. */
export function changeQuery(change: QueryChange, { replace = false } = {}): void {
  const { scrollY } = globalThis;
  navigate(withQuery(change), { replace });
  scrollTo(0, scrollY);
}

type Chosen<T> = readonly [T, (next: T) => void];

/** What is chosen within a page: a reload and a link keep it. */
export const inAddress = (name: string): Chosen<string | undefined> => [
  query.value.get(name) ?? undefined,
  (next) => changeQuery({ [name]: next }, { replace: true }),
];

/** A switch that is off if the address does not name it. */
export const switchInAddress = (name: string): Chosen<boolean> => [
  query.value.has(name),
  (isOn) => changeQuery({ [name]: isOn ? 'on' : undefined }, { replace: true }),
];

/** As many as one call takes. */
const MAX_IDS = 200;

/** Ids have no comma. */
export const idsInAddress = (name: string): Chosen<ReadonlySet<string>> => [
  new Set(query.value.get(name)?.split(',').filter(Boolean)),
  (ids) => changeQuery({ [name]: [...ids].slice(0, MAX_IDS).join(',') }, { replace: true }),
];

const SELECTIONS: ReadonlySet<string> = new Set(['sel', 'chosen']);

/** What a list depends on: the query without the rows that are selected and chosen. */
export const withoutSelection = (address: URLSearchParams): string =>
  new URLSearchParams([...address].filter(([name]) => !SELECTIONS.has(name))).toString();

export const addressOf = (to: string): string => BASE + to;

/** The parameters of a path by a pattern such as `/invoices/:id`; undefined if it does not fit. */
export function match(pattern: string, given: string): Readonly<Record<string, string>> | undefined {
  const [expectedPattern, parts] = [pattern.split('/'), given.split('/')];
  if (expectedPattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of expectedPattern.entries()) {
    const value = parts[index] ?? '';
    if (part.startsWith(':') && value) params[part.slice(1)] = decoded(value);
    else if (part !== value) return undefined;
  }
  return params;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Stored {
  readonly scrollY?: number;
  readonly from?: string | undefined;
}

const stored = (): Stored => (history.state ?? {}) as Stored;

/** The view from which this page was opened, also after a reload. */
export const viewBefore = (): string | undefined => stored().from;

const keepScroll = (): void =>
  history.replaceState({ ...stored(), scrollY: globalThis.scrollY }, '', location.href);

/** Back and forward restore the scroll position once the page is high enough again. */
export function followHistory(): void {
  history.scrollRestoration = 'manual';
  addEventListener('popstate', () => {
    place.value = here();
    const { scrollY = 0 } = stored();
    restoreScroll(scrollY, performance.now() + 2000);
  });
}

function restoreScroll(top: number, until: number): void {
  scrollTo(0, top);
  if (Math.abs(globalThis.scrollY - top) > 1 && performance.now() < until)
    requestAnimationFrame(() => restoreScroll(top, until));
}
