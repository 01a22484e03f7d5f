import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mongoServer } from '../../scripts/mongo-server.ts';
import { crash } from './crash.ts';

/**
 * kill -9 at random instants while invoices go in, judged from outside only: every 202 known and finished, none doubled,
 * no gap in a sequence. The seed replays the plan; instants are real time, so a failure may take several tries.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    invoices: { type: 'string', default: '500' },
    kills: { type: 'string', default: '50' },
    store: { type: 'string', multiple: true },
  },
});

const stores = values.store ?? ['sqlite', 'mongodb'];
let faults = 0;
for (const store of stores) {
  const folder = mkdtempSync(join(tmpdir(), 'crash-'));
  const server = store === 'mongodb' ? await mongoServer() : undefined;
  if (store === 'mongodb' && !server) {
    console.log('mongodb: skipped, neither MONGODB_URL nor the stand-in is there');
    continue;
  }
  const url = server
    ? `${server.url.replace(/\/$/, '')}/crash_${values.seed}`
    : `sqlite:${join(folder, 'ids.db')}`;
  try {
    const { seed } = values;
    const [invoices, kills] = [Number(values.invoices), Number(values.kills)];
    const onKill = (killed: number, accepted: number): void =>
      void process.stderr.write(`${store}: ${killed} kills, ${accepted} accepted\r`);
    const found = await crash({ storeUrl: url, folder, seed, invoices, kills, onKill });
    for (const fault of found) console.log(`${store}: ${fault}`);
    console.log(`${store}: seed ${seed}, ${kills} kills, ${invoices} invoices, ${found.length} faults`);
    faults += found.length;
  } finally {
    server?.process?.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
process.exit(faults > 0 ? 1 : 0);
