import createDebug, { type Debugger } from 'debug';

/**
 * Agenda derives a logger from `debug` with every step of every job. Each is a function of a class of its own, and together
 * they were a third of what the heap holds between two collections. This module derives a logger once per name. It is imported
 * before Agenda, which makes its first loggers as it loads.
 */
const factory: typeof createDebug & { init?: (logger: Debugger) => void } = createDebug;
const { init } = factory;

factory.init = (logger) => {
  init?.(logger);
  const derive = logger.extend.bind(logger);
  const derived = new Map<string, Debugger>();
  logger.extend = (name, delimiter) => {
    const key = `${delimiter ?? ':'}${name}`;
    const known = derived.get(key) ?? derive(name, delimiter);
    derived.set(key, known);
    return known;
  };
};
