import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const LOG = new URL('../../../src/adapters/pino/pino-log.ts', import.meta.url).href;
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** The lines that another process prints: pino bypasses the streams of this one. */
function printed(level: string, program: string): readonly Record<string, unknown>[] {
  const text = `import { PinoLog } from ${JSON.stringify(LOG)};
    const log = new PinoLog('${level}', { service: 'ids' });
    ${program}`;
  const args = ['--import=tsx', '--input-type=module', '--eval', text];
  const out = execFileSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8' });
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const DRIVER_ERROR = `
  const inner = Object.assign(new RangeError('inner'), { query: 'invoice content' });
  const error = Object.assign(new Error('no store', { cause: inner }), { document: 'invoice content' });`;

describe('a log on pino', () => {
  for (const level of ['info', 'warn', 'error'] as const)
    it(`writes type, message, stack and cause of an error at ${level}, and no other member`, () => {
      const [line] = printed(
        'info',
        `${DRIVER_ERROR} log.${level}({ request_id: 'r', cause: error }, 'failed');`,
      );
      const { type, message, stack, cause, ...more } = line!['cause'] as Record<string, unknown>;
      assert.deepEqual([type, message, more], ['Error', 'no store', {}]);
      assert.match(String(stack), /^Error: no store\n\s+at /);
      assert.deepEqual(Object.keys(cause as object).toSorted(), ['message', 'stack', 'type']);
      assert.doesNotMatch(JSON.stringify(line), /invoice content/);
      assert.deepEqual([line!['msg'], line!['request_id'], line!['service']], ['failed', 'r', 'ids']);
    }).timeout(20_000);

  it('writes nothing below its level', () => {
    const lines = printed('warn', `log.info({}, 'one'); log.warn({}, 'two');`);
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['two'],
    );
  }).timeout(20_000);
});
