import { Command, CommanderError } from 'commander';
import { COMMAND_GROUPS, type CommandRow, Frame, type Surroundings } from './frame.ts';
import { endingOf, EXIT, type ExitCode } from './endings.ts';

/**
 * Runs the command that the words name.
 * @param rows only the module of that command is loaded.
 * @returns the exit code.
 */
export async function runCommandLine(
  rows: readonly CommandRow[],
  words: readonly string[],
  surroundings: Surroundings,
): Promise<ExitCode> {
  const frame = new Frame(surroundings, rows);
  const isAsked = ({ name }: CommandRow): boolean => words.find((word) => !word.startsWith('-')) === name;
  const program = await programOf(isAsked, frame);
  const asJson = words.includes('--json');
  try {
    await program.parseAsync([...words], { from: 'user' });
    return frame.exitCode;
  } catch (error) {
    // Commander has printed the usage or the error.
    if (error instanceof CommanderError) return misused(error, asJson, frame);
    return reported(error, asJson, frame);
  }
}

/** Every command by its name; those for which `isLoaded` holds with their options. */
export async function programOf(isLoaded: (row: CommandRow) => boolean, frame: Frame): Promise<Command> {
  const { terminal, version } = frame;
  const program = new Command('ids')
    .description('Invoices: check, send, follow. ids help COMMAND or TOPIC says more.')
    .version(version)
    // What follows the name of a command are its own options, even if a command above it has one of that name.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => terminal.line(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
      getOutHelpWidth: () => terminal.width,
      getErrHelpWidth: () => terminal.width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
    .helpCommand(false)
    .showHelpAfterError('(ids help says how it is called)');
  for (const group of COMMAND_GROUPS)
    for (const row of frame.commands.filter((each) => each.group === group)) {
      const command = program
        .command(row.name)
        .description(row.summary)
        .helpGroup(`${group}:`)
        .exitOverride()
        .copyInheritedSettings(program)
        .showHelpAfterError(`(ids help ${row.name} says how it is called)`);
      if (isLoaded(row)) (await row.load())(command, frame);
    }
  return program;
}

/** Help and version end like this, too. */
function misused({ exitCode, message }: CommanderError, asJson: boolean, { terminal }: Frame): ExitCode {
  if (exitCode === 0) return EXIT.done;
  if (asJson) terminal.json({ error: message.replace(/^error: /, '') });
  return EXIT.notRun;
}

function reported(error: unknown, asJson: boolean, { terminal }: Frame): ExitCode {
  const { code, message } = endingOf(error);
  if (asJson && message !== undefined) terminal.json({ error: message });
  if (message === undefined) terminal.note(`A fault of ours: ${traceOf(error)}`);
  else terminal.note(terminal.paint('red', message));
  return code;
}

const traceOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
