import { inEnglish } from '../english.ts';
import { linkPack, runPack } from '../../engine/engine.ts';
import type { PackModule } from '../../engine/match/module.ts';
import { PackRefused } from '../../engine/load/pack-refused.ts';
import type { PackFiles } from '../../engine/load/source.ts';
import type { RuleRun } from '../../engine/result.ts';
import type { SaxonProgram } from '../../engine/saxon/compile.ts';
import { parseXml } from '../../engine/xml/parse.ts';
import { Vocabulary } from '../../engine/xml/vocabulary.ts';
import { OwnSchema } from '../../schema/own-schema.ts';
import type { XsdRun } from '../../xsd/findings.ts';
import { XsdSchema } from '../../xsd.ts';
import type { EntryDescription, PackDescription } from '../description.ts';
import type { Engine } from '../manifest.ts';

/** Far more than a small document takes. */
const STEPS = 100_000_000;
const PATIENCE_MS = 60_000;

/**
 * A schema must accept our document, and refuse it with an added element that it does not have; on libxml2, and as compiled for our own
 * engine.
 * @param program the compiled schema; undefined if our own engine has refused it.
 * @throws PackRefused
 */
export function testSchema(
  { path, selfTest }: EntryDescription,
  { catalog }: PackDescription,
  files: PackFiles,
  document: Uint8Array | undefined,
  program: Uint8Array | undefined,
): void {
  const schema = compiled(path, files, catalog);
  try {
    const own = program && linked(program);
    if (!selfTest || !document) return;
    const text = new TextDecoder().decode(document);
    tryOn(path, selfTest.document, text, (xml) => schema.check(new TextEncoder().encode(xml)));
    if (own) tryOn(path, selfTest.document, text, own);
  } finally {
    schema.dispose();
  }
}

function tryOn(path: string, name: string, text: string, check: (xml: string) => XsdRun): void {
  const spoiled = text.replace(/(<\/[^<]*>\s*)$/, '<no-such-element/>$1');
  const [sound, broken] = [check(text), check(spoiled)];
  if (sound.kind !== 'verdict' || sound.findings.length > 0)
    throw fail(path, `refuses ${name}: ${sound.kind === 'verdict' ? inEnglish(sound.findings[0]?.message ?? '') : sound.reason}`); // prettier-ignore
  if (broken.kind !== 'verdict' || broken.findings.length === 0)
    throw fail(path, `accepts ${name} with an element that no schema has`);
}

/** From memory: the pack is not in its folder yet. */
function linked(program: Uint8Array): (xml: string) => XsdRun {
  const vocabulary = new Vocabulary();
  const own = OwnSchema.link(new TextDecoder().decode(program), vocabulary);
  return (xml) => {
    const { document, failure } = parseXml(xml, vocabulary.extend());
    return document ? own.check(document) : { kind: 'escape', reason: failure.kind };
  };
}

function compiled(entry: string, files: PackFiles, catalog: PackDescription['catalog']): XsdSchema {
  try {
    return XsdSchema.compile({ entry, files, catalog });
  } catch (error) {
    throw new PackRefused(
      { file: entry, line: 1 },
      `not a schema: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Rules must report exactly the known findings of our document, on every engine. @throws PackRefused */
export async function testRules(
  { path, selfTest }: EntryDescription,
  programs: readonly { readonly engine: Engine; readonly bytes: Uint8Array }[],
  document: Uint8Array | undefined,
): Promise<void> {
  if (!selfTest || !document) return;
  for (const { engine, bytes } of programs) {
    const ran = await RUN[engine](bytes, new TextDecoder().decode(document));
    const fires = describeFired(ran);
    if (fires !== selfTest.fires.join(', '))
      throw fail(path, `on ${selfTest.document} ${engine} reports ${fires}; expected is ${selfTest.fires.join(', ')}${unnamedIn(ran)}`); // prettier-ignore
  }
}

export interface Reported {
  /** Sorted. */
  readonly ids: readonly string[];
  /** The first message of each rule without an id. */
  readonly unnamed: readonly string[];
}

/** What a program reports on a document. @throws PackRefused if it ends with an error. */
export async function listReported(
  path: string,
  { engine, bytes }: { readonly engine: Engine; readonly bytes: Uint8Array },
  document: Uint8Array,
): Promise<Reported> {
  const run = await RUN[engine](bytes, new TextDecoder().decode(document));
  if (run.kind !== 'verdict') throw fail(path, `${engine} reports nothing (${inEnglish(run.reason)})`);
  return { ids: idsIn(run), unnamed: textsWithoutId(run) };
}

const fail = (file: string, reason: string): PackRefused =>
  new PackRefused({ file, line: 1 }, `does not pass its self-test: ${reason}`);

const describeFired = (run: RuleRun): string =>
  run.kind === 'verdict' ? idsIn(run).join(', ') : `nothing (${inEnglish(run.reason)})`;

const idsIn = ({ fired }: Extract<RuleRun, { kind: 'verdict' }>): readonly string[] =>
  [...new Set(fired.map(({ id }) => id ?? WITHOUT_ID))].sort();

/** Stands for each of them in `self_test.fires`. */
export const WITHOUT_ID = 'a rule without id';

const textsWithoutId = ({ fired }: Extract<RuleRun, { kind: 'verdict' }>): readonly string[] =>
  fired.flatMap(({ id, firings }) => (id === undefined ? (firings[0]?.text ?? '') : []));

function unnamedIn(run: RuleRun): string {
  const texts = run.kind === 'verdict' ? textsWithoutId(run) : [];
  return texts.length === 0 ? '' : `; "${WITHOUT_ID}" in fires stands for: ${texts.join(' | ')}`;
}

const RUN: Readonly<Record<Engine, (program: Uint8Array, document: string) => Promise<RuleRun>>> = {
  compiled: async (program, text) => {
    // From memory: the pack is not in its folder yet.
    const module = (await import(
      `data:text/javascript;base64,${Buffer.from(program).toString('base64')}`
    )) as PackModule;
    const vocabulary = new Vocabulary();
    const pack = linkPack(module, vocabulary);
    const { document, failure } = parseXml(text, vocabulary.extend());
    if (!document) throw new TypeError(`a self-test's document: ${failure.kind} at line ${failure.line}`);
    const deadline = performance.now() + PATIENCE_MS;
    const result = runPack(pack, document, { budget: STEPS, deadline, capPerTest: 1 });
    return result.kind === 'verdict'
      ? {
          kind: 'verdict',
          reached: result.matched,
          fired: result.fired.map(({ places, ...test }) => ({ ...test, firings: places })),
        }
      : { kind: 'error', code: result.kind, reason: inEnglish(result.message) };
  },
  saxon: async (program, text) => {
    const { parseForSaxon, runSaxon } = await import('../../engine/saxon/run.ts');
    const parsed = JSON.parse(new TextDecoder().decode(program)) as SaxonProgram;
    return runSaxon(parsed, await parseForSaxon(text));
  },
};
