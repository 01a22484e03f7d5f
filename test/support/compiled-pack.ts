import { compiledFiles } from './compiled-module.ts';
import type { RuleRun } from 'en16931-rules/engine/result.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import type { ExpandedPack } from 'en16931-rules/packs/expand/expand.ts';
import { CheckedFile } from 'en16931-rules/pool/checked-file.ts';
import { compiledRules } from 'en16931-rules/pool/compiled-rules.ts';

export interface PackText {
  readonly entry: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export const textOf = (pack: ExpandedPack, entry: string): PackText => ({
  entry,
  files: new Map(pack.files.map(({ path, text }) => [path, new TextEncoder().encode(text)])),
});

export type Judge = (document: string | Uint8Array) => Promise<RuleRun>;

/** All packs share it, as in a thread of the pool. */
const vocabulary = new Vocabulary();
const judges = new Map<string, Promise<Judge>>();

/** The rules of a pack, linked once in a process. */
export function judgeOf(name: string, text: () => PackText): Promise<Judge> {
  const judge = judges.get(name) ?? compiled(text());
  judges.set(name, judge);
  return judge;
}

async function compiled({ entry, files }: PackText): Promise<Judge> {
  const rules = compiledRules(await compiledFiles(entry, files), vocabulary);
  return (document) => Promise.resolve(rules.run(fileOf(document), 60_000));
}

/** A text that several packs check in turn is parsed once. */
let last: { readonly document: string | Uint8Array; readonly file: CheckedFile } | undefined;

function fileOf(document: string | Uint8Array): CheckedFile {
  if (last?.document !== document) {
    const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : document;
    last = { document, file: new CheckedFile(bytes, vocabulary) };
  }
  return last.file;
}
