import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { deliverEvents } from './webhooks-run.ts';

/** `npm run test:webhooks -- --seed N`: failing receivers and kill -9 of the worker, judged from outside. */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    invoices: { type: 'string', default: '40' },
    clients: { type: 'string', default: '5' },
    kills: { type: 'string', default: '20' },
    store: { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
try {
  const { faults, ...counts } = await deliverEvents({
    folder,
    storeUrl: values.store ?? `sqlite:${join(folder, 'data/ids.db')}`,
    seed: Number(values.seed),
    clients: Number(values.clients),
    invoices: Number(values.invoices),
    kills: Number(values.kills),
    failing: 0.3,
    report: (line) => void process.stderr.write(`${line}\r`),
  });
  for (const fault of faults) console.log(fault);
  console.log(`seed ${values.seed}: ${JSON.stringify(counts)}, ${faults.length} faults`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
