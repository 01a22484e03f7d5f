import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Reads the arguments of a command; one that it does not know ends it with how it is used, not with a stack. */
export function argumentsOf<T extends ParseArgsConfig>(
  config: T,
  usage: string,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    process.exit(2);
  }
}
