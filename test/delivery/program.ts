// The service as `npm start` starts it, but with ports that end the process where it was told to.
import { setFlagsFromString } from 'node:v8';

// Whoever dies after a second earns no machine code, and is not warmed for the rest of his life.
setFlagsFromString('--no-opt');
const { startService } = await import('../../src/processes/service.ts');
const { buildContainer } = await import('../../src/processes/container.ts');
const { readSettings } = await import('../../src/processes/settings/read-settings.ts');
const { stopOnSignal } = await import('../../src/processes/stop-signal.ts');
const { PoolValidator } = await import('../../src/adapters/piscina/pool-validator.ts');
const { mortal } = await import('./mortal.ts');

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
