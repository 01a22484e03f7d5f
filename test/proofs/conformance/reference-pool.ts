import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import { Gate } from '../../../src/adapters/piscina/gate.ts';
import { THREAD_HEAP_MB, TIME_LIMITS } from '../../../src/adapters/piscina/limits.ts';
import { readAnswer } from '../../../src/adapters/piscina/thread-answer.ts';
import { programFile } from 'en16931-rules/packs/project-folder.ts';
import type { CheckAnswer, CheckTask, LayerTask } from 'en16931-rules/pool/task.ts';

/** The service's validator threads, with layers chosen by the reference instead of by route. */
export class ReferencePool {
  private readonly pool: Piscina;
  /** A document's time begins when a thread is free for it. */
  private readonly gate: Gate;

  constructor(
    private readonly rulesDir: string,
    threads: number,
  ) {
    setFlagsFromString('--disallow-code-generation-from-strings');
    this.gate = new Gate(threads, 0);
    this.pool = new Piscina({
      filename: programFile('src/adapters/piscina/check-entry.cts'),
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB },
    });
  }

  /**
   * @param severities those of the packs in force for the document.
   * @returns the answer of a thread, or the reason why there is none.
   */
  run(
    bytes: Uint8Array,
    layers: readonly LayerTask[],
    severities: CheckTask['severities'] = new Map(),
  ): Promise<CheckAnswer | string> {
    return this.gate.pass({ client: '', size: 'usual', waits: true }, () =>
      this.answer(bytes, layers, severities),
    );
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  private async answer(
    bytes: Uint8Array,
    layers: readonly LayerTask[],
    severities: CheckTask['severities'],
  ): Promise<CheckAnswer | string> {
    const task: CheckTask = {
      rulesDir: this.rulesDir,
      bytes,
      layers,
      severities,
      crossCheck: false,
      layerMs: TIME_LIMITS.layerMs(bytes.length),
      tallies: true,
    };
    try {
      const signal = AbortSignal.timeout(TIME_LIMITS.documentMs(bytes.length, layers));
      return readAnswer(await this.pool.run(task, { signal }), layers) ?? 'the thread gave no answer';
    } catch (error) {
      return error instanceof Error ? `the thread was lost: ${error.message}` : String(error);
    }
  }
}
