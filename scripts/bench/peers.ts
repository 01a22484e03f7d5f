import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT } from './service-process.ts';

/** From the sources: it measures other programs, and installs them as the judges of the tests. */
export function peers(): Promise<void> {
  execFileSync(process.execPath, ['--import=tsx', join(PROJECT, 'test/judges/peers/command.ts')], {
    cwd: PROJECT,
    stdio: 'inherit',
  });
  return Promise.resolve();
}
