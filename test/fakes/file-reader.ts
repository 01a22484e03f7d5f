import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileReading } from '../../src/domain/findings/file-reading.ts';
import type { FileReader, OpenFile } from '../../src/ports/file-reader.ts';
import type { PoolAccess, Validator } from '../../src/ports/validator.ts';

/** Returns the configured facts for every file; another fake checks the file. */
export class FakeFileReader implements FileReader {
  constructor(
    private readonly reading: () => FileReading,
    private readonly validator: Pick<Validator, 'check'>,
  ) {}

  async readFile(): Promise<FileReading> {
    return this.reading();
  }

  async openFile<T>(_: Uint8Array, turn: PoolAccess, use: (file: OpenFile) => Promise<T>): Promise<T> {
    let isAsked = false;
    return use({
      read: async () => {
        isAsked = true;
        await nextTurn();
        return this.reading();
      },
      check: (document) => {
        assert.ok(isAsked, 'the file is read');
        return this.validator.check(document, turn);
      },
    });
  }
}
