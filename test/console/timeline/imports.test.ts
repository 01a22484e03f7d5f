import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HISTORY = new URL('../../../src/console/components/timeline/history.ts', import.meta.url).href;
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

describe('a part of the console without its page', () => {
  it('lets a program that imports it end', () => {
    const args = ['--import=tsx', '--input-type=module', '--eval', `import ${JSON.stringify(HISTORY)};`];
    execFileSync(process.execPath, args, { cwd: PROJECT, timeout: 240_000 });
  });
});
