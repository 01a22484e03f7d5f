import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { SaxonProgram } from 'en16931-rules/engine/saxon/compile.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { CheckedFile } from 'en16931-rules/pool/checked-file.ts';
import { compiledRules } from 'en16931-rules/pool/compiled-rules.ts';
import type { Rules } from 'en16931-rules/pool/rules.ts';
import { clock } from './clock.ts';

/**
 * Runs rules for the benchmark as a pool thread does: it links packs first, then reads the names of a sample, then decodes and
 * parses each document once for all packs. Findings have texts and locations.
 */
export type OwnRequest =
  | {
      readonly do: 'load';
      readonly name: string;
      readonly engine: 'compiled' | 'saxon';
      readonly file: string;
    }
  | { readonly do: 'learn'; readonly names: readonly string[]; readonly document: Uint8Array }
  | {
      readonly do: 'run';
      readonly names: readonly string[];
      readonly documents: readonly string[];
      readonly budgetMs: number;
    };

export interface OwnAnswer {
  readonly milliseconds: number;
  /** Findings on the last document. */
  readonly fired: number;
}

const DEADLINE_MS = 600_000;

const vocabulary = new Vocabulary();
const rules = new Map<string, Rules>();
const contents = new Map<string, Uint8Array>();
let next = 0;

async function answer(request: OwnRequest): Promise<OwnAnswer> {
  switch (request.do) {
    case 'load':
      rules.set(request.name, await load(request.engine, request.file));
      return { milliseconds: 0, fired: 0 };
    case 'learn':
      await check(new CheckedFile(Buffer.from(request.document), vocabulary, true), request.names);
      return { milliseconds: 0, fired: 0 };
    case 'run':
      return run(request.names, request.documents.map(bytesOf), request.budgetMs);
    default:
      return request satisfies never;
  }
}

async function load(engine: 'compiled' | 'saxon', file: string): Promise<Rules> {
  if (engine === 'compiled') return compiledRules(await import(pathToFileURL(file).href), vocabulary);
  const { saxonRules } = await import('en16931-rules/pool/saxon-rules.ts');
  return saxonRules(JSON.parse(readFileSync(file, 'utf8')) as SaxonProgram);
}

async function run(
  names: readonly string[],
  documents: readonly Uint8Array[],
  budgetMs: number,
): Promise<OwnAnswer> {
  let [done, fired] = [0, 0];
  const started = clock();
  do {
    const bytes = documents[next++ % documents.length]!;
    fired = await check(new CheckedFile(bytes, vocabulary), names);
    done++;
  } while (clock() - started < budgetMs);
  return { milliseconds: (clock() - started) / done, fired };
}

async function check(file: CheckedFile, names: readonly string[]): Promise<number> {
  let fired = 0;
  for (const name of names) {
    const verdict = await rules.get(name)!.run(file, DEADLINE_MS);
    // A rule error is a verdict too; a pack on documents of another profile may end so.
    if (verdict.kind === 'escape') throw new Error(`${name}: ${verdict.reason}`);
    if (verdict.kind === 'verdict') fired += verdict.fired.reduce((sum, { count }) => sum + count, 0);
  }
  return fired;
}

function bytesOf(file: string): Uint8Array {
  const cached = contents.get(file) ?? new Uint8Array(readFileSync(file));
  contents.set(file, cached);
  return cached;
}

process.on('message', (request: OwnRequest) => {
  answer(request).then(
    (done) => process.send?.(done),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
