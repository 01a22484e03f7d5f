import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Verdict } from '../verdicts/compare.ts';

/**
 * Java's own Xerces in one process for all documents. `validators/xsd/java-schema.ts` starts a JVM for each, which a proof of thousands
 * cannot wait for.
 */
export class Xerces {
  private readonly java: ChildProcessByStdio<Writable, Readable, null>;
  private readonly answers: AsyncIterator<string>;

  private constructor(private readonly folder: string) {
    this.java = spawn('java', ['-Xmx1g', '-cp', folder, 'XercesSchemas'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.answers = createInterface({ input: this.java.stdout })[Symbol.asyncIterator]();
  }

  /** Its driver is compiled when it starts, so it needs a JDK. */
  static start(): Xerces {
    const folder = mkdtempSync(join(tmpdir(), 'xerces-'));
    const driver = fileURLToPath(new URL('XercesSchemas.java', import.meta.url));
    execFileSync('javac', ['-d', folder, driver]);
    return new Xerces(folder);
  }

  /** @returns undefined if Xerces cannot compile the schema. */
  async check(schema: string, document: Uint8Array): Promise<Verdict | undefined> {
    this.java.stdin.write(`${schema}\t${document.length}\n`);
    this.java.stdin.write(document);
    const { value, done } = await this.answers.next();
    if (done) throw new Error('Xerces has ended');
    const [status, ...message] = value.split(' ');
    if (status === 'NONE') return undefined;
    return status === 'OK' ? [] : [message.join(' ')];
  }

  close(): void {
    this.java.stdin.end();
    this.java.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
