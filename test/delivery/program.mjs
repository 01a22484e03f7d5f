// The service as built, started as `npm start` starts it, but with ports that end the process where it was told to.
import { setFlagsFromString } from 'node:v8';

// Whoever dies after a second earns no machine code, and is not warmed for the rest of his life.
setFlagsFromString('--no-opt');
const BUILT = '../../dist/src';
const { startService } = await import(`${BUILT}/processes/service.js`);
const { buildContainer } = await import(`${BUILT}/processes/container.js`);
const { readSettings } = await import(`${BUILT}/processes/settings/read-settings.js`);
const { stopOnSignal } = await import(`${BUILT}/processes/stop-signal.js`);
const { PoolValidator } = await import(`${BUILT}/adapters/piscina/pool-validator.js`);
// As scripts/pretest.mjs translated it: done in each life, it would take a fifth of a start.
const { mortal } = await import('../../dist/test/delivery/mortal.js');

PoolValidator.prototype.warmUp = () => Promise.resolve();

/** The clock that the harness moves is not that of the jobs' locks. */
const JOB_LOCK_MS = 3000;

const settings = readSettings(process.env);
const starting = startService(settings, async () => {
  const container = await buildContainer(settings, JOB_LOCK_MS);
  mortal(container, process.env);
  return container;
});
stopOnSignal(async () => (await starting).stop());
process.stderr.write((await starting).banner);
