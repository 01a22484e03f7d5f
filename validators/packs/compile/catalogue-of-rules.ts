import type { PackLayer } from '../../../src/domain/checks/layers/layer-selection.ts';
import { routesWithLayer } from '../../../src/domain/routes/select-layers.ts';
import type { MessagePart, Schema, Test } from '../../engine/load/schema.ts';
import type { RuleCatalogueEntry } from '../catalogue.ts';
import type { EntryDescription, PackDescription } from '../description.ts';

/** The messages of its rules explain them. The ids of a stylesheet are unknown before it runs. */
export const isExplained = ({ kind, path }: EntryDescription): boolean =>
  kind === 'schematron' && !isStylesheet(path);
export const isStylesheet = (path: string): boolean => /\.xslt?$/.test(path);

/** Rules of one layer of a pack. */
export interface LayerRules {
  readonly layer: PackLayer;
  readonly schema: Schema;
}

/** Explains every id that an official pack can report, by its own messages. An explanation of this project for an id comes first. */
export function catalogueOfRules(
  pack: Pick<PackDescription, 'title'>,
  rules: readonly LayerRules[],
): readonly RuleCatalogueEntry[] {
  const entries = new Map<string, RuleCatalogueEntry>();
  for (const { layer, schema } of rules)
    for (const test of schema.patterns.flatMap((pattern) => pattern.rules).flatMap((rule) => rule.tests))
      if (test.id !== undefined && !entries.has(test.id))
        entries.set(test.id, entryOf(test.id, test, layer, pack.title));
  return [...entries.values()];
}

const MAX_TITLE_LENGTH = 160;

function entryOf(code: string, test: Test, layer: PackLayer, family: string): RuleCatalogueEntry {
  const text = wordsOf(test.message, code) || `Rule ${code} of ${family}`;
  const terms = [...new Set(text.match(/\bB[TG]-\d+(?:-\d+)?\b/g) ?? [])];
  return {
    code,
    aliases: [],
    family,
    who_fixes: 'erp',
    title:
      text.length > MAX_TITLE_LENGTH ? `${text.slice(0, MAX_TITLE_LENGTH).replace(/\s+\S*$/, '')} …` : text,
    explanation: text,
    fix_hint: `Change the invoice so that the rule of ${family} holds: ${text}`,
    routes: routesWithLayer(layer),
    layer,
    // A rule with several terms does not show which of them is to blame.
    ...(terms.length === 1 && terms[0] !== undefined && { term: terms[0] }),
  };
}

/** The fixed part of a message; publishers begin it with the id. */
function wordsOf(message: readonly MessagePart[], id: string): string {
  const text = message.map((part) => (part.kind === 'text' ? part.text : '…')).join('');
  const plain = text.replace(/\s+/g, ' ').trim();
  const named = plain.startsWith(`[${id}]`) ? plain.slice(id.length + 2) : plain;
  return named.replace(/^[\s:–-]+/, '');
}
