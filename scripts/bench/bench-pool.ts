import { PoolValidator } from '../../src/adapters/piscina/pool-validator.ts';
import { PrometheusTelemetry } from '../../src/adapters/prometheus/prometheus-telemetry.ts';
import { factForms } from '../../src/domain/documents/document-facts.ts';
import { DocumentBuilder } from '../../src/domain/documents/document-builder.ts';
import { profileOf } from '../../src/domain/routes/all.ts';
import { XRECHNUNG } from '../../src/domain/documents/specifications.ts';
import { readSyntaxes } from '../../src/processes/read-syntaxes.ts';
import type { DocumentToCheck, PoolAccess } from '../../src/ports/validator.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';

export const SYNTAXES = readSyntaxes();
export const benchDocuments = new DocumentBuilder(SYNTAXES, profileOf);

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The service's own pool, on packs of the benchmark. */
export const benchPool = (rulesDir: string, threads: number, queue = 0): PoolValidator =>
  new PoolValidator(
    {
      environment: 'sandbox',
      ruleEngine: 'compiled',
      xsdEngine: DEFAULT_XSD_ENGINE,
      crossCheck: 0,
      poolThreads: threads,
      poolQueue: queue,
    },
    {
      clock: { now: () => new Date() },
      log: SILENT,
      telemetry: new PrometheusTelemetry(),
      rules: new RulesFolder(rulesDir),
      forms: factForms(SYNTAXES),
    },
  );

export const WAIT: PoolAccess = { client: 'bench', whenBusy: 'wait' };
export const REFUSE: PoolAccess = { client: 'bench', whenBusy: 'refuse' };

export const asXRechnung = (bytes: Uint8Array): DocumentToCheck => ({
  bytes,
  syntax: 'ubl-invoice',
  customization: XRECHNUNG.specification,
  route: 'DE-XRECHNUNG',
  issueDate: '2026-11-01',
});
