import assert from 'node:assert/strict';
import type { Command, Option } from 'commander';
import { COMMANDS } from '../../src/commands/commands.ts';
import { Frame } from '../../src/commands/frame/frame.ts';
import { programOf } from '../../src/commands/frame/run.ts';
import { Terminal } from '../../src/commands/frame/terminal.ts';
import { runIds } from './run-ids.ts';

const silent = { isTTY: false, write: () => true };
const frame = new Frame(
  {
    terminal: new Terminal(silent, silent, {}),
    env: {},
    version: '0',
    signal: new AbortController().signal,
  },
  COMMANDS,
);

interface Named {
  readonly words: readonly string[];
  readonly command: Command;
}

/** All below a command. Some have an action and commands below, too. */
const commandsIn = (parent: Command, above: readonly string[] = []): readonly Named[] =>
  parent.commands.flatMap((command) => {
    const words = [...above, command.name()];
    return [{ words, command }, ...commandsIn(command, words)];
  });

/** @param name of the only command that is whole; each is if left out. */
const program = (name?: string) => programOf((row) => row.name === (name ?? row.name), frame);

/** Words that commander takes for the option, whatever the command makes of them. */
const written = (flag: string, { required, optional, argChoices }: Option): readonly string[] =>
  required || optional ? [flag, argChoices?.[0] ?? 'given'] : [flag];

describe('an option of ids', () => {
  it('reaches the command that has it, by each of its names', async () => {
    const names = commandsIn(await program()).flatMap(({ words, command }) =>
      command.options.flatMap(({ short, long }) =>
        [short, long].flatMap((flag) => (flag ? [{ words, flag }] : [])),
      ),
    );
    assert.ok(names.length > 100, `${names.length} options`);
    for (const { words, flag } of names) {
      const all = await program(words[0]);
      const named = commandsIn(all).find((each) => each.words.join(' ') === words.join(' '))!;
      const option = named.command.options.find(({ short, long }) => [short, long].includes(flag))!;
      option.argParser((value) => value);
      const prepared = prepare(named);
      await all.parseAsync([...words, ...prepared.words, ...written(flag, option)], { from: 'user' });
      assert.equal(prepared.source(option), 'cli', `${words.join(' ')} ${flag}`);
    }
  });

  /** The command with enough arguments and what it requires, doing nothing. */
  function prepare({ command }: Named) {
    command.action(() => undefined);
    const required = command.options.filter(({ mandatory }) => mandatory);
    return {
      words: [
        ...command.registeredArguments
          .filter((each) => each.required)
          .map(({ argChoices }) => argChoices?.[0] ?? 'given'),
        ...required.flatMap((each) => (each.argParser((value) => value), written(each.long!, each))),
      ],
      source: (option: Option) => command.getOptionValueSource(option.attributeName()),
    };
  }

  it('of all commands prints the version, before a command', async () => {
    for (const flag of ['--version', '-V']) assert.equal((await runIds([flag])).out, '0\n');
  });
});
