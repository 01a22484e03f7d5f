import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isMessage, isSentences, type Message } from 'en16931-rules/vocabulary/message.ts';
import { editionsIn, expandPack, rulesOf } from 'en16931-rules/packs/expand/expand.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

const SCHEMATRON = join(projectFolder(), 'schematron');

/** Packs of rules; those of schemas have no texts. */
export const PACKS = readdirSync(SCHEMATRON, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((pack) => readdirSync(join(SCHEMATRON, pack)).includes('words'));

/** The entries of the catalogue in each release of each pack. */
export const PACK_ENTRIES = PACKS.flatMap((pack) => {
  const folder = join(SCHEMATRON, pack);
  return editionsIn(folder).flatMap(({ version }) => expandPack(folder, version).catalogue);
});

/** Every text of a rule in each release, and of the families. */
export const PACK_TEXTS: readonly Message[] = unique([
  ...PACKS.flatMap((pack) => {
    const folder = join(SCHEMATRON, pack);
    return editionsIn(folder).flatMap(({ version }) =>
      [...rulesOf(folder, version).values()]
        .flat()
        .flatMap(({ blocks }) => blocks.flatMap(({ check }) => check))
        .flatMap(({ texts }) => Object.values(texts)),
    );
  }),
  ...messagesIn(PACK_ENTRIES),
]);

function unique(texts: readonly Message[]): readonly Message[] {
  return [...new Map(texts.map((text) => [`${text.say} ${text.english}`, text])).values()];
}

/** The texts of rules in what a pack says. */
export function messagesIn(value: unknown): readonly Message[] {
  if (Array.isArray(value)) return value.flatMap(messagesIn);
  if (isMessage(value) && value.english !== undefined) return [value];
  if (isMessage(value)) return Object.values(value.values ?? {}).flatMap(messagesIn);
  if (isSentences(value)) return value.sentences.flatMap(messagesIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(messagesIn) : [];
}
