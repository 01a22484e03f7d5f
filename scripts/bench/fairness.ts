import { batchBesideCalls } from './batch-beside-calls.ts';
import { hangingReceivers } from './hanging-receivers.ts';
import { keylessCallers } from './keyless-callers.ts';

/** What one client costs another. */
export async function fairness(): Promise<void> {
  await hangingReceivers();
  await batchBesideCalls();
  await keylessCallers();
}
