// The service as `npm start` starts it, but what a killed one had in hand is free again after seconds, not after a minute.
import { buildContainer } from '../../src/processes/container.ts';
import { startService } from '../../src/processes/service.ts';
import { readSettings } from '../../src/processes/settings/read-settings.ts';
import { stopOnSignal } from '../../src/processes/stop-signal.ts';

const JOB_LOCK_MS = 3000;

const settings = readSettings(process.env);
const starting = startService(settings, () => buildContainer(settings, JOB_LOCK_MS));
stopOnSignal(async () => (await starting).stop());
process.stderr.write((await starting).banner);
