import { PLACES } from '../../src/domain/invoice/canonical-places.ts';
import type { Expression, WrittenRule } from '../../src/domain/checks/early-rules/written-rule.ts';
import { canonicalNames, KEPT, type NamedPlace, type Names } from './canonical-names.ts';
import type { CodeLists } from 'en16931-rules/packs/expand/code-lists.ts';
import type { Block, Check, RuleFile } from 'en16931-rules/packs/expand/rule-file.ts';
import { NotAboutTerms, type Seen, translate } from './translate.ts';

/** The rules of one pack whose breach shows in the canonical form, and the reasons for the others. */
export interface EarlyRules {
  readonly rules: readonly WrittenRule[];
  readonly left: ReadonlyMap<string, string>;
}

interface OfSyntax {
  readonly syntax: string;
  readonly codes: CodeLists;
  readonly lacks: CodeLists;
  readonly phrases: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
}

/** @param files of rules for one syntax, in the order of their findings. */
export function earlyRules(files: readonly RuleFile[], { syntax, ...seen }: OfSyntax): EarlyRules {
  const names = canonicalNames(syntax);
  const rules: WrittenRule[] = [];
  const left = new Map<string, string>();
  for (const block of files.flatMap(({ blocks }) => blocks))
    for (const check of block.check)
      try {
        rules.push(...write(block, check, { names, ...seen }));
      } catch (error) {
        if (!(error instanceof NotAboutTerms)) throw error;
        left.set(check.id, error.message);
      }
  return { rules, left };
}

type Known = Pick<Seen, 'names' | 'codes' | 'lacks' | 'phrases' | 'texts'>;

function write(block: Block, check: Check, known: Known): WrittenRule[] {
  const { id, test, flag, who } = check;
  if (test === undefined) throw new NotAboutTerms('nothing can break it');
  if (flag !== 'fatal') throw new NotAboutTerms('refuses nothing');
  if (who === 'us') throw new NotAboutTerms('is ours to keep');
  const entry = Object.entries(KEPT).find(([, ids]) => ids.includes(id));
  if (entry) throw new NotAboutTerms(entry[0]);
  if (block.at !== undefined) throw new NotAboutTerms('is about a syntax');
  const places = placesOf(block.in, known.names);
  return places.map((place) =>
    rule(block, { ...check, test, term: ownTerm(check.term ?? '', place, places) }, { place, ...known }),
  );
}

type Tested = Check & { readonly test: string; readonly term: string };

function rule(
  block: Block,
  { id, test, term, texts }: Tested,
  { place, ...known }: Known & Pick<Seen, 'place'>,
): WrittenRule {
  const seen = { place, lets: block.let, ...known };
  const conditions = [place.where, block.where].flatMap((text) => (text ? [translate(text, seen)] : []));
  const [first, ...more] = conditions;
  const where: Expression | undefined = first && more.length > 0 ? ['and', first, ...more] : first;
  const made = translate(ofMembers(test), seen);
  const scope = place.is === DOCUMENT ? undefined : String(place.is);
  if (isGuaranteed(made, scope)) throw new NotAboutTerms('the schema asks for it');
  return {
    id,
    ...(scope !== undefined && { in: scope }),
    ...(where && { where }),
    test: made,
    term,
    title: texts.title,
    fix: texts.fix,
  };
}

/** A comment can divide the text of an element, and no member. */
const ofMembers = (test: string): string => test.replaceAll('/text()', '').replaceAll('text()', '.');

const DOCUMENT = 'DOCUMENT';

function placesOf(name: string | undefined, names: Names): readonly NamedPlace[] {
  if (name === undefined || name === DOCUMENT) return [{ is: DOCUMENT }];
  const named = names[name];
  if (named) return named;
  if (!PLACES.has(name)) throw new NotAboutTerms(`no place for ${name}`);
  return [{ is: name }];
}

/** `filled` or `exists` on a term that the schema requires in the rule's place. */
function isGuaranteed(test: Expression, scope: string | undefined): boolean {
  if (test[0] === 'and') return (test.slice(1) as Expression[]).every((part) => isGuaranteed(part, scope));
  if (test[0] !== 'exists' && test[0] !== 'filled') return false;
  const [, of] = test;
  const chain = of[0] === 'terms' && of.length === 2 ? of[1] : undefined;
  const [link] = chain ?? [];
  const place = typeof link === 'string' && chain?.length === 1 ? PLACES.get(link) : undefined;
  const around = scope === undefined ? [] : (PLACES.get(scope)?.steps ?? []);
  // A member of the group around is beside the rule's place; one of another group may be missing with that group.
  const own = place?.steps.findIndex(({ name }, index) => around[index]?.name !== name) ?? -1;
  return (
    place !== undefined &&
    place.steps.length > 0 &&
    (own < 0 || place.steps.slice(own).every(({ isRequired }) => isRequired))
  );
}

/** The rule's own term; that of the group if one rule is written for several. */
function ownTerm(term: string, place: NamedPlace, variants: readonly NamedPlace[]): string {
  const inside = Object.entries(variants[0]?.inside ?? {}).find(([, named]) => named === term)?.[0];
  const here = inside === undefined ? term : (place.inside?.[inside] ?? term);
  return PLACES.has(here) ? here : String(place.is);
}
