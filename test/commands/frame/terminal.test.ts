import assert from 'node:assert/strict';
import { Terminal } from '../../../src/commands/frame/terminal.ts';

describe('the output of a command', () => {
  function printed(isTTY: boolean, env: NodeJS.ProcessEnv, work: (terminal: Terminal) => void): string {
    let text = '';
    const sink = { isTTY, columns: 40, write: (chunk: string | Uint8Array) => (text += String(chunk)) };
    work(new Terminal(sink, sink, env));
    return text;
  }
  const red = (terminal: Terminal): void => terminal.line(terminal.paint('red', 'wrong'));

  it('has colours on a terminal only, and none with NO_COLOR', () => {
    assert.equal(printed(true, {}, red), '\u001B[31mwrong\u001B[0m\n');
    assert.equal(printed(false, {}, red), 'wrong\n');
    assert.equal(printed(true, { NO_COLOR: '1' }, red), 'wrong\n');
  });

  it('aligns the columns of a table, painted or not', () => {
    const table = (terminal: Terminal): void =>
      terminal.table(
        ['name', 'state'],
        [
          ['a', terminal.paint('green', 'ready')],
          ['longer', 'x'],
        ],
      );
    assert.equal(printed(false, {}, table), 'name    state\na       ready\nlonger  x\n');
  });

  it('breaks prose at the width of the terminal', () => {
    const text = printed(true, {}, (terminal) => terminal.prose('word '.repeat(20).trim(), '  '));
    for (const line of text.split('\n')) assert.ok(line.length <= 40, line);
  });
});
