import { type InvoicePage, type PageText, textsOf, textsOfBlock } from '../../app/document-facts.ts';
import type { Finding } from './read-document.ts';

type Part = PageText[number];

/** Which findings are about which texts of the page; those about what the page lacks have a place, too. */
export interface PaperFindings {
  /** The first finding about a part of a text. */
  of(part: Part): number | undefined;
  /** About terms that the page does not show, by where they belong: a line from 0, or a block and a party in it. */
  lacking(line: number): readonly number[];
  lackingIn(block: number, party?: number): readonly number[];
}

export function paperFindings(page: InvoicePage, findings: readonly Finding[]): PaperFindings {
  const byTerm = partsByTerm(page);
  const about = findings.map((finding) => partsAbout(finding, byTerm));
  const first = new Map<Part, number>();
  for (const [index, parts] of about.entries())
    for (const part of parts ?? []) if (!first.has(part)) first.set(part, index);
  const missing = [...findings.keys()].filter((index) => findings[index]?.term && !about[index]);
  const homes = new Map(missing.map((index) => [index, homeOf(findings[index]!, page)]));
  const at = (home: string): readonly number[] => missing.filter((index) => homes.get(index) === home);
  return {
    of: (part) => first.get(part),
    lacking: (line) => at(`line ${line}`),
    lackingIn: (block, party) => at(homeName(block, party)),
  };
}

/** The same findings with the places of what they are about, as the page names them. */
export function withPlaces(findings: readonly Finding[], page: InvoicePage | undefined): readonly Finding[] {
  if (!page) return findings;
  const byTerm = partsByTerm(page);
  return findings.map((finding) => {
    const [part] = partsAbout(finding, byTerm) ?? [];
    const isPlaced = finding.location && !isRoot(finding.location.xpath);
    return {
      ...finding,
      ...(finding.field === undefined && part?.field !== undefined && { field: part.field }),
      ...(!isPlaced && part?.location && { location: { ...part.location, column: 1 } }),
    };
  });
}

type PartsByTerm = ReadonlyMap<string, readonly Part[]>;

function partsByTerm(page: InvoicePage): PartsByTerm {
  const byTerm = new Map<string, Part[]>();
  for (const part of textsOf(page).flat())
    for (const term of part.terms ?? []) {
      const known = byTerm.get(term);
      if (known) known.push(part);
      else byTerm.set(term, [part]);
    }
  return byTerm;
}

/** Of entries of a list those that the finding names; none if it names no entry. Undefined if the page lacks the term. */
function partsAbout(finding: Finding, byTerm: PartsByTerm): readonly Part[] | undefined {
  const { term = '' } = finding;
  const line = isOfLine(term) ? lineOf(finding) : undefined;
  const parts = (byTerm.get(term) ?? []).filter(({ entry }) => line === undefined || entry?.[0] === line);
  if (parts.length === 0) return undefined;
  if (parts.length === 1 || parts.every(({ entry }) => !entry)) return parts;
  const near = parts.map((part) => nearness(finding, part));
  const nearest = parts.filter((_part, index) => near[index] === Math.max(...near));
  return new Set(nearest.map(({ entry }) => entry?.join())).size === 1 ? nearest : [];
}

/** How many steps of their paths are the same. */
function nearness({ field, location }: Finding, part: Part): number {
  const [own, other] =
    field !== undefined && part.field !== undefined
      ? [field.split('.'), part.field.split('.')]
      : [stepsOf(location?.xpath), stepsOf(part.location?.xpath)];
  const differing = own.findIndex((step, index) => step !== other[index]);
  return differing < 0 ? own.length : differing;
}

/** A path has a number only if there are several. */
const stepsOf = (xpath = ''): readonly string[] => xpath.replaceAll('[1]', '').split('/');

const isRoot = (xpath: string): boolean => /^\/[^/]*$/.test(xpath);

/** BG-25 and what is in it. */
const isOfLine = (term: string): boolean => numberOf(term) >= 126 && numberOf(term) <= 161;

/** Which line of the invoice, from 0. */
function lineOf({ field = '', location }: Pick<Finding, 'field' | 'location'>): number | undefined {
  const [, index] = /^lines\[(\d+)\]/.exec(field) ?? [];
  if (index !== undefined) return Number(index);
  const [element, position = '1'] = LINE_ELEMENT.exec(location?.xpath ?? '') ?? [];
  return element === undefined ? undefined : Number(position) - 1;
}

const LINE_ELEMENT = /(?:InvoiceLine|CreditNoteLine|IncludedSupplyChainTradeLineItem|FaWiersz)(?:\[(\d+)\])?/;

const homeName = (block: number, party?: number): string =>
  party === undefined ? `block ${block}` : `block ${block} ${party}`;

/** With the line that the finding names; else beside the term with the nearest number, which EN 16931 has in the same group. */
function homeOf(finding: Finding, page: InvoicePage): string {
  const line = lineOf(finding);
  if (line !== undefined) return `line ${line}`;
  const termNumber = numberOf(finding.term ?? '');
  let nearest = { home: homeName(0, 0), far: Infinity };
  for (const { home, texts } of homesIn(page))
    for (const { terms = [], entry } of texts.flat()) {
      const far = entry ? Infinity : Math.min(...terms.map((term) => Math.abs(numberOf(term) - termNumber)));
      if (far < nearest.far) nearest = { home, far };
    }
  return nearest.home;
}

const numberOf = (term: string): number => Number(/^BT-(\d+)/.exec(term)?.[1] ?? 0);

const homesIn = ({ blocks }: InvoicePage): readonly { home: string; texts: readonly PageText[] }[] =>
  blocks.flatMap((block, index) => {
    if (block.block === 'parties')
      return block.parties.map(({ name, lines, small }, party) => ({
        home: homeName(index, party),
        texts: [name, ...lines, ...small],
      }));
    if (block.block === 'table') return [];
    return [{ home: homeName(index), texts: textsOfBlock(block) }];
  });
