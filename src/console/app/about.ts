import { signal } from '@preact/signals';
import { type components, DeliveryService, ServiceProblem } from '../../client/client.ts';

type Health = components['schemas']['Health'];

/** What everybody may know: which environment this is, and which version. */
export const about = signal<Pick<Health, 'environment' | 'version' | 'party_search'> | undefined>();

/** A service with a failing check answers 503, which is not an error here: the next call says more. */
export async function readAbout(): Promise<void> {
  const open = new DeliveryService({ url: location.origin, key: 'none', maxRetries: 0 });
  try {
    about.value = (await open.api.GET('/health')).data;
  } catch (error) {
    if (!(error instanceof ServiceProblem)) about.value = undefined;
  }
}
