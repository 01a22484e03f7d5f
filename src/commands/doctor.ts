import { type CallOptions, withConnection } from './frame/connection.ts';
import { examineInstallation } from './doctor/installation.ts';
import type { Remark } from './doctor/remark.ts';
import { examineService } from './doctor/service.ts';
import type { Define, Frame } from './frame/frame.ts';
import { EXIT, type ExitCode } from './frame/endings.ts';

export const doctor: Define = (command, frame) => {
  withConnection(command)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Looks at the settings and packs of this machine, then at a running service: its health, clock, workers, credentials and networks. It changes \
nothing. Exit code 1: something is wrong; 2: the service was not reached.`,
    )
    .action(frame.act((options: CallOptions) => examine(options, frame)));
};

async function examine(options: CallOptions, frame: Frame): Promise<ExitCode> {
  const here = await examineInstallation(frame.env);
  const { reached, remarks } = await examineService(options, frame);
  const all = [...here, ...remarks];
  if (options.json) frame.terminal.json(all);
  else for (const remark of all) print(remark, frame);
  if (all.some(({ verdict }) => verdict === 'wrong')) return EXIT.refused;
  return reached ? EXIT.done : EXIT.notRun;
}

const STYLES = { ok: 'green', look: 'yellow', wrong: 'red' } as const;

function print({ about, verdict, says, remedy }: Remark, { terminal }: Frame): void {
  const head = `${terminal.paint(STYLES[verdict], verdict.padEnd(5))}  ${about.padEnd(12)}  `;
  if (remedy === undefined) return terminal.line(`${head}${says}`);
  terminal.line(`${head}${terminal.paint('bold', says)}`);
  terminal.prose(remedy, ' '.repeat(21));
}
