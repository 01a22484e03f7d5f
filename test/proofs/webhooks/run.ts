import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mongoServer } from '../../../scripts/mongo-server.ts';
import { deliverEvents } from './webhooks-run.ts';

/** `npm run proofs -- webhooks/run.ts --seed N`: failing receivers and kill -9 of the worker, judged from outside, on each store. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    invoices: { type: 'string', default: '40' },
    clients: { type: 'string', default: '5' },
    kills: { type: 'string', default: '20' },
    store: { type: 'string', multiple: true },
  },
});
let faults = 0;
for (const store of values.store ?? ['sqlite', 'mongodb']) {
  const server = store === 'mongodb' ? await mongoServer() : undefined;
  if (store === 'mongodb' && !server) {
    console.log('mongodb: skipped, neither MONGODB_URL nor the stand-in is there');
    continue;
  }
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
  try {
    const outcome = await deliverEvents({
      folder,
      storeUrl: server
        ? `${server.url.replace(/\/$/, '')}/webhooks_${randomBytes(6).toString('hex')}`
        : `sqlite:${join(folder, 'data/ids.db')}`,
      seed: Number(values.seed),
      clients: Number(values.clients),
      invoices: Number(values.invoices),
      kills: Number(values.kills),
      failing: 0.3,
      report: (line) => void process.stderr.write(`${store}: ${line}\r`),
    });
    for (const fault of outcome.faults) console.log(`${store}: ${fault}`);
    const { faults: found, ...counts } = outcome;
    console.log(`${store}: seed ${values.seed}: ${JSON.stringify(counts)}, ${found.length} faults`);
    faults += found.length;
  } finally {
    server?.process?.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exitCode = faults === 0 ? 0 : 1;
