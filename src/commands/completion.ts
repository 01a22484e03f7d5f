import { Argument, type Command } from 'commander';
import type { Define, Frame } from './frame/frame.ts';
import { programOf } from './frame/run.ts';
import { HELP_TOPICS } from './help/topics.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export const completion: Define = (command, frame) => {
  command
    .addArgument(new Argument('<shell>').choices([...SHELLS]))
    .addHelpText(
      'after',
      `
  bash  source <(ids completion bash)
  zsh   source <(ids completion zsh)
  fish  ids completion fish | source`,
    )
    .action(frame.act((shell: Shell) => print(shell, frame)));
};

/** What may follow the words of a command, by these words. */
type Words = ReadonlyMap<string, readonly string[]>;

async function print(shell: Shell, frame: Frame): Promise<void> {
  const program = await programOf(() => true, frame);
  frame.terminal.verbatim(SCRIPTS[shell](wordsOf(program, frame)));
}

function wordsOf(program: Command, { commands }: Frame): Words {
  const words = new Map<string, readonly string[]>();
  collect(program, []);
  words.set('help', [...commands.map(({ name }) => name), ...HELP_TOPICS.map(({ name }) => name)]);
  return words;

  function collect(command: Command, path: readonly string[]): void {
    const options = command.options.flatMap(({ long }) => (long ? [long] : []));
    const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
    const inner = command.commands.map((each) => each.name());
    words.set(path.join(' '), [...inner, ...choices, ...options, '--help']);
    for (const each of command.commands) collect(each, [...path, each.name()]);
  }
}

const casesOf = (words: Words): string =>
  [...words].map(([path, next]) => `    '${path}') next='${next.join(' ')}' ;;`).join('\n');

/** The words of the command are those before the first option. */
const bash = (words: Words): string => `_ids() {
  local cur path='' next='' word
  cur="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in [a-z]*) [[ "$word" == *[./]* ]] && break; path="\${path:+$path }$word" ;; *) break ;; esac
  done
  while :; do
  case "$path" in
${casesOf(words)}
    *) case "$path" in *' '*) path="\${path% *}"; continue ;; esac ;;
  esac
  break
  done
  COMPREPLY=($(compgen -W "$next" -- "$cur"))
  [[ "$cur" == -* || \${#COMPREPLY[@]} -gt 0 ]] || COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _ids ids`;

const zsh = (words: Words): string => `autoload -U +X bashcompinit && bashcompinit\n${bash(words)}`;

const fish = (words: Words): string =>
  [...words]
    .map(([path, next]) => {
      const seen =
        path === ''
          ? '__fish_use_subcommand'
          : path
              .split(' ')
              .map((word) => `__fish_seen_subcommand_from ${word}`)
              .join('; and ');
      const plain = next.filter((word) => !word.startsWith('-')).join(' ');
      const long = next.filter((word) => word.startsWith('--')).map((word) => `-l ${word.slice(2)}`);
      return [
        ...(plain ? [`complete -c ids -n '${seen}' -a '${plain}'`] : []),
        ...long.map((option) => `complete -c ids -n '${seen}' ${option}`),
      ].join('\n');
    })
    .join('\n');

const SCRIPTS: Readonly<Record<Shell, (words: Words) => string>> = { bash, zsh, fish };
