import { isOwnLayer, type JudgingLayer, type PackLayer } from '../../layers/layer-selection.ts';
import type { MessagePart, Schema, Test } from '../../engine/load/schema.ts';
import { say } from '../../vocabulary/message.ts';
import { FILE_KIND } from '../../vocabulary/file-kinds.ts';
import type { Syntax } from '../../vocabulary/syntax.ts';
import { FLAGS, type RuleCatalogueEntry, type RuleWeights } from '../catalogue.ts';
import { severityOf } from '../severity.ts';
import type { EntryDescription, PackDescription } from '../description.ts';

/** The messages of its rules explain them. Those of a stylesheet do, too, if it can be read back as rules. */
export const isExplained = ({ kind, path }: EntryDescription): boolean =>
  kind === 'schematron' && !isStylesheet(path);
export const isStylesheet = (path: string): boolean => /\.xslt?$/.test(path);

/** Rules of one layer of a pack. */
export interface LayerRules {
  readonly layer: JudgingLayer;
  readonly syntaxes: readonly Syntax[];
  readonly schema: Schema;
}

/** The names of the routes whose documents a layer checks. */
export type RoutesOfLayer = (layer: PackLayer) => readonly string[];

/** The routes of a pack's documents: own rules check beside a layer. */
export const routesFor = (
  { entries: [first] }: Pick<PackDescription, 'entries'>,
  routesOf: RoutesOfLayer,
): readonly string[] => (first?.beside ? routesOf(first.beside) : []);

/** Explains every id that an official pack can report, by its own messages. An explanation of this project for an id comes first. */
export function catalogueOfRules(
  pack: Pick<PackDescription, 'id' | 'title' | 'origin' | 'entries'>,
  rules: readonly LayerRules[],
  routesOf: RoutesOfLayer,
): readonly RuleCatalogueEntry[] {
  const entries = new Map<string, RuleCatalogueEntry>();
  for (const { layer, syntaxes, schema } of rules)
    for (const test of schema.patterns.flatMap((pattern) => pattern.rules).flatMap((rule) => rule.tests))
      if (test.id !== undefined) {
        const entry = entries.get(test.id) ?? {
          ...entryOf(test.id, test, layer, pack),
          routes: isOwnLayer(layer) ? routesFor(pack, routesOf) : routesOf(layer),
        };
        entries.set(test.id, { ...entry, weights: withWeight(entry.weights, test, syntaxes) });
      }
  return [...entries.values()];
}

/** Of several tests with one id the strongest counts. */
function withWeight(
  weights: RuleWeights = {},
  { flag, role }: Test,
  syntaxes: readonly Syntax[],
): RuleWeights {
  const own = FLAG_OF[severityOf({ flag, role })];
  const kinds = syntaxes.map((syntax) => FILE_KIND[syntax]);
  const strongest = (kind: string) => FLAGS.find((one) => one === own || one === weights[kind]) ?? own;
  return { ...weights, ...Object.fromEntries(kinds.map((kind) => [kind, strongest(kind)])) };
}

const FLAG_OF = { error: 'fatal', warning: 'warning', information: 'information' } as const;

const MAX_TITLE_LENGTH = 160;

function entryOf(
  code: string,
  test: Test,
  layer: JudgingLayer,
  { id, title: family }: Pick<PackDescription, 'id' | 'title'>,
): RuleCatalogueEntry {
  const text = wordsOf(test.message, code) || `Rule ${code} of ${family}`;
  const terms = [...new Set(text.match(/\bB[TG]-\d+(?:-\d+)?\b/g) ?? [])];
  return {
    code,
    aliases: [],
    family,
    who_fixes: 'erp',
    ...(isOwnLayer(layer) ? ownTexts(`${id}.${code}`, text) : publishedTexts(text, family)),
    routes: [],
    layer,
    // A rule with several terms does not show which of them is to blame.
    ...(terms.length === 1 && terms[0] !== undefined && { term: terms[0] }),
  };
}

const publishedTexts = (text: string, family: string) => ({
  title:
    text.length > MAX_TITLE_LENGTH
      ? `${text.slice(0, MAX_TITLE_LENGTH).replace(/(?<!\s)\s+\S*$/, '')} …`
      : text,
  explanation: text,
  fix_hint: say('rules.keep', { family, text }),
});

/** The text of an own rule says what to do, too, if its words have no sentence for that. */
const ownTexts = (id: string, text: string) => ({
  title: { say: `${id}.title`, english: text },
  fix_hint: { say: `${id}.fix`, english: text },
});

/** The fixed part of a message; publishers begin it with the id. */
function wordsOf(message: readonly MessagePart[], id: string): string {
  const text = message.map((part) => (part.kind === 'text' ? part.text : '…')).join('');
  const plain = text.replace(/\s+/g, ' ').trim();
  const named = plain.startsWith(`[${id}]`) ? plain.slice(id.length + 2) : plain;
  return named.replace(/^[\s:–-]+/, '');
}
