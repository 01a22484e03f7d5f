import type { Message } from '../engine/engine.ts';
import type { Document } from '../engine/xml/document.ts';
import { fullPathOf } from '../engine/xml/location.ts';
import { writeKositReport } from '../report/kosit-report.ts';
import { scenarioOf } from '../report/kosit-scenarios.ts';
import type { KositReport, Level, PacksOfReport, ReportedMessage } from '../report/report-facts.ts';
import type { Layer } from '../vocabulary/layer.ts';
import { type CheckedFile, Unreadable } from './checked-file.ts';
import type { LoadedPacks } from './loaded-packs.ts';
import type { CheckOrder, LayerTask, ReportOrder } from './task.ts';

/** The rules of a scenario, by their layers. */
const RULES = ['en16931', 'xrechnung'] as const;

/**
 * The report in the form of KoSIT's validator, after the layers have run.
 * @returns undefined if a step of its scenario did not run: a report without it would accept what was not checked.
 */
export async function makeReport(
  order: ReportOrder,
  file: CheckedFile,
  { layers, layerMs }: Pick<CheckOrder, 'layers' | 'layerMs'>,
  done: readonly Layer[],
  packCache: LoadedPacks,
): Promise<KositReport | undefined> {
  const facts = { ...order, hash: await sha256Of(file.bytes), packs: packsOf(layers) };
  let document: Document;
  try {
    document = file.document();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return writeKositReport({ ...facts, file: { unreadable: error.failure.message }, steps: [] });
  }
  const scenario = scenarioOf(document);
  if (!scenario) return writeKositReport({ ...facts, file: { document }, steps: [] });
  const schema = done.find(({ layer }) => layer === 'xsd');
  if (!schema || schema.outcome === 'not_run') return undefined;
  const steps = [schema.findings.map(ofSchema)];
  const rules = schema.outcome === 'invalid' ? [] : RULES.slice(0, scenario.steps.length - 1);
  for (const name of rules) {
    const entry = layers.find(({ layer }) => layer === name)?.entry;
    const program = entry?.engines.includes('compiled') && (await packCache.rules(entry.ref, 'compiled'));
    const listed = program ? program.list?.(file, layerMs) : undefined;
    if (listed?.kind !== 'messages') return undefined;
    steps.push(listed.messages.map((message) => ofRule(message, document)));
  }
  return writeKositReport({ ...facts, file: { document }, steps });
}

/** In base64, by what Node and browsers both have: this module is part of the library, too. */
const sha256Of = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))).toString('base64');

/** Its code is for texts that do not begin with one of Xerces. */
const ofSchema = ({ message, location }: Layer['findings'][number]): ReportedMessage => ({
  level: 'error',
  code: 'generic-error',
  text: message,
  ...(location?.line !== undefined && { line: location.line }),
  ...(location?.column !== undefined && { column: location.column }),
});

const ofRule = ({ id, flag, role, text, node }: Message, document: Document): ReportedMessage => ({
  level: levelOf([flag, role]),
  code: id ?? 'UNSPECIFIC',
  text,
  xpath: fullPathOf(document, node),
});

/** The strongest of a rule's flag and role; neither is an error. */
function levelOf(stated: readonly (string | undefined)[]): Level {
  const isOneOf = (...words: readonly string[]): boolean => stated.some((word) => words.includes(word ?? ''));
  if (isOneOf('fatal', 'error')) return 'error';
  if (isOneOf('warning', 'warn')) return 'warning';
  return isOneOf('information', 'info') ? 'information' : 'error';
}

/** Built-in XRechnung rules without a release in their version restate 2.5.0. */
function packsOf(layers: readonly LayerTask[]): PacksOfReport {
  const entryOf = (name: string) => layers.find(({ layer }) => layer === name)?.entry;
  const own = entryOf('xrechnung');
  const en16931 = entryOf('en16931');
  return {
    en16931: en16931?.pack.version ?? '',
    xrechnung: /-sch-(.+)$/.exec(own?.pack.version ?? '')?.[1] ?? '2.5.0',
    date: own?.since ?? en16931?.since ?? '',
  };
}
