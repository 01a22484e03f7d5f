import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../../../src/commands/commands.ts';
import { HELP_TOPICS } from '../../../src/commands/help/topics.ts';
import { emptyFolder } from '../../support/folder.ts';
import { PREPARED_PACKS } from '../../support/prepared-packs.ts';
import { type Ran, runIds } from '../run-ids.ts';

const example = (name: string): string =>
  fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const [BROKEN, CII] = ['broken-totals.json', 'broken-xrechnung-cii.xml'].map(example) as [string, string];

const WIDTH = 80;
/** A path or a key stays whole. */
const isOneWord = (line: string): boolean => !line.trim().includes(' ');
/** A command on a line of its own is copied. */
const isCommand = (line: string): boolean => /^ +ids /.test(line);

/** Each prints prose, on standard output or beside it; none needs a service. */
const SAID: readonly (readonly string[])[] = [
  ['help'],
  ...COMMANDS.map(({ name }) => ['help', name]),
  ...HELP_TOPICS.map(({ name }) => ['help', name]),
  ...['list', 'on', 'next', 'install', 'adopt', 'diff', 'try', 'test', 'release'].map((name) => [
    'help',
    'packs',
    name,
  ]),
  ['help', 'certify', 'run'],
  ['no-such-command'],
  ['explain', 'EI-CREDENTIAL-MISSING', 'KSEF-440', 'BR-CO-15'],
  ['explain', 'BR-NONE'],
  ['packs', 'list'],
  ['packs', 'on', '2026-12-01'],
  ['packs', 'next'],
  ['packs', 'rules'],
  ['packs', 'outdated'],
  ['packs', 'log'],
  ['packs', 'edit', 'nothing'],
  ['packs', 'try', CII, '--rule', 'BR-DE-15'],
  ['packs', 'try', CII, '--rule', 'BR-NONE'],
  ['packs', 'adopt', example('')],
  ['packs', 'install', 'xrechnung', '--from', example('')],
  ['packs', 'diff', 'xrechnung-3.0.2.built-in', 'xrechnung-3.0.2-sch-2.6.0.built-in'],
  ['check', BROKEN],
  ['proof', 'verify', BROKEN],
  ['doctor'],
];

/** Each prints what a program reads. */
const READ: readonly (readonly string[])[] = [
  ...SAID.filter(([name]) => name === 'explain' || name === 'doctor').map((words) => [...words, '--json']),
  ['packs', 'on', '2026-12-01', '--json'],
  ['check', BROKEN, '--json'],
  ['check', BROKEN, '--report', 'junit'],
  ['check', BROKEN, '--report', 'html'],
  ['completion', 'bash'],
];

describe('the output of ids on a terminal of 80 columns', function () {
  const folder = emptyFolder();
  after(() => folder.remove());

  const run = (words: readonly string[], columns?: number): Promise<Ran> => {
    const env = { RULES_DIR: PREPARED_PACKS, XDG_CONFIG_HOME: folder.path, IDS_URL: 'http://127.0.0.1:9' };
    return runIds(words, { ...env, IDS_KEY: 'none', NO_COLOR: '1' }, undefined, columns);
  };

  for (const words of SAID)
    it(`has no line of prose that is wider: ids ${named(words)}`, async () => {
      const { out, err } = await run(words, WIDTH);
      // A step of the progress replaces the one before.
      const lines = `${out}\n${err}`.split(/\n|\r\u001B\[K/);
      assert.notEqual(lines.join('').trim(), '');
      assert.deepEqual(
        lines.filter((line) => line.length > WIDTH && !isOneWord(line) && !isCommand(line)),
        [],
      );
    });

  it('has the packs of a day as a table, and each pack of the list with its days', async () => {
    const { out } = await run(['packs', 'on', '2026-12-01'], WIDTH);
    assert.match(out, /^layer +pack +documents +until\n(?:\S+ +\S+ \S+ \(built-in\) +\S.*\n){10}/);
    const early = await run(['packs', 'on', '2026-08-10'], WIDTH);
    assert.match(early.out, /^xrechnung: next xrechnung 3\.0\.2-sch-2\.6\.0 from 2026-08-31$/m);
    const list = (await run(['packs', 'list'], WIDTH)).out.split('\n').filter((line) => /^\S/.test(line));
    const unlike = list.filter(
      (line) => !/^\S+ \S+ {2}built-in {2}(?:from [\d-]+|for every day)$/.test(line),
    );
    assert.deepEqual([list.length > 10, unlike], [true, []]);
  });

  for (const words of READ)
    it(`is the same as in a pipe where a program reads it: ids ${named(words)}`, async () => {
      const [shown, piped] = [await run(words, WIDTH), await run(words)];
      const timeless = ({ out }: Ran): string => out.replaceAll(/"duration_ms": [\d.]+|time="[\d.]+"/g, '');
      assert.ok(
        shown.out.split('\n').some((line) => line.length > WIDTH),
        'nothing that could be broken',
      );
      assert.deepEqual([timeless(shown), shown.code], [timeless(piped), piped.code]);
    });
});

function named(words: readonly string[]): string {
  return words.map((word) => (word.startsWith('/') ? word.replace(/.*\/(?=.)/, '') : word)).join(' ');
}
