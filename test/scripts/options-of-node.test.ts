import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPTIONS, PROJECT } from '../../scripts/bench/service-process.ts';

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

describe('the options of Node', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: { readonly start: string } };
  const program = 'scripts/start.mjs';

  it('are the same for npm start and for the bench', () =>
    assert.equal(scripts.start, ['node', ...OPTIONS, program].join(' ')));

  it('are the same in the image', () => {
    const command = JSON.parse(/^CMD (.*)$/m.exec(read('Dockerfile'))![1]!) as readonly string[];
    assert.deepEqual(command, ['node', ...OPTIONS, program, 'serve']);
  });

  it('are the same in the unit of systemd', () => {
    const command = /^ExecStart=(.*)$/m.exec(read('deploy/systemd/invoice-delivery.service'))![1]!;
    assert.deepEqual(command.split(' '), ['/usr/bin/node', ...OPTIONS, program, 'serve']);
  });
});
