import { RenewProcess } from '../../src/application/operation/renew-process.ts';
import { openStores } from './open-stores.ts';

// A process of a store that gives signs of life often.
const [url, id] = process.argv.slice(2) as [string, string];
const { processes } = await openStores(url);
const sign = new RenewProcess({
  processes,
  realClock: { now: () => new Date() },
  self: { id, role: 'worker', lanes: [], version: 'test', masterKeys: [] },
});
await sign.run();
setInterval(() => void sign.run(), 200);
process.on('message', () => void sign.leave().then(() => process.exit()));
process.on('disconnect', () => process.exit());
process.send!('ready');
