import { closeSync, fdatasync, fdatasyncSync, openSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { noteOpened } from './store-files.ts';

const datasync = promisify(fdatasync);

/** The interval between two looks at the log. */
const LOOK_EVERY_MS = 1000;

/**
 * The file beside the database to which SQLite appends every commit. The part on disk survives a power cut; it always reaches
 * from the beginning to some point, so it has no later commit without the earlier ones.
 */
export class WriteAheadLog {
  private readonly path: string;
  private readonly closedHere: () => void;
  private file: number | undefined;
  private running: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private looking: NodeJS.Timeout | undefined;

  /** @param path of the database. While a process has it open, the log is not removed. */
  constructor(path: string) {
    this.path = `${path}-wal`;
    this.closedHere = noteOpened(path);
  }

  /** Resolves when everything that is committed by now is on disk. A flush that already runs may have missed a part of it. */
  onDisk(): Promise<void> {
    this.next ??= this.flushAfter(this.running);
    return this.next;
  }

  /** Runs at once and blocks everything else. */
  flush(): void {
    fdatasyncSync(this.open());
  }

  /**
   * Copies the log into the file once it has not changed between two looks, whichever process wrote it. One file is easier to
   * handle than two, and no caller waits for this copy.
   */
  whenQuiet(copy: () => boolean): void {
    let seen = this.readChangeTime();
    let copied: number | undefined;
    this.looking = setInterval(() => {
      const changed = this.readChangeTime();
      if (changed === seen && changed !== copied && copy()) copied = changed;
      seen = changed;
    }, LOOK_EVERY_MS).unref();
  }

  private readChangeTime(): number {
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
    await datasync(this.open());
  }

  /** The file exists since the first commit. */
  private open(): number {
    this.file ??= openSync(this.path, 'r+');
    return this.file;
  }
}
