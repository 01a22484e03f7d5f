import { join } from 'node:path';
import { PoolValidator } from '../../../src/adapters/piscina/pool-validator.ts';
import { ExamineDocument } from '../../../src/application/checking/examine-document.ts';
import { factForms } from '../../../src/domain/documents/document-facts.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { builtInPacks, officialPacksIn, type PackSource } from 'en16931-rules/packs/install/sources.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { builtThread } from '../../support/built.ts';
import { DOCUMENTS, SYNTAXES } from '../../support/documents.ts';
import { OFFICIAL_FOLDERS, REFERENCE_DATA } from '../../support/reference-data.ts';

/** Packs for UBL, and for CII also in hybrid PDFs. */
const PACKS = /^(cii|ubl|en16931|xrechnung|fr-ctc|fr-extended|facturx)$/;
/** After the first day of every pack. */
const TODAY = '2026-10-05T09:00:00.000Z';
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const access = { client: 'acme', whenBusy: 'wait' } as const;

/** Runs every layer for a PDF on a route, as the intake and the worker do. */
export interface Examiner {
  examine(bytes: Uint8Array, route: Route): Promise<readonly Layer[]>;
  readonly run: ExamineDocument['run'];
  close(): Promise<void>;
}

export const RULES = {
  'written here': builtInPacks,
  'as published': () => OFFICIAL_FOLDERS.flatMap((folder) => officialPacksIn(join(REFERENCE_DATA, folder))),
} as const satisfies Readonly<Record<string, () => readonly PackSource[]>>;

/** Packs are stored between runs; only changed ones are compiled again. */
export async function examinerWith(rules: keyof typeof RULES): Promise<Examiner> {
  const folder = join(projectFolder(), 'node_modules/.cache', `hybrids ${rules}`.replaceAll(' ', '-'));
  const options = { engines: ['compiled'], report: () => undefined } as const;
  for (const source of RULES[rules]())
    if (PACKS.test(source.pack.id)) await bringPack(folder, source, options);
  const settings = {
    environment: 'sandbox',
    ruleEngine: 'compiled',
    xsdEngine: DEFAULT_XSD_ENGINE,
    crossCheck: 0,
    poolThreads: 1,
    poolQueue: 0,
  } as const;
  const telemetry = new FakeTelemetry();
  const world = { clock: new FakeClock(TODAY), log: silent, telemetry, rules: new RulesFolder(folder) };
  const pool = new PoolValidator(
    settings,
    { ...world, forms: factForms(SYNTAXES) },
    builtThread('src/adapters/piscina/check-entry.cts'),
  );
  const examine = new ExamineDocument({
    ...({} as ConstructorParameters<typeof ExamineDocument>[0]),
    documents: DOCUMENTS,
    validator: pool,
    reader: pool,
    catalogue: { find: () => undefined },
    environment: 'sandbox',
    telemetry,
  });
  return {
    examine: async (bytes, route) => {
      const subject = { route, source: { form: 'file', bytes, access } } as never;
      return (await examine.run(subject, access)).layers;
    },
    run: (...order) => examine.run(...order),
    close: () => pool.close(),
  };
}

/** Ids of the rules that report something, including those joined to another one. */
export const idsOf = (findings: readonly Finding[]): readonly string[] =>
  [
    ...new Set(findings.flatMap(({ code, related = [] }) => [code, ...related.map((one) => one.code)])),
  ].toSorted();

export const errorsOf = ({ findings }: Layer): readonly Finding[] =>
  findings.filter(({ severity }) => severity === 'error');
