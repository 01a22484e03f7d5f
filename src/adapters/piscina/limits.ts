import type { LayerTask } from 'en16931-rules/pool/task.ts';

/** Time limits of a document. They are generous also on a loaded machine: only a hanging check is to be stopped. */
export interface TimeLimits {
  /** A layer on the compiled engine. It takes 30 ms for 5 MB, and some seconds for hostile documents. */
  readonly layerMs: (bytes: number) => number;
  /** The whole document, after which the thread is killed. */
  readonly documentMs: (bytes: number, layers: readonly LayerTask[]) => number;
}

const BASE_MS = 10_000;

/** SaxonJS takes 5 ms per KB and layer, and seconds for its first document. */
const SAXON_BASE_MS = 5_000;
const SAXON_MS_PER_KB = 12;

/** A JVM for each document, which starts slowly on a busy machine. */
const JAVA_MS = 20_000;

const kilobytes = (bytes: number): number => Math.ceil(bytes / 1000);

const layerMs = (bytes: number): number => 2_000 + 2 * kilobytes(bytes);

export const TIME_LIMITS: TimeLimits = {
  layerMs,
  documentMs: (bytes, layers) => {
    const onSaxon = layers.filter(({ entry }) => entry?.engines.includes('saxon')).length;
    const saxonMs = onSaxon * (SAXON_BASE_MS + SAXON_MS_PER_KB * kilobytes(bytes));
    const onJava = layers.filter(({ entry }) => entry?.kind === 'xsd' && entry.xsdEngine === 'java').length;
    const ownWorded = layers.filter(({ entry }) => entry?.ownWords).length;
    return BASE_MS + (layers.length + ownWorded) * layerMs(bytes) + saxonMs + onJava * JAVA_MS;
  },
};

/** A thread needs 90 MB for usual documents and 220 for 5 MB; SaxonJS 300. */
export const THREAD_HEAP_MB = 1_024;
