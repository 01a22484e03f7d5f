import type { Command } from 'commander';
import type { Threads } from '../../adapters/piscina/threads.ts';
import type { DeliveryService } from '../../client/client.ts';
import { type ConnectionOptions, serviceOf } from './connection.ts';
import { EXIT, type ExitCode } from './endings.ts';
import type { Terminal } from './terminal.ts';

/** The surroundings of a command. */
export interface Surroundings {
  readonly terminal: Terminal;
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
  /** Aborted by Ctrl-C, which ends a command that does not ask for the signal. */
  readonly signal: AbortSignal;
  /** The threads of a process that runs many commands. Each command has its own if left out. */
  readonly threads?: (count: number) => Threads;
}

/** Adds the arguments, options and work of a command. */
export type Define = (command: Command, frame: Frame) => void;

export const COMMAND_GROUPS = [
  'For ERP developers',
  'For operators',
  'For rule maintainers',
  'More',
] as const;

/** A command of `ids`. */
export interface CommandRow {
  readonly name: string;
  readonly group: (typeof COMMAND_GROUPS)[number];
  readonly summary: string;
  /** Only the command that runs is loaded: the others would make its start slower. */
  readonly load: () => Promise<Define>;
}

export class Frame {
  exitCode: ExitCode = EXIT.done;

  constructor(
    private readonly surroundings: Surroundings,
    /** All of the command line. */
    readonly commands: readonly CommandRow[],
  ) {}

  get terminal(): Terminal {
    return this.surroundings.terminal;
  }

  get env(): NodeJS.ProcessEnv {
    return this.surroundings.env;
  }

  get version(): string {
    return this.surroundings.version;
  }

  get signal(): AbortSignal {
    return this.surroundings.signal;
  }

  get threads(): Surroundings['threads'] {
    return this.surroundings.threads;
  }

  /** An action of commander. Its result is the exit code; any other one means done. */
  act<Words extends readonly unknown[]>(work: (...words: Words) => unknown) {
    return async (...words: Words): Promise<void> => {
      const result = await work(...words);
      this.exitCode = isExitCode(result) ? result : EXIT.done;
    };
  }

  service(options: ConnectionOptions): DeliveryService {
    return serviceOf(options, this.env);
  }
}

const isExitCode = (result: unknown): result is ExitCode => Object.values<unknown>(EXIT).includes(result);
