import { computed, signal } from '@preact/signals';
import { type components, DeliveryService, ServiceProblem } from '../../client/client.ts';
import { language } from './words.ts';

export type OwnKey = components['schemas']['OwnKey'];
export type Scope = components['schemas']['Scope'];

interface Session {
  readonly service: DeliveryService;
  /** Does not repeat a call: for the feed, which says itself when it calls again. */
  readonly once: DeliveryService;
  readonly key: OwnKey;
}

/** No script reads the cookie of the session: what is here is what the service says of it. */
const current = signal<Session | undefined>();

/** Whether the service leads to a provider at which people sign in without a key. */
export const hasProvider = signal(false);

/** True once the session has ended: the log-in lies over the page, which keeps its state. */
export const isSessionOver = signal(false);

export const ownKey = computed(() => current.value?.key);

/** The service in the session of this browser. Only what is shown after the log-in calls it. */
export function service(): DeliveryService {
  return requireSession().service;
}

export const serviceOnce = (): DeliveryService => requireSession().once;

function requireSession(): Session {
  if (!current.value) throw new Error('Expected a log-in, found no session.');
  return current.value;
}

/** The session is there, but the browser has not kept its cookie. */
export class CookieNotKept extends Error {}

/**
 * Exchanges the key for a session. The key is gone afterwards.
 * @throws ServiceProblem `unauthorized` if the service does not know the key; CookieNotKept
 */
export async function logIn(key: string): Promise<void> {
  await new DeliveryService({ url: location.origin, key, maxRetries: 0 }).api.POST('/session');
  await resume();
  if (!current.value) throw new CookieNotKept();
  tabs?.postMessage('changed');
}

/** Asks whether the browser is signed in, in this tab or another. */
export async function resume(): Promise<void> {
  tabs ??= openTabs();
  const options = { url: location.origin, fetch: watchedFetch };
  const once = new DeliveryService({ ...options, maxRetries: 0 });
  const { data } = await once.api.GET('/session');
  hasProvider.value = data?.provider ?? false;
  const service = new DeliveryService({ ...options, maxRetries: 2, maxWaitMs: 3000 });
  current.value = data?.key && { service, once, key: data.key };
  isSessionOver.value = false;
}

/** In every tab. @throws if the service cannot be told: the session is still there. */
export async function logOut(): Promise<void> {
  await serviceOnce().api.DELETE('/session');
  current.value = undefined;
  isSessionOver.value = false;
  tabs?.postMessage('changed');
}

/** All tabs of a browser are in one session. It opens with the page: a program that imports a part of the console would not end. */
let tabs: BroadcastChannel | undefined;

function openTabs(): BroadcastChannel {
  const opened = new BroadcastChannel('invoice-console session');
  opened.onmessage = () => void resume().catch(() => undefined);
  return opened;
}

/** Texts come in the language of the page, which need not be the browser's. A session may end while its page is open. */
const watchedFetch: typeof fetch = async (...call) => {
  const request = new Request(...call);
  request.headers.set('Accept-Language', language.peek());
  const answer = await fetch(request);
  if (answer.status === 401 && current.value) isSessionOver.value = true;
  return answer;
};

export const isOperator = ({ kind }: OwnKey): boolean => kind === 'operator' || kind === 'operator-read-only';

/** Partners read the catalogue and their clients only. */
export const reads = ({ kind, scopes }: OwnKey): boolean => kind !== 'partner' && scopes.includes('read');

/** Making a link and ending it are changes. */
export const shares = (key: OwnKey): boolean => reads(key) && key.kind !== 'operator-read-only';

export const submits = ({ kind, scopes }: OwnKey): boolean => kind !== 'partner' && scopes.includes('submit');

export const administers = ({ kind, scopes }: OwnKey): boolean =>
  kind !== 'partner' && scopes.includes('admin');

const isAnswer = (error: unknown, status: number): boolean =>
  error instanceof ServiceProblem && error.status === status;

export const isUnauthorized = (error: unknown): boolean => isAnswer(error, 401);
export const isNotFound = (error: unknown): boolean => isAnswer(error, 404);
