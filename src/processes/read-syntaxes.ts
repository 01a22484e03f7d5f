import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type LaterEdition, tableOfEdition } from '../domain/documents/later-edition.ts';
import { type SyntaxTable, syntaxTable } from 'en16931-rules/vocabulary/syntax-table.ts';
import { Syntaxes } from '../domain/documents/syntaxes.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { readYaml } from './read-yaml.ts';

export const readSyntaxes = (): Syntaxes => new Syntaxes(readSyntaxTables());

const SYNTAXES = 'schematron/syntaxes';

/** The tables of `schematron/syntaxes/`, those of later editions last. @throws Error naming an invalid file. */
export function readSyntaxTables(): readonly SyntaxTable[] {
  const files = readdirSync(join(projectFolder(), SYNTAXES)).map(
    (file) => [file, readYaml(`${SYNTAXES}/${file}`).content as Raw] as const,
  );
  const tables = files.flatMap(([file, raw]) =>
    'based_on' in raw ? [] : [nameFile(file, () => syntaxTable(raw))],
  );
  const later = files.flatMap(([file, raw]) =>
    'based_on' in raw ? [nameFile(file, () => tableOfEdition(laterEdition(raw), tables))] : [],
  );
  return [...tables, ...later];
}

type Raw = Readonly<Record<string, unknown>>;

function laterEdition({ syntax, title, based_on: basedOn, any_number: anyNumber }: Raw): LaterEdition {
  if (typeof syntax !== 'string' || typeof title !== 'string' || typeof basedOn !== 'string')
    throw new Error('an edition needs a syntax, a title and what it is based on');
  if (!Array.isArray(anyNumber)) throw new Error('any_number is no list');
  return { syntax, title, basedOn, anyNumber: anyNumber.map(String) };
}

function nameFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
