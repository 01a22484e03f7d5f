import assert from 'node:assert/strict';
import { readableLines } from '../../../src/adapters/pino/readable-lines.ts';

const LINE = `${JSON.stringify({
  level: 40,
  time: '2026-11-24T08:00:00.000Z',
  service: 'ids',
  role: 'all',
  pid: 7,
  invoice_id: 'inv_1',
  code: 'EI-ROUTE-UNAVAILABLE',
  msg: 'retry scheduled',
})}\n`;

const withoutColour = (text: string): string =>
  text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g'), '');

describe('the form of the log', () => {
  it('is JSON if a program reads it, and a line for people if a terminal does', async () => {
    assert.equal(await readableLines('auto', false), undefined);
    assert.equal(typeof (await readableLines('auto', true)), 'function');
  });

  it('is the one that LOG_FORMAT names, for programs and people alike', async () => {
    assert.equal(await readableLines('json', true), undefined);
    assert.equal(typeof (await readableLines('pretty', false)), 'function');
  });

  it('for people is one line with time, level, message and fields, without what all lines have in common', async () => {
    const readable = await readableLines('pretty', true);
    const text = withoutColour(readable!(LINE));
    assert.match(
      text,
      /^\[\d\d:00:00\] WARN: retry scheduled \{"invoice_id":"inv_1","code":"EI-ROUTE-UNAVAILABLE"\}\n$/,
    );
  });

  it('has colours on a terminal only', async () => {
    const readable = await readableLines('pretty', false);
    const text = readable!(LINE);
    assert.equal(text, withoutColour(text));
  });

  it('for people shows an error with its stack', async () => {
    const readable = await readableLines('pretty', false);
    const error = { type: 'Error', message: 'no store', stack: 'Error: no store\n    at a place' };
    const text = readable!(`${JSON.stringify({ level: 50, err: error, msg: 'failed' })}\n`);
    assert.match(text, /ERROR: failed/);
    assert.match(text, /Error: no store\n\s+at a place/);
  });
});
