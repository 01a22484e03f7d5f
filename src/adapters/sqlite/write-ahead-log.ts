import { closeSync, fdatasync, fdatasyncSync, openSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { openedHere } from './store-files.ts';

const datasync = promisify(fdatasync);

/** How often the log is looked at. */
const LOOK_EVERY_MS = 1000;

/**
 * The file beside the database to which SQLite appends every commit first. What is on disk of it survives a power cut, and
 * it is on disk from its beginning up to some point: never a later commit without an earlier one.
 */
export class WriteAheadLog {
  private readonly path: string;
  private readonly closedHere: () => void;
  private file: number | undefined;
  private running: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private looking: NodeJS.Timeout | undefined;

  /** @param path of the database. A process that has it open keeps the log from being removed. */
  constructor(path: string) {
    this.path = `${path}-wal`;
    this.closedHere = openedHere(path);
  }

  /** Resolves when all that is committed by now is on disk. A running flush may have missed some of it. */
  onDisk(): Promise<void> {
    this.next ??= this.flushAfter(this.running);
    return this.next;
  }

  /** At once, while everything else waits. */
  flush(): void {
    fdatasyncSync(this.opened());
  }

  /**
   * Has the log copied once it has not changed from one look to the next, whichever process wrote it: one file is easier to keep
   * than two, and no caller has to wait for the copy then.
   */
  whenQuiet(copy: () => boolean): void {
    let seen = this.changedAt();
    let copied: number | undefined;
    this.looking = setInterval(() => {
      const changed = this.changedAt();
      if (changed === seen && changed !== copied && copy()) copied = changed;
      seen = changed;
    }, LOOK_EVERY_MS).unref();
  }

  private changedAt(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  close(): void {
    clearInterval(this.looking);
    this.closedHere();
    const closing = (): void => {
      if (this.file !== undefined) closeSync(this.file);
    };
    void (this.next ?? this.running).then(closing, closing);
  }

  private async flushAfter(before: Promise<void>): Promise<void> {
    await before;
    this.running = this.next!;
    this.next = undefined;
    await datasync(this.opened());
  }

  /** The file is there since the first commit. */
  private opened(): number {
    this.file ??= openSync(this.path, 'r+');
    return this.file;
  }
}
