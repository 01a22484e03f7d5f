import { buildContainer } from '../../src/processes/container.ts';
import { startService } from '../../src/processes/service.ts';
import { readSettings } from '../../src/processes/settings/read-settings.ts';
import { stopOnSignal } from '../../src/processes/stop-signal.ts';

/** The dependencies of a process. */
export type Bindings = Awaited<ReturnType<typeof buildContainer>>;

/** The lease of a killed process expires after seconds of real time, although a test moves the clock. */
const JOB_LOCK_MS = 3000;

/** Starts the service in this process as `npm start` does. @param change replaces ports. */
export async function startHasty(change: (bindings: Bindings) => void = () => undefined): Promise<void> {
  const settings = readSettings(process.env);
  const starting = startService(async () => {
    const bindings = await buildContainer(settings, { jobLockMs: JOB_LOCK_MS });
    change(bindings);
    return bindings;
  });
  stopOnSignal(async () => (await starting).stop());
  process.stderr.write((await starting).banner);
}
