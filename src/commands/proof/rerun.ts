import { PoolValidator } from '../../adapters/piscina/pool-validator.ts';
import type { ThreadBounds } from '../../adapters/piscina/threads.ts';
import { rerunChecks, statedPacks } from '../../application/proof/rerun-checks.ts';
import { factForms } from '../../domain/documents/document-facts.ts';
import type { StatedLayer, Statement } from '../../domain/proof/statement.ts';
import { ProofRefused } from '../../ports/proof-signer.ts';
import type { InstalledPacks } from 'en16931-rules/packs/installed.ts';
import { packChecksum } from 'en16931-rules/packs/pack-checksum.ts';
import type { Overlay } from 'en16931-rules/vocabulary/overlay.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';
import { readSyntaxes } from '../../processes/read-syntaxes.ts';

/** A folder of packs that shows only those of a statement. */
class StatedRules extends RulesFolder {
  constructor(
    rulesDir: string,
    private readonly checksums: ReadonlySet<string>,
    private readonly layers: readonly StatedLayer[],
  ) {
    super(rulesDir);
  }

  override async read(): Promise<InstalledPacks> {
    const { packs, entries, problems } = await super.read();
    return {
      packs: packs.filter(({ manifest }) => this.checksums.has(packChecksum(manifest))),
      entries: entries
        .filter(({ checksum }) => this.checksums.has(checksum))
        .map((entry) => ({ ...entry, overlays: this.overlaysOf(entry.layer) })),
      problems,
    };
  }

  /** As the statement names them, whatever the folder says today. */
  private overlaysOf(name: string): readonly Overlay[] {
    const stated = this.layers.flatMap(({ layer, overlays = [] }) => (layer === name ? overlays : []));
    return stated.map((overlay) => ({ ...overlay, layer: name }));
  }
}

/** One document at a time, by the engine for which every pack has a program. */
const ENGINES = {
  ruleEngine: 'compiled',
  xsdEngine: DEFAULT_XSD_ENGINE,
  crossCheck: 0,
  poolThreads: 1,
  poolQueue: 1,
} as const;

/**
 * Checks a document as the statement describes its check: by the same packs, at the same time.
 * @param bounds narrower in tests.
 * @throws ProofRefused if a pack is not installed, or a layer has another outcome.
 */
export async function rerun(
  statement: Statement,
  bytes: Uint8Array,
  rulesDir: string,
  bounds: Partial<ThreadBounds> = {},
): Promise<readonly StatedLayer[]> {
  const packs = statedPacks(statement);
  const checksums = new Set(packs.map(({ sha256 }) => sha256));
  const rules = new StatedRules(rulesDir, checksums, statement.check?.layers ?? []);
  const { entries } = await rules.read();
  const missing = packs.find(({ sha256 }) => !entries.some(({ checksum }) => checksum === sha256));
  if (missing)
    throw new ProofRefused(
      `No pack in ${rulesDir} has the checksum ${missing.sha256}, with which ${missing.id} ${missing.version} (${missing.origin}) is stated.`,
    );
  const at = statement.check?.checkedAt ?? statement.invoice.updatedAt;
  const validator = new PoolValidator(
    { ...ENGINES, environment: statement.invoice.environment },
    {
      rules,
      clock: { now: () => at },
      log: SILENT,
      telemetry: { enginesDiffered: nothing },
      forms: factForms(readSyntaxes()),
    },
    bounds,
  );
  try {
    return await rerunChecks(statement, bytes, validator);
  } finally {
    await validator.close();
  }
}

const nothing = (): void => undefined;
const SILENT = {
  info: nothing,
  warn: nothing,
  error: (_: unknown, message: string) => console.error(message),
};
