import { READING_WORK, type ReadingWork } from '../../application/checking/reading-work.ts';

export interface ReadingTask {
  readonly name: keyof ReadingWork;
  readonly input: never;
}

/** What the reading thread does: one piece of work. What may be wrong with a document comes back as data. */
export default function work({ name, input }: ReadingTask): unknown {
  return READING_WORK[name](input);
}
