import { say } from 'en16931-rules/vocabulary/message.ts';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const LOG = new URL('../../../src/adapters/pino/pino-log.ts', import.meta.url).href;
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** The lines that another process prints: pino bypasses the streams of this one. */
function printed(level: string, program: string): readonly Record<string, unknown>[] {
  const text = `import { PinoLog } from ${JSON.stringify(LOG)};
    const log = new PinoLog('${level}', { service: 'ids' }, { word: ({ say }) => 'words of ' + say });
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

/** With the numbers that pino writes. */
const LEVELS = [
  ['info', 30],
  ['warn', 40],
  ['error', 50],
] as const;

describe('a log on pino', () => {
  /** A line for each level, all of one process. */
  let lines: readonly Record<string, unknown>[];
  before(() => {
    const calls = LEVELS.map(([level]) => `log.${level}({ request_id: 'r', cause: error }, 'failed');`);
    lines = printed('info', `${DRIVER_ERROR} ${calls.join('\n')}`);
  });

  for (const [n, [level, number]] of LEVELS.entries())
    it(`writes type, message, stack and cause of an error at ${level}, and no other member`, () => {
      const line = lines[n]!;
      const { type, message, stack, cause, ...more } = line['cause'] as Record<string, unknown>;
      assert.deepEqual([type, message, more], ['Error', 'no store', {}]);
      assert.match(String(stack), /^Error: no store\n\s+at /);
      assert.deepEqual(Object.keys(cause as object).toSorted(), ['message', 'stack', 'type']);
      assert.doesNotMatch(JSON.stringify(line), /invoice content/);
      const { level: written, msg, request_id: request, service } = line;
      assert.deepEqual([written, msg, request, service], [number, 'failed', 'r', 'ids']);
    });

  it('writes the words of a text, not its id and values', () => {
    const text = JSON.stringify(say('calls.no-such-delivery-to-this-webhook'));
    const [line] = printed('info', `log.warn({ error: ${text}, other: { a: 1 } }, 'failed');`);
    assert.deepEqual(
      [line!['error'], line!['other']],
      ['words of calls.no-such-delivery-to-this-webhook', { a: 1 }],
    );
  });

  it('writes nothing below its level', () => {
    const written = printed('warn', `log.info({}, 'one'); log.warn({}, 'two');`);
    assert.deepEqual(
      written.map(({ msg }) => msg),
      ['two'],
    );
  });
});
