import { type ChildProcess, fork } from 'node:child_process';
import { samplesToRead, warmUpSamples } from '../../src/processes/warm-up.ts';
import { benchDocuments } from './bench-pool.ts';
import type { BenchDocument } from './documents.ts';
import type { OwnAnswer, OwnRequest } from './own-process.ts';
import type { BenchPack, Peer } from './peer.ts';
import { programFile } from 'en16931-rules/packs/project-folder.ts';

/** Our engine or SaxonJS, in a process that holds only the packs under measurement. */
export class OwnPeer implements Peer {
  private readonly child: ChildProcess;
  /** Firings on the last document of the last run. */
  fired = 0;

  constructor(
    private readonly engine: 'compiled' | 'saxon',
    private readonly programOf: (pack: BenchPack) => string,
  ) {
    this.child = fork(programFile('scripts/bench/own-process.ts'), {
      serialization: 'advanced',
    });
  }

  async load(pack: BenchPack): Promise<boolean> {
    await this.ask({ do: 'load', name: pack.name, engine: this.engine, file: this.programOf(pack) });
    return true;
  }

  /** As the service's threads do with the samples of their warm-up. */
  async learn(packs: readonly BenchPack[]): Promise<void> {
    const checked = await warmUpSamples(benchDocuments);
    for (const bytes of [...checked.map((sample) => sample.bytes), ...(await samplesToRead(benchDocuments))])
      await this.ask({ do: 'learn', names: packs.map(({ name }) => name), document: bytes });
  }

  async run(
    packs: readonly BenchPack[],
    documents: readonly BenchDocument[],
    budgetMs: number,
  ): Promise<number> {
    const names = packs.map(({ name }) => name);
    const files = documents.map(({ file }) => file);
    const { milliseconds, fired } = await this.ask({ do: 'run', names, documents: files, budgetMs });
    this.fired = fired;
    return milliseconds;
  }

  stop(): void {
    this.child.kill();
  }

  private ask(request: OwnRequest): Promise<OwnAnswer> {
    return new Promise((resolve, reject) => {
      const end = (): void => reject(new Error(`the ${this.engine} process has ended`));
      this.child.once('exit', end);
      this.child.once('message', (message) => {
        this.child.off('exit', end);
        resolve(message as OwnAnswer);
      });
      this.child.send(request);
    });
  }
}
