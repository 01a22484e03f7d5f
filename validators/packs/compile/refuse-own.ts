import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PackRefused } from '../../engine/load/pack-refused.ts';
import type { Schema } from '../../engine/load/schema.ts';
import type { Syntax } from '../../vocabulary/syntax.ts';
import { listReported } from './self-test.ts';
import type { EntryDescription } from '../description.ts';
import { bytesInside, textInside } from '../inside.ts';
import type { Engine } from '../manifest.ts';
import { Members, parseJson } from '../members.ts';
import { SHIPPED_RULES_FILE } from '../own-rules.ts';
import { projectFolder } from '../project-folder.ts';

const SCHEMATRON = join(projectFolder(), 'schematron');

/** Rules by their id, which names them in reports: each has one, and no rule of this project has it. @throws PackRefused */
export function refuseIds({ patterns }: Schema): void {
  const taken = shippedIds();
  for (const { id, at } of patterns.flatMap(({ rules }) => rules).flatMap(({ tests }) => tests)) {
    if (id === undefined)
      throw new PackRefused(
        at,
        'a test without an id: reports name own rules by it. Give it one, such as ACME-01',
      );
    if (!/^[A-Za-z][\w.-]{0,63}$/.test(id))
      throw new PackRefused(at, 'an id has letters, digits, dots, dashes and underscores only', id);
    if (taken.has(id) || id.startsWith('EI-'))
      throw new PackRefused(
        at,
        'the id of another rule: own rules stand beside official ones, and replace none',
        id,
      );
  }
}

function shippedIds(): ReadonlySet<string> {
  if (!existsSync(join(SCHEMATRON, SHIPPED_RULES_FILE))) return new Set();
  const all = new Members(
    parseJson(textInside(SCHEMATRON, SHIPPED_RULES_FILE), SHIPPED_RULES_FILE),
    SHIPPED_RULES_FILE,
  );
  return new Set(Object.values(all.each((members, pack) => members.text(pack).split(' '))).flat());
}

const DOCUMENTS: Readonly<Record<Syntax, string>> = {
  'ubl-invoice': 'ubl-invoice.xml',
  'ubl-creditnote': 'ubl-creditnote.xml',
  cii: 'cii.xml',
  fa3: 'fa3.xml',
  'fa-rr': 'fa-rr.xml',
};

/**
 * Rules that end with an error on an ordinary invoice would let none pass: they are run on a document of ours for each of their syntaxes.
 * @throws PackRefused
 */
export async function tryOwn(
  { path, syntaxes }: EntryDescription,
  programs: readonly { readonly engine: Engine; readonly bytes: Uint8Array }[],
): Promise<void> {
  for (const syntax of syntaxes)
    for (const program of programs)
      await listReported(path, program, bytesInside(join(SCHEMATRON, 'self-tests'), DOCUMENTS[syntax]));
}
