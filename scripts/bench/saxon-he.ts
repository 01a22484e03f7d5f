import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Interface, createInterface } from 'node:readline';
import { SVRL } from 'en16931-rules/engine/saxon/output.ts';
import { transpile } from 'en16931-rules/engine/saxon/transpile.ts';
import type { BenchDocument } from './documents.ts';
import { emptyFolder } from './empty-folder.ts';
import type { BenchPack, Peer } from './peer.ts';
import { PROJECT } from './service-process.ts';

/** The path of Debian's libsaxonhe-java (9.9.1.5); `SAXON_HE` names another. */
const JAR = process.env['SAXON_HE'] ?? '/usr/share/java/Saxon-HE.jar';

/** Saxon-HE, fed stylesheets of our own transpiler that write a full report, as the publishers' stylesheets do. */
export class SaxonHePeer implements Peer {
  private readonly java: ChildProcessWithoutNullStreams;
  private readonly lines: Interface;
  private readonly loaded = new Map<BenchPack, string>();
  private answered: (line: string | undefined) => void = () => undefined;

  /** @returns why Saxon-HE is not available. */
  static start(): SaxonHePeer | string {
    if (!existsSync(JAR)) return `there is no ${JAR}; SAXON_HE may name another`;
    const folder = emptyFolder();
    try {
      const driver = join(PROJECT, 'scripts/bench/SaxonBench.java');
      execFileSync('javac', ['-cp', JAR, '-d', folder, driver], { stdio: 'ignore' });
      return new SaxonHePeer(folder);
    } catch (error) {
      return `its driver cannot be compiled: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  private constructor(private readonly folder: string) {
    this.java = spawn('java', ['-Xss16m', '-cp', `${JAR}:${folder}`, 'SaxonBench'], { stdio: 'pipe' });
    this.java.stderr.resume();
    this.lines = createInterface(this.java.stdout);
    this.lines.on('line', (line) => this.answered(line));
    this.java.on('exit', () => this.answered(undefined));
  }

  async load(pack: BenchPack): Promise<boolean> {
    const cached = this.loaded.get(pack);
    if (cached !== undefined) return cached !== '';
    const name = `p${this.loaded.size}`;
    const stylesheet = join(this.folder, `${name}.xsl`);
    writeFileSync(stylesheet, transpile(pack.schema, SVRL));
    const taken = (await this.ask('load', name, stylesheet)) === 'ok';
    this.loaded.set(pack, taken ? name : '');
    return taken;
  }

  async run(
    packs: readonly BenchPack[],
    documents: readonly BenchDocument[],
    budgetMs: number,
  ): Promise<number> {
    const names = packs.map((pack) => this.loaded.get(pack)).join(',');
    const answer = await this.ask('run', names, String(budgetMs), ...documents.map(({ file }) => file));
    const [done, nanoseconds] = answer.split(' ').map(Number);
    if (!done || !nanoseconds) throw new Error(`Saxon-HE: ${answer}`);
    return nanoseconds / done / 1e6;
  }

  stop(): void {
    this.java.kill();
  }

  private ask(...fields: readonly string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      this.answered = (line) =>
        line === undefined ? reject(new Error('Saxon-HE has ended')) : resolve(line);
      this.java.stdin.write(`${fields.join('\t')}\n`);
    });
  }
}
