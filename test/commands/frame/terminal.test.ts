import assert from 'node:assert/strict';
import { printFinding } from '../../../src/commands/frame/findings.ts';
import { Terminal } from '../../../src/commands/frame/terminal.ts';

describe('the output of a command', () => {
  function printed(
    isTTY: boolean,
    env: NodeJS.ProcessEnv,
    work: (terminal: Terminal) => void,
    columns = 40,
  ): string {
    let text = '';
    const sink = { isTTY, columns, write: (chunk: string | Uint8Array) => (text += String(chunk)) };
    work(new Terminal(sink, sink, env));
    return text;
  }
  const red = (terminal: Terminal): void => terminal.line(terminal.paint('red', 'wrong'));

  it('has colours on a terminal only, and none with NO_COLOR', () => {
    assert.equal(printed(true, {}, red), '\u001B[31mwrong\u001B[0m\n');
    assert.equal(printed(false, {}, red), 'wrong\n');
    assert.equal(printed(true, { NO_COLOR: '1' }, red), 'wrong\n');
  });

  /** C1 controls, a mark of direction, an escape sequence, the clipboard (OSC 52), a title, a colour that is not ours. */
  const OTHERS =
    '\u009b2J\u009d0;owned\u009c\u202eEVIL\u001b]52;c;aGk=\u0007\u001b[31m\u007f\u00ad\u{e0041}\r';

  for (const [what, work] of Object.entries<(terminal: Terminal) => void>({
    'a line': (terminal) => terminal.line(OTHERS),
    'a painted part': (terminal) => terminal.line(terminal.paint('bold', OTHERS)),
    'a note': (terminal) => terminal.note(OTHERS),
    'a step': (terminal) => terminal.progress(OTHERS),
    'a hint': (terminal) => terminal.hint(OTHERS),
    'a row': (terminal) => terminal.row([OTHERS, 'b', OTHERS]),
    'a table': (terminal) => terminal.table(['a', 'b'], [[OTHERS, 'x']]),
    'a table that is too wide': (terminal) => terminal.table(['a', 'b'], [[OTHERS, 'x'.repeat(90)]]),
    prose: (terminal) => terminal.prose(`${OTHERS} ${OTHERS}`, '  ', '- '),
    json: (terminal) => terminal.json({ a: OTHERS }),
    'a line of json': (terminal) => terminal.jsonLine({ a: OTHERS }),
    'a file on a terminal': (terminal) => terminal.bytes(new TextEncoder().encode(OTHERS)),
    'a finding': (terminal) =>
      printFinding(terminal, { code: OTHERS, message: OTHERS, fix_hint: OTHERS, field: OTHERS } as never),
  }))
    it(`shows control and format characters of others as escapes: ${what}`, () => {
      const ours = printed(true, {}, work, 100)
        .replaceAll(/\u001B\[(?:0|1|2|31|32|33)m/g, '')
        .replace(/^\r\u001B\[K/, '');
      assert.doesNotMatch(ours, /(?!\n)[\p{Cc}\p{Cf}]/u);
      assert.match(ours.replaceAll(/\s/g, ''), /\\u009B2J/);
      assert.match(ours.replaceAll(/\s/g, ''), /\\u001B\[31m/i);
    });

  it('writes JSON that is the same value, and a file for a program as it is', () => {
    assert.deepEqual(JSON.parse(printed(false, {}, (terminal) => terminal.json({ a: OTHERS }))), {
      a: OTHERS,
    });
    const file = new TextEncoder().encode(OTHERS);
    const written: unknown[] = [];
    const sink = { write: (chunk: string | Uint8Array) => written.push(chunk) };
    new Terminal(sink, sink, {}).bytes(file);
    assert.deepEqual(written, [file]);
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

  it('puts the cells of a table that is too wide under its first one', () => {
    const table = (terminal: Terminal): void =>
      terminal.table(
        ['name', 'state', 'place'],
        [
          ['a'.repeat(30), 'ready', 'here'],
          ['b', '', 'there'],
        ],
      );
    assert.equal(
      printed(true, { NO_COLOR: '1' }, table),
      `${'a'.repeat(30)}\n  state ready  place here\nb\n  place there\n`,
    );
  });

  it('breaks a row between its parts only', () => {
    const row = (terminal: Terminal): void =>
      terminal.row(['x'.repeat(30), '', 'y y', 'z'.repeat(50)], '   ');
    assert.equal(printed(true, {}, row), `${'x'.repeat(30)}  y y\n   ${'z'.repeat(50)}\n`);
  });

  it('says what to do next to a person, not to a program', () => {
    const hint = (terminal: Terminal): void => terminal.hint('ids help');
    assert.equal(printed(true, { NO_COLOR: '1' }, hint), 'Next: ids help\n');
    assert.equal(printed(false, {}, hint), '');
  });

  it('puts the place of a finding on lines of its own if it is long', () => {
    const location = { xpath: '/*:Invoice/cac:InvoiceLine[3]/cac:Price/cbc:PriceAmount' };
    const text = printed(true, { NO_COLOR: '1' }, (terminal) =>
      printFinding(terminal, { code: 'BR-27', location, message: 'It is wrong.' }),
    );
    for (const line of text.split('\n')) assert.ok(line.length <= 40, line);
    assert.match(text, /^ {2}error {4}BR-27\n {11}\/\*:Invoice/);
  });

  for (const [what, text, lines] of [
    ['between words', 'a'.repeat(30) + ' ' + 'b'.repeat(30), ['a'.repeat(30), 'b'.repeat(30)]],
    ['under its first word', `  ${'word '.repeat(10)}`, [`  ${'word '.repeat(7)}`, `  ${'word '.repeat(3)}`]],
    [
      'under its last column',
      `ok  here  ${'word '.repeat(8)}`,
      [`ok  here  ${'word '.repeat(6)}`, `          ${'word '.repeat(2)}`],
    ],
    ['but no word', `  at ${'x'.repeat(50)}`, ['  at', `  ${'x'.repeat(50)}`]],
  ] as const)
    // prettier-ignore
    it(`breaks a line that is too wide: ${what}; not for a pipe`, () => {
      const line = (terminal: Terminal): void => terminal.line(text);
      const trimmed = (printedText: string) => printedText.split('\n').map((each) => each.trimEnd());
      assert.deepEqual(trimmed(printed(true, {}, line)), [...lines.map((each) => each.trimEnd()), '']);
      assert.equal(printed(false, {}, line), `${text}\n`);
    });

  it('cuts a step of a progress, so that the next one replaces it', () => {
    const step = (terminal: Terminal): void => terminal.progress('word '.repeat(20));
    assert.match(printed(true, {}, step), /^\r\u001B\[K.{38}…$/);
  });

  it('breaks prose at the width of the terminal', () => {
    const text = printed(true, {}, (terminal) => terminal.prose('word '.repeat(20).trim(), '  '));
    for (const line of text.split('\n')) assert.ok(line.length <= 40, line);
  });
});
