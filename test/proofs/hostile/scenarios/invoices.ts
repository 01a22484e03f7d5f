import { randomUUID } from 'node:crypto';
import { type Erp, example, numbered } from '../../../support/erp.ts';
import { within } from './patience.ts';

/** Another invoice each time. */
export const anInvoice = (): ReturnType<typeof example> => numbered(example('plain'), `H-${randomUUID()}`);

export async function takenIn(erp: Erp): Promise<string> {
  const answer = await within(15_000, 'POST /invoices', erp.submit(anInvoice()));
  if (answer.status !== 202) throw new Error(`POST /invoices: ${answer.status} ${answer.text}`);
  return answer.json.id;
}

export async function takeIn(erp: Erp, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await takenIn(erp));
  return ids;
}
