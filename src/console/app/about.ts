import { computed, signal } from '@preact/signals';
import { type components, DeliveryService } from '../../client/client.ts';
import { ownKey } from './session.ts';

type Health = components['schemas']['Health'];

/** What everybody may know: which environment this is, and which version. */
export const about = signal<Pick<Health, 'environment' | 'version' | 'party_search'> | undefined>();

/** The key of the reader says it, too: a sandbox that does not look like one is mistaken for production. */
export const isSandbox = computed(
  () => (ownKey.value?.environment ?? about.value?.environment) === 'sandbox',
);

const AGAIN_MS = 5000;

/** Asks once before the page is drawn. A service with a failing check answers 503, one that starts not at all: it is asked again. */
export async function readAbout(): Promise<void> {
  const open = new DeliveryService({ url: location.origin, key: 'none', maxRetries: 0 });
  try {
    about.value = (await open.api.GET('/health')).data;
  } catch {
    setTimeout(() => void readAbout(), AGAIN_MS);
  }
}
