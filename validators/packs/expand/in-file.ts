import { parse } from 'yaml';
import { WrongShape } from '../members.ts';

/** Runs code that reads or writes out a file of a pack. @throws WrongShape naming the file, for any error. */
export function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WrongShape) throw error;
    throw new WrongShape(file, firstLine(error instanceof Error ? error.message : String(error)));
  }
}

/** @throws WrongShape naming the line. */
export const parseYaml = (text: string, file: string): unknown =>
  inFile(file, () => parse(text, { merge: true }) as unknown);

/** The parser draws the place below its message, which names line and column already. */
const firstLine = (message: string): string => (message.split('\n')[0] ?? '').replace(/:$/, '');
