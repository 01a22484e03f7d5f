import { KnownCodes } from '../../adapters/catalogue/known-codes.ts';
import { PoolValidator } from '../../adapters/piscina/pool-validator.ts';
import { PrintPool } from '../../adapters/piscina/print-pool.ts';
import { ReadingPool } from '../../adapters/piscina/reading-pool.ts';
import type { Threads } from '../../adapters/piscina/threads.ts';
import { NodeDigests } from '../../adapters/system/node-digests.ts';
import { REAL_CLOCK } from '../../adapters/system/real-clock.ts';
import { ExamineDocument } from '../../application/checking/examine-document.ts';
import { DocumentBuilder } from '../../domain/documents/document-builder.ts';
import { factForms } from '../../domain/documents/document-facts.ts';
import { Syntaxes } from '../../domain/documents/syntaxes.ts';
import { profileOf } from '../../domain/routes/all.ts';
import { readSyntaxTables } from '../../processes/read-syntaxes.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { overlayStates } from 'en16931-rules/packs/own/overlay-states.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { ownProblems } from 'en16931-rules/packs/own/own-packs.ts';
import type { InstalledPacks } from 'en16931-rules/packs/installed.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';
import { NotRun } from '../frame/endings.ts';

/** The checks of the service without a service and without a store. */
export interface OfflineChecks {
  readonly examine: ExamineDocument;
  readonly pool: PoolValidator;
  readonly reading: ReadingPool;
  readonly installed: InstalledPacks;
  readonly close: () => Promise<unknown>;
}

/** One engine, the one for which every pack has a program; a file waits for a thread as long as it takes. */
const SETTINGS = {
  ruleEngine: 'compiled',
  xsdEngine: DEFAULT_XSD_ENGINE,
  crossCheck: 0,
  poolQueue: 1,
} as const;

/**
 * @param threads are closed with the checks, or if these cannot be opened.
 * @param home of own rules and overlays that are not in force; see `readInstalled`.
 * @throws NotRun if there are no packs.
 */
export async function openChecks(
  rulesDir: string,
  threads: Threads,
  report: (line: string) => void,
  home?: string,
): Promise<OfflineChecks> {
  try {
    return await checksWith(threads, new RulesFolder(rulesDir, undefined, home), report);
  } catch (error) {
    await threads.close();
    throw error;
  }
}

async function checksWith(
  threads: Threads,
  rules: RulesFolder,
  report: (line: string) => void,
): Promise<OfflineChecks> {
  const { rulesDir, home } = rules;
  const installed = await rules.read();
  if (installed.packs.length === 0)
    throw new NotRun(`${rulesDir} holds no rule pack: run ids packs compile, or name a folder with --rules.`);
  const own = await ownProblems(rulesDir, installed.packs, home);
  const { problems } = await overlayStates(rulesDir, installed, dayOf(REAL_CLOCK.now()), home);
  const wrong = [...own, ...problems];
  if (wrong.length > 0) throw new NotRun(`${rulesDir}: ${wrong.join('; ')}.`);
  const tables = readSyntaxTables();
  const syntaxes = new Syntaxes(tables);
  const forms = factForms(syntaxes);
  const poolThreads = threads.count;
  const log = logTo(report);
  const telemetry = { enginesDiffered: nothing, layersRan: nothing };
  // The sandbox has no rule of its own, and forgives invented NIPs.
  const environment = 'sandbox';
  const clock = REAL_CLOCK;
  const pool = new PoolValidator(
    // No other caller needs a thread.
    { ...SETTINGS, environment, poolThreads, poolLarge: poolThreads },
    { rules, clock, log, telemetry, forms, threads },
  );
  const codes = new KnownCodes(rules);
  await codes.refresh();
  const reading = new ReadingPool(tables, log);
  const printer = new PrintPool(poolThreads, tables, log);
  const examine = new ExamineDocument({
    validator: pool,
    reader: pool,
    readerPool: reading,
    printer,
    catalogue: codes,
    environment,
    log,
    telemetry,
    documents: new DocumentBuilder(syntaxes, profileOf),
    // Without a store no earlier invoice is known.
    invoices: { findSent: () => Promise.resolve([]) },
    digests: new NodeDigests(),
  });
  const close = (): Promise<unknown> => Promise.all([pool.close(), reading.close(), printer.close()]);
  return { examine, pool, reading, installed, close };
}

const nothing = (): void => undefined;

const logTo = (report: (line: string) => void) => ({
  info: nothing,
  warn: nothing,
  error: (fields: object, message: string) => report(`${message}: ${JSON.stringify(fields)}`),
});
