import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import type { PoolFailure } from '../../ports/pool-watch.ts';
import type { CheckAnswer, LayerTask } from 'en16931-rules/pool/task.ts';

/** How a thread failed to answer. An answer that could not be copied out of the thread becomes `{}`. */
export type ThreadLoss = Exclude<PoolFailure, 'refused'>;

/** @returns the answer if it has one layer for each requested one, in order; undefined otherwise. */
export function readAnswer(answer: unknown, tasks: readonly LayerTask[]): CheckAnswer | undefined {
  const { layers } = (answer ?? {}) as Partial<CheckAnswer>;
  const complete =
    Array.isArray(layers) &&
    layers.length === tasks.length &&
    tasks.every(({ layer }, i) => layers[i]?.layer === layer);
  return complete ? (answer as CheckAnswer) : undefined;
}

export function lossOf(error: unknown): ThreadLoss {
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  if (name === 'AbortError') return 'timed-out';
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'out-of-memory' : 'died';
}

export const REASONS: Readonly<Record<ThreadLoss, Text>> = {
  'timed-out': say('networks.validator-took-too-long'),
  'out-of-memory': say('networks.validator-ran-out-of-memory'),
  died: say('networks.validator-failed'),
};

/** No layer has run, whichever of them ended the thread. */
export const lostLayers = (tasks: readonly LayerTask[], loss: ThreadLoss): readonly Layer[] =>
  tasks.map(({ layer, source, advisory, entry }) => ({
    layer,
    source,
    pack: entry?.pack ?? null,
    durationMs: 0,
    ...(advisory && { advisory }),
    outcome: 'not_run',
    code: layer === 'pdf' ? 'EI-PDF-CHECK' : 'KOSIT-RUN',
    reason: REASONS[loss],
    findings: [],
  }));
