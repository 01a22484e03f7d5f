import { setTimeout as pause } from 'node:timers/promises';
import { FolderInUse } from '../sandbox/folder-owner.ts';
import { type RunningSandbox, startSandbox } from '../sandbox/sandbox.ts';
import { takenPort } from './listening.ts';
import { readSettings } from './settings/read-settings.ts';
import { type Settings, SettingRefused } from './settings/settings.ts';
import { stopOnSignal } from './stop-signal.ts';

/** How often a waiting sandbox looks whether the other one is still there. */
const LOOK_AGAIN_MS = 1000;

/** The simulated networks, as a process of their own; beside a service (`npm start`) it ends with the service. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  if (settings.environment === 'production')
    throw new SettingRefused('ENVIRONMENT', 'is production, and production has no simulated networks.');
  // Empty while it waits for another sandbox to end.
  const running: RunningSandbox[] = [];
  stopWith(() => Promise.all(running.map((sandbox) => sandbox.stop())).then(() => undefined));
  const sandbox = await startOrWait(settings);
  running.push(sandbox);
  console.error(`Simulated networks: ${sandbox.url} (docs/sandbox.md)`);
  process.send?.({ port: sandbox.port });
}

/** Beside a service it ends with the service and not before: the service may still be sending. */
function stopWith(stop: () => Promise<void>): void {
  if (!process.send) return stopOnSignal(stop);
  const end = (): void => void stop().finally(() => process.exit(0));
  process.on('SIGINT', () => undefined);
  process.once('SIGTERM', end);
  process.once('disconnect', end);
}

/** If another sandbox serves already, this one waits and serves once that one ends. */
async function startOrWait({ simulator, rulesDir }: Settings): Promise<RunningSandbox> {
  for (let tries = 1; ; tries += 1)
    try {
      return await startSandbox({ ...simulator, rulesDir });
    } catch (error) {
      if (error instanceof FolderInUse) throw new SettingRefused('SIM_PORT', howToShare(simulator, error));
      if (!isTaken(error)) throw error;
      if (!(await isSandbox(simulator))) throw takenPort('SIM_PORT', simulator.port);
      if (tries === 1) process.send?.({ port: simulator.port });
      await pause(LOOK_AGAIN_MS);
    }
}

function howToShare({ port }: Settings['simulator'], { owner, folder }: FolderInUse): string {
  const share = `set SIM_PORT=${new URL(owner.url).port} to share them, or start this one in another folder`;
  return `is ${port}, but the simulated networks at ${owner.url} (process ${owner.process}) use ${folder}; ${share}.`;
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES');

async function isSandbox({ host, port }: Settings['simulator']): Promise<boolean> {
  try {
    const answer = await fetch(`http://${host}:${port}/control`, { signal: AbortSignal.timeout(2000) });
    return ((await answer.json()) as { sandbox?: unknown } | null)?.sandbox === true;
  } catch {
    return false;
  }
}

await main().catch((error: unknown) => {
  console.error(error instanceof SettingRefused ? error.message : error);
  process.exit(1);
});
