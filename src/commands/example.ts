import { datedExample, exampleNames } from './example/dated-example.ts';
import type { Define, Frame } from './frame/frame.ts';
import { NotRun } from './frame/endings.ts';

export const example: Define = (command, frame) => {
  command
    .argument('[name]', 'a file of examples/, as over-peppol; without a name they are listed')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Prints the example with dates of today and with a number of the day, so that a network takes it on any day and no deadline has passed.
ids send examples/NAME.json sends the same.`,
    )
    .action(
      frame.act((name: string | undefined, options: { json?: boolean }) => print(name, options, frame)),
    );
};

function print(name: string | undefined, { json = false }: { json?: boolean }, { terminal }: Frame): void {
  const names = exampleNames();
  if (name === undefined) return json ? terminal.json(names) : names.forEach((each) => terminal.line(each));
  if (!names.includes(name)) throw new NotRun(`There is no example ${name}: ${names.join(', ')}.`);
  const dated = datedExample(name, new Date());
  if (!dated) throw new NotRun(`The dates of examples/${name} were edited: it is sent as it is.`);
  if (json) terminal.json({ name, issue_date: dated.issueDate, number: dated.number, text: dated.text });
  else terminal.bytes(new TextEncoder().encode(dated.text));
}
