import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../src/commands/commands.ts';
import { emptyFolder } from '../support/folder.ts';
import { itWith } from '../support/judges.ts';
import { runIds } from './run-ids.ts';

describe('ids help', () => {
  it('lists every command with a sentence, and the topics', async () => {
    const { code, out } = await runIds(['help']);
    assert.equal(code, 0);
    for (const { name, summary } of COMMANDS)
      assert.match(out, new RegExp(`^ {2}${name} +${summary.slice(0, 20)}`, 'm'));
    assert.match(out, /exit-codes/);
  });

  for (const { name } of COMMANDS)
    it(`explains ${name}, as --help does`, async () => {
      const help = await runIds(['help', name]);
      assert.equal(help.code, 0);
      assert.match(help.out, new RegExp(`^Usage: ids ${name}`));
      assert.equal((await runIds([name, '--help'])).out, help.out);
    });

  it('is named after a mistake, with the command that was called', async () => {
    for (const words of [['send'], ['send', 'a.json', '--rout'], ['packs', 'try', '--nonsense']]) {
      const { code, err } = await runIds(words);
      assert.deepEqual([code, err.includes(`(ids help ${words[0]} says how it is called)`)], [2, true], err);
    }
    assert.match((await runIds(['nothing'])).err, /\(ids help says how it is called\)/);
  });

  it('explains a topic, and names an unknown one', async () => {
    assert.match((await runIds(['help', 'exit-codes'])).out, /^0 {2}done, or valid/);
    const unknown = await runIds(['help', 'nothing']);
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /There is no command or topic nothing/);
  });
});

describe('ids completion', () => {
  const folder = emptyFolder();
  after(() => folder.remove());

  it('completes commands, their commands, choices and options in bash', async () => {
    const script = join(folder.path, 'ids.bash');
    writeFileSync(script, (await runIds(['completion', 'bash'])).out);
    const completed = (...words: readonly string[]): readonly string[] => {
      const program = `source ${script}; COMP_WORDS=(ids ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _ids; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return spawnSync('bash', ['-c', program], { encoding: 'utf8' }).stdout.trim().split('\n');
    };
    assert.deepEqual(completed('sea'), ['search']);
    assert.deepEqual(completed('packs', 'ad'), ['adopt']);
    assert.deepEqual(completed('trigger', 'buyer-d'), ['buyer-disputes']);
    assert.deepEqual(completed('send', '--w'), ['--wait']);
    assert.deepEqual(completed('help', 'exit'), ['exit-codes']);
    assert.deepEqual(completed('keys', 'mint', '--oper'), ['--operator']);
  });

  itWith(['zsh'], 'makes a script that zsh reads', async () => {
    const { out } = await runIds(['completion', 'zsh']);
    assert.equal(spawnSync('zsh', ['-n'], { input: out }).status, 0);
  });

  itWith(['fish'], 'makes a script that fish reads', async () => {
    const { out } = await runIds(['completion', 'fish']);
    // fish reads no script from a socket.
    const folder = emptyFolder();
    after(folder.remove);
    const script = join(folder.path, 'ids.fish');
    writeFileSync(script, out);
    assert.equal(spawnSync('fish', ['--no-execute', script]).status, 0);
  });
});
