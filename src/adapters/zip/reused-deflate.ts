import { constants, createDeflateRaw } from 'node:zlib';

/**
 * Deflates one content after the other on one handle of zlib. V8 keeps what belongs to a handle until it collects everything, so that a
 * handle for each of 100,000 files took more than 100 MB.
 */
export class ReusedDeflate {
  private readonly stream = createDeflateRaw();
  private parts: Uint8Array[] = [];
  private fail: (error: Error) => void = () => undefined;

  constructor() {
    this.stream.on('data', (part: Uint8Array) => this.parts.push(part));
    this.stream.on('error', (error) => this.fail(error));
  }

  /** Of one content at a time. */
  async deflate(content: Uint8Array): Promise<readonly Uint8Array[]> {
    this.parts = [];
    await new Promise<void>((resolve, reject) => {
      this.fail = reject;
      if (content.length > 0) this.stream.write(content);
      this.stream.flush(constants.Z_FINISH, resolve);
    });
    this.stream.reset();
    return this.parts;
  }

  close(): void {
    this.stream.destroy();
  }
}
