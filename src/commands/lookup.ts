import { required } from '../client/required.ts';
import { type CallOptions, withConnection } from './frame/connection.ts';
import type { Define, Frame } from './frame/frame.ts';
import { EXIT, type ExitCode, NotRun } from './frame/endings.ts';

export const lookup: Define = (command, frame) => {
  withConnection(command)
    .argument('<participant>', 'scheme and identifier, as 0192:987654321')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExit code 0: registered; 1: not registered; 2: unknown now.')
    .action(frame.act((participant: string, options: CallOptions) => find(participant, options, frame)));
};

const CODES = { yes: EXIT.done, no: EXIT.refused, unknown: EXIT.notRun } as const;

async function find(participant: string, options: CallOptions, frame: Frame): Promise<ExitCode> {
  const [scheme = '', ...rest] = participant.split(':');
  const id = rest.join(':');
  if (scheme === '' || id === '')
    throw new NotRun(`${participant} is no participant: a scheme and an identifier, as 0192:987654321.`);
  const { api } = frame.service(options);
  const data = required(await api.GET('/lookup/{scheme}/{id}', { params: { path: { scheme, id } } }));
  if (options.json) frame.terminal.json(data);
  else printFound(data, frame);
  return CODES[data.registered];
}

const WORDS = { yes: 'is registered', no: 'is not registered', unknown: 'could not be looked up' } as const;

function printFound(
  matchingParticipant: {
    readonly participant: string;
    readonly registered: keyof typeof WORDS;
    readonly routes: readonly string[];
    readonly document_types: readonly string[];
  },
  { terminal }: Frame,
): void {
  const { participant, registered, routes, document_types: types } = matchingParticipant;
  const style = registered === 'yes' ? 'green' : registered === 'no' ? 'red' : 'yellow';
  terminal.line(`${participant} ${terminal.paint(style, WORDS[registered])} in Peppol.`);
  if (routes.length > 0) terminal.line(`Routes that reach it: ${routes.join(', ')}.`);
  for (const type of types) terminal.line(`  ${type}`);
}
