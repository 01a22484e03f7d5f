import type { Define } from './frame/frame.ts';

export const sandbox: Define = (command, frame) => {
  command
    .addHelpText('after', '\nThe simulated networks of the sandbox (docs/sandbox.md). Ctrl-C ends them.')
    // The program goes on until a signal ends it.
    .action(frame.act(() => import('../processes/sandbox.ts').then(() => undefined)));
};
