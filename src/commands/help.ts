import type { Define, Frame } from './frame/frame.ts';
import { CommandRefused } from './frame/endings.ts';
import { programOf } from './frame/run.ts';
import { HELP_TOPICS } from './help/topics.ts';

export const help: Define = (command, frame) => {
  command
    .argument('[word...]', 'a command or a topic')
    .option('--json', 'print JSON')
    .action(
      frame.act((words: readonly string[], { json }: { readonly json?: boolean }) =>
        show(words, json === true, frame),
      ),
    );
};

async function show([word, ...more]: readonly string[], asJson: boolean, frame: Frame): Promise<void> {
  const { terminal } = frame;
  const program = await programOf(({ name }) => name === word, frame);
  const topic = HELP_TOPICS.find(({ name }) => name === word);
  if (topic) return asJson ? terminal.json(topic) : terminal.line(topic.text);
  if (word === undefined && asJson) return terminal.json(everything(frame));
  if (word === undefined) {
    terminal.line(program.helpInformation().trimEnd());
    terminal.line('\nTopics (ids help TOPIC):');
    for (const { name, summary } of HELP_TOPICS) terminal.line(`  ${name.padEnd(13)}  ${summary}`);
    return;
  }
  let command = program.commands.find((each) => each.name() === word);
  for (const each of more) command = command?.commands.find((inner) => inner.name() === each);
  if (!command)
    throw new CommandRefused(
      `There is no command or topic ${[word, ...more].join(' ')}: ids help lists them.`,
    );
  if (asJson) terminal.json({ name: [word, ...more].join(' '), text: command.helpInformation() });
  else command.outputHelp();
}

const everything = ({ commands }: Frame) => ({
  commands: commands.map(({ name, group, summary }) => ({ name, group, summary })),
  topics: HELP_TOPICS.map(({ name, summary }) => ({ name, summary })),
});
