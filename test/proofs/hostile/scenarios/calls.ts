import { OPERATOR_KEY } from '../../../support/erp.ts';
import { bearer, type Call, send } from '../send.ts';
import type { Scenario, Stage } from './stage.ts';

const ODD_QUERIES = [
  '/invoices?page=1e3',
  '/invoices?page=01',
  '/invoices?page=1.0',
  '/invoices?page=Infinity',
  '/invoices/series?days=Infinity',
  '/invoices/series?days=1e1',
];

async function smallPoints(stage: Stage): Promise<readonly string[]> {
  const service = await stage.running();
  const operator = bearer(OPERATOR_KEY);
  const faults: string[] = [];
  const expect = async (
    method: string,
    path: string,
    status: number,
    headers: Call['headers'] = operator,
  ): Promise<void> => {
    const answer = await send(service.url, { method, path, headers });
    if (answer.status !== status) faults.push(`${method} ${path}: ${answer.status}, not ${status}`);
    if (method === 'HEAD' && answer.body.length > 0) faults.push(`HEAD ${path}: a body`);
  };
  await expect('POST', '/keys/%00/revoke', 400);
  for (const path of ODD_QUERIES) await expect('GET', path, 400);
  await expect('HEAD', '/health', 200, {});
  await expect('HEAD', '/invoices', 200);
  await expect('HEAD', '/invoices', 401, {});
  return faults;
}

export const CALLS: readonly Scenario[] = [
  {
    name: 'ids, numbers and methods are odd',
    holds: 'each is answered as described',
    harmless: true,
    run: smallPoints,
  },
];
