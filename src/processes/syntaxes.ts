import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type SyntaxTable, syntaxTable } from '../domain/documents/syntax-table.ts';
import { Syntaxes } from '../domain/documents/syntaxes.ts';
import { projectFolder } from '../../validators/packs/project-folder.ts';

export const readSyntaxes = (): Syntaxes => new Syntaxes(readSyntaxTables());

/** The tables of `schematron/syntaxes/`. @throws Error naming the file that is no table. */
export function readSyntaxTables(): readonly SyntaxTable[] {
  const folder = join(projectFolder(), 'schematron/syntaxes');
  return readdirSync(folder).map((file) => {
    try {
      return syntaxTable(parse(readFileSync(join(folder, file), 'utf8')));
    } catch (cause) {
      throw new Error(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  });
}
