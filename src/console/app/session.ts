import { computed, signal } from '@preact/signals';
import { type components, DeliveryService, ServiceProblem } from '../../client/client.ts';

export type OwnKey = components['schemas']['OwnKey'];
export type Scope = components['schemas']['Scope'];

interface Session {
  readonly service: DeliveryService;
  /** Does not repeat a call: for the feed, which says itself when it calls again. */
  readonly once: DeliveryService;
  readonly key: OwnKey;
}

/** The key is in here and nowhere else: it is gone with the tab. */
const current = signal<Session | undefined>();

/** True once the service no longer knows the key: the log-in lies over the page, which keeps its state. */
export const isKeyRefused = signal(false);

export const ownKey = computed(() => current.value?.key);

/** The service with the key of this tab. Only what is shown after the log-in calls it. */
export function service(): DeliveryService {
  return requireSession().service;
}

export const serviceOnce = (): DeliveryService => requireSession().once;

function requireSession(): Session {
  if (!current.value) throw new Error('Expected a log-in, found no session.');
  return current.value;
}

/** @throws ServiceProblem `unauthorized` if the service does not know the key. */
export async function logIn(value: string): Promise<void> {
  const options = { url: location.origin, key: value };
  const service = new DeliveryService({ ...options, maxRetries: 2, maxWaitMs: 3000, fetch: watchedFetch });
  const once = new DeliveryService({ ...options, maxRetries: 0, fetch: watchedFetch });
  const { data } = await once.api.GET('/keys/self');
  if (!data) throw new Error('The answer has no body.');
  current.value = { service, once, key: data };
  isKeyRefused.value = false;
}

export function logOut(): void {
  current.value = undefined;
  isKeyRefused.value = false;
}

/** A key may be revoked while its page is open. */
const watchedFetch: typeof fetch = async (...call) => {
  const answer = await fetch(...call);
  if (answer.status === 401 && current.value) isKeyRefused.value = true;
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
