import { TIME_LIMITS } from '../../src/adapters/piscina/limits.ts';
import { planFor } from '../../src/adapters/piscina/plan.ts';
import { warmUpSamples } from '../../src/processes/warm-up.ts';
import type { DocumentToCheck } from '../../src/ports/validator.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import { DEFAULT_XSD_ENGINE, type CheckTask } from 'en16931-rules/pool/task.ts';
import { asXRechnung, benchDocuments } from './bench-pool.ts';

/** The tasks that a pool would give to its threads. */
export async function taskFor(
  rulesDir: string,
  documents: readonly (Uint8Array | DocumentToCheck)[],
): Promise<readonly CheckTask[]> {
  const { entries } = await readInstalled(rulesDir);
  return documents.map((given) => {
    const document = given instanceof Uint8Array ? asXRechnung(given) : given;
    return {
      rulesDir,
      ...planFor(
        document,
        entries,
        { environment: 'sandbox', ruleEngine: 'compiled', xsdEngine: DEFAULT_XSD_ENGINE },
        new Date(),
      ),
      bytes: document.bytes,
      crossCheck: false,
      layerMs: TIME_LIMITS.layerMs(document.bytes.length),
    };
  });
}

export const samples = await warmUpSamples(benchDocuments);
