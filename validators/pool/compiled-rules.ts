import { listMessages, type PackModule, type PackResult, linkPack, runPack } from '../engine/engine.ts';
import { MAX_FIRINGS, type RuleRun } from '../engine/result.ts';
import type { Vocabulary } from '../engine/xml/vocabulary.ts';
import type { Rules } from './rules.ts';

/** Far more than 5 MB take, hostile ones included: about a minute. The deadline normally stops a run. */
const STEPS = 5e9;

/** Adds the pack's names to the vocabulary, so a document that was parsed before cannot be run with it. */
export function compiledRules(module: unknown, vocabulary: Vocabulary): Rules {
  const pack = linkPack(packModule(module), vocabulary);
  return {
    run: async (file, layerMs) => {
      const deadline = performance.now() + layerMs;
      return asRuleRun(runPack(pack, file.document(), { budget: STEPS, deadline, capPerTest: MAX_FIRINGS }));
    },
    list: (file, layerMs) =>
      listMessages(pack, file.document(), { budget: STEPS, deadline: performance.now() + layerMs }),
  };
}

/** The compiler's output, from a file that was compared with its hash. */
function packModule(module: unknown): PackModule {
  const { tables, link } = (module ?? {}) as Partial<PackModule>;
  if (!tables || typeof link !== 'function') throw new TypeError('not a module of the rule compiler');
  return { tables, link };
}

/** Gives both engines' results one form. */
function asRuleRun(result: PackResult): RuleRun {
  switch (result.kind) {
    case 'verdict':
      return {
        kind: 'verdict',
        reached: result.matched,
        fired: result.fired.map(({ id, flag, role, count, places }) => ({
          id,
          flag,
          role,
          count,
          firings: places,
        })),
      };
    case 'dynamic-error':
      return {
        kind: 'error',
        code: result.code,
        reason: result.message,
        ...(result.test !== undefined && { test: result.test }),
        ...(result.location && { location: result.location }),
      };
    case 'escape':
      return {
        kind: 'escape',
        cause: result.reason,
        reason: result.message,
        ...(result.location && { location: result.location }),
      };
    default:
      return result satisfies never;
  }
}
