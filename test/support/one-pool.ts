import { PoolValidator } from '../../src/adapters/piscina/pool-validator.ts';
import { factForms } from '../../src/domain/documents/document-facts.ts';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';
import { builtThread } from './built.ts';
import { SYNTAXES } from './documents.ts';
import { NO_LIMITS } from './no-limits.ts';

/** `examples/xrechnung-ubl.xml` without its bytes. */
export const XRECHNUNG = {
  syntax: 'ubl-invoice',
  customization: BT24.xrechnung,
  route: 'DE-XRECHNUNG',
  issueDate: '2026-11-20',
} as const;

const ignore = (): void => undefined;

/** The pool of the service with one thread, which notices at once what changes in its rules folder. */
export const openPool = (rulesDir: string): PoolValidator =>
  new PoolValidator(
    {
      environment: 'sandbox',
      ruleEngine: 'compiled',
      xsdEngine: DEFAULT_XSD_ENGINE,
      crossCheck: 0,
      poolThreads: 1,
      poolQueue: 0,
    },
    {
      clock: { now: () => new Date('2026-11-24T12:00:00Z') },
      log: { info: ignore, warn: ignore, error: ignore },
      telemetry: { enginesDiffered: ignore },
      rules: new RulesFolder(rulesDir, 0),
      forms: factForms(SYNTAXES),
    },
    { ...builtThread('src/adapters/piscina/check-entry.cts'), time: NO_LIMITS },
  );
