import { required } from '../client/required.ts';
import { type CallOptions, withConnection } from './frame/connection.ts';
import { timeOf } from './frame/events.ts';
import type { Define, Frame } from './frame/frame.ts';
import { EXIT, type ExitCode } from './frame/endings.ts';

export const workers: Define = (command, frame) => {
  withConnection(command)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nFor a key of the operator. Exit code 1: a lane has no worker.')
    .action(frame.act((options: CallOptions) => show(options, frame)));
};

async function show(options: CallOptions, frame: Frame): Promise<ExitCode> {
  const data = required(await frame.service(options).api.GET('/workers'));
  const { terminal } = frame;
  const empty = data.lanes.filter((lane) => lane.workers === 0);
  const code = empty.length === 0 ? EXIT.done : EXIT.refused;
  if (options.json) {
    terminal.json(data);
    return code;
  }
  terminal.table(
    ['process', 'role', 'version', 'started (UTC)', 'last seen', 'lanes'],
    data.data.map(({ id, role, version, started_at: started, seen_at: seen, lanes }) => [
      ...[id, role, version, timeOf(started), timeOf(seen)],
      lanes.length === data.lanes.length ? 'all' : lanes.join(', '),
    ]),
  );
  terminal.line();
  terminal.table(
    ['lane', 'workers'],
    data.lanes.map((lane) => [
      lane.lane,
      lane.workers === 0 ? terminal.paint('red', 'none') : String(lane.workers),
    ]),
  );
  return code;
}
