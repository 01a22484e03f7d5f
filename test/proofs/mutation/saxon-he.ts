import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Schema } from 'en16931-rules/engine/load/schema.ts';
import type { RuleRun } from 'en16931-rules/engine/result.ts';
import { type Locate, isRuleError, readRecords } from 'en16931-rules/engine/saxon/run.ts';
import { RECORDS } from 'en16931-rules/engine/saxon/output.ts';
import { transpile } from 'en16931-rules/engine/saxon/transpile.ts';

/** The path of Debian's libsaxonhe-java; `SAXON_HE` names another. */
const JAR = process.env['SAXON_HE'] ?? '/usr/share/java/Saxon-HE.jar';

/**
 * Saxon-HE in its own Java process, with the stylesheets of our transpiler. It needs a JDK, because its driver is
 * compiled when it starts.
 */
export class SaxonHe {
  private readonly java: ChildProcessWithoutNullStreams;
  private readonly stylesheets = new Map<Schema, string>();
  private received = Buffer.alloc(0);
  private arrived: () => void = () => undefined;
  private ended = false;

  /** @returns undefined without Saxon-HE or a JDK. */
  static start(): SaxonHe | undefined {
    if (!existsSync(JAR)) return undefined;
    const folder = mkdtempSync(join(tmpdir(), 'saxon-he-'));
    try {
      const driver = fileURLToPath(new URL('SaxonHe.java', import.meta.url));
      execFileSync('javac', ['-cp', JAR, '-d', folder, driver], { stdio: 'ignore' });
      return new SaxonHe(folder);
    } catch {
      rmSync(folder, { recursive: true, force: true });
      return undefined;
    }
  }

  private constructor(private readonly folder: string) {
    this.java = spawn('java', ['-Xss16m', '-cp', `${JAR}:${folder}`, 'SaxonHe'], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.java.stderr.resume();
    this.java.stdout.on('data', (data: Buffer) => {
      this.received = Buffer.concat([this.received, data]);
      this.arrived();
    });
    this.java.on('exit', () => {
      this.ended = true;
      this.arrived();
    });
  }

  /** Runs a pack over a document, one at a time. @returns undefined for a pack that Saxon-HE cannot compile. */
  async run(schema: Schema, xml: string, locate: Locate): Promise<RuleRun | undefined> {
    const document = join(this.folder, 'document.xml');
    writeFileSync(document, xml);
    this.java.stdin.write(`${this.stylesheetOf(schema)}\t${document}\n`);
    const [status = '', length = ''] = (await this.until('\n')).toString().trim().split(' ');
    const text = (await this.take(Number(length))).toString();
    if (status === 'REFUSED') return undefined;
    if (status === 'OK') return readRecords(testsOf(schema), text, locate);
    const code = text.slice(0, text.indexOf(' '));
    return isRuleError(code)
      ? { kind: 'error', code, reason: text }
      : { kind: 'escape', cause: 'internal', reason: text };
  }

  close(): void {
    this.java.stdin.end();
    this.java.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private stylesheetOf(schema: Schema): string {
    const known = this.stylesheets.get(schema) ?? join(this.folder, `${this.stylesheets.size}.xsl`);
    if (!this.stylesheets.has(schema)) {
      writeFileSync(known, transpile(schema, RECORDS, false));
      this.stylesheets.set(schema, known);
    }
    return known;
  }

  private async until(end: string): Promise<Buffer> {
    for (;;) {
      const at = this.received.indexOf(end);
      if (at >= 0) return this.take(at + end.length);
      await this.more();
    }
  }

  private async take(length: number): Promise<Buffer> {
    while (this.received.length < length) await this.more();
    const taken = this.received.subarray(0, length);
    this.received = this.received.subarray(length);
    return taken;
  }

  private more(): Promise<void> {
    if (this.ended) throw new Error('Saxon-HE has ended');
    return new Promise((resolve) => (this.arrived = resolve));
  }
}

const testsOf = (schema: Schema) =>
  schema.patterns.flatMap(({ rules }) => rules).flatMap(({ tests }) => tests);
