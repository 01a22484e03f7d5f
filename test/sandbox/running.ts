import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { emptyFolder } from '../support/folder.ts';
import { withNetworkKeys } from '../support/network-keys.ts';
import { PREPARED_PACKS } from '../support/prepared-packs.ts';

/** The folder of the built-in packs, which tests compile first. */

export interface TestSandbox {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** As after the end of the process: stored data is read again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  readonly stepMs?: number;
  readonly limits?: 'real' | 'off';
  readonly rulesDir?: string;
  /** Other sandboxes share a folder, and so the same CAs. */
  readonly hasOwnKeys?: boolean;
}

/** An address that is used again. */
const NOTICED_MS = 50;

/** Alone, on a free port, with its own folder. */
export async function aSandbox({ hasOwnKeys = false, ...options }: Options = {}): Promise<TestSandbox> {
  const folder = emptyFolder();
  if (!hasOwnKeys) withNetworkKeys(folder.path);
  const settings = {
    folder: folder.path,
    stepMs: 5,
    limits: 'real' as const,
    host: '127.0.0.1',
    rulesDir: PREPARED_PACKS,
    ...options,
  };
  let running = await startSandbox({ ...settings, port: 0 });
  const { port } = running;
  return {
    url: running.url,
    port,
    folder: folder.path,
    async restart() {
      await running.stop();
      // The client of these tests notices only later that its connections have ended.
      await pause(NOTICED_MS);
      running = await startSandbox({ ...settings, port });
    },
    async stop() {
      await running.stop();
      folder.remove();
    },
  };
}

/** A call and its answer's JSON. */
export async function jsonOf(url: string, init?: RequestInit): Promise<Record<string, unknown>> {
  const answer = await fetch(url, init);
  return (await answer.json()) as Record<string, unknown>;
}

export const posted = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });
