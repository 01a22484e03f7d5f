import type { Message } from '../../vocabulary/message.ts';
import { Members } from '../members.ts';
import { ruleText } from '../rule-text.ts';
import type { RuleCatalogueEntry } from '../catalogue.ts';
import type { CatalogueDefaults } from './catalogue.ts';
import { parseYaml } from './in-file.ts';

/** A rule by its number in a standard, if the ids of reports are longer: `BR-FR-05` of `BR-FR-05_BT-22-1`. */
export interface Family {
  readonly id: string;
  readonly title: Message;
  readonly fix: Message;
  /** Ids that do not begin with that of the family. */
  readonly also: readonly string[];
}

/** @throws WrongShape */
export function readFamilies(text: string, name: string, pack: string): readonly Family[] {
  const families = new Members(parseYaml(text, name), name).each((all, id): Family => {
    const family = all.members(id).only(['title', 'fix', 'also']);
    const also = family.has('also') ? family.textList('also') : [];
    const ids = (part: string): string => `${pack}.${id}.${part}`;
    const textOf = (part: 'title' | 'fix'): Message => ruleText(ids(part), family.text(part));
    return { id, title: textOf('title'), fix: textOf('fix'), also };
  });
  return Object.values(families);
}

/** The family that names the id, else the one with its longest beginning. */
export function familyOf(families: readonly Family[], id: string): Family | undefined {
  const fitting = families.filter((family) => id === family.id || id.startsWith(family.id));
  return (
    families.find(({ also }) => also.includes(id)) ??
    fitting.reduce<Family | undefined>(
      (longest, one) => (one.id.length > (longest?.id.length ?? 0) ? one : longest),
      undefined,
    )
  );
}

/** An entry for each family, with the ids of reports as aliases. @throws Error naming an id without a family. */
export function familyEntries(
  families: readonly Family[],
  entries: readonly RuleCatalogueEntry[],
  { family: named, routes, layer }: CatalogueDefaults,
): readonly RuleCatalogueEntry[] {
  const lost = entries.find(({ code }) => familyOf(families, code) === undefined);
  if (lost) throw new Error(`${lost.code} is of no family`);
  return families.map((family) => {
    const own = entries.filter(({ code }) => familyOf(families, code) === family);
    const terms = new Set(own.map(({ term }) => term));
    const [term] = terms;
    return {
      code: family.id,
      aliases: own.map(({ code }) => code),
      family: named,
      who_fixes: own.some(({ who_fixes: who }) => who === 'erp') ? 'erp' : 'us',
      title: family.title,
      fix_hint: family.fix,
      routes,
      layer,
      ...(terms.size === 1 && term !== undefined && { term }),
    };
  });
}
