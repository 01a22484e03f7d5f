import { type Element, parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import { type OfficialSchemas, officialD22b, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import type { Engine, Named } from '../verdicts/compare.ts';
import { isValid, recordedCases } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { fatalIds, schemaFindings } from '../verdicts/readings.ts';
import { suiteOf } from '../verdicts/reference.ts';
import { fileOf, type RulePair, rulePairs } from './rule-pairs.ts';

type Syntax = keyof OfficialSchemas;
interface Doubled {
  readonly xml: string;
  readonly syntax: Syntax;
}
type Side = 'published' | 'builtIn';

/** Larger documents only slow the run down. */
const MAX_LENGTH = 30_000;
const DEADLINE_MS = 60_000;
const DATE = /^(\d{4}-?\d{2}-?)\d{2}$/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const CURRENCY = /^[A-Z]{3}$/;

/** Each element of a valid document there twice, once for each suite: with the same content, and a value also with another one. */
function* doubledElements(fits: (document: Doubled) => boolean): Generator<Named<Doubled>> {
  const taken = new Set<string>();
  for (const { name, document } of recordedCases((verdict) => isValid(verdict) && verdict.syntax !== 'fa3')) {
    const syntax = document.verdict.syntax as Syntax;
    const source = new TextDecoder().decode(document.bytes);
    if (source.length > MAX_LENGTH) continue;
    const tree = parseXmlDocument(source);
    for (const element of elementsOf(tree.documentElement!).slice(1)) {
      const path = pathOf(element);
      const place = `${suiteOf(document.verdict)} ${syntax} ${path}`;
      if (taken.has(place)) continue;
      taken.add(place);
      const text = element.children.length === 0 ? (element.textContent ?? '').trim() : '';
      for (const other of text === '' ? [undefined] : [undefined, otherThan(text)]) {
        const copy = element.cloneNode(true);
        if (other !== undefined) copy.textContent = other;
        element.after(copy);
        const doubled = { xml: serializeToWellFormedString(tree), syntax };
        copy.remove();
        if (fits(doubled))
          yield { name: `${name} ${path}${other === undefined ? '' : `, then ${other}`}`, document: doubled };
      }
    }
  }
}

const elementsOf = (element: Element): readonly Element[] => [
  element,
  ...element.children.flatMap((child) => elementsOf(child)),
];

const pathOf = (element: Element): string => {
  const { parentElement } = element;
  return parentElement ? `${pathOf(parentElement)}/${element.localName}` : '';
};

function otherThan(text: string): string {
  if (DATE.test(text))
    return text.replace(DATE, (_, start: string) => `${start}${text.endsWith('11') ? '12' : '11'}`);
  if (NUMBER.test(text)) return String(Number(text) + 1);
  if (CURRENCY.test(text)) return text === 'USD' ? 'EUR' : 'USD';
  return `${text}2`;
}

describeByReference('the rules written here, on elements that are there twice', () => {
  const schemas: OfficialSchemas = officialSchemas();
  const d22b = officialD22b();
  after(() => [...Object.values(schemas), d22b].forEach((schema) => schema.dispose()));
  const fits = ({ xml, syntax }: Doubled): boolean => {
    const bytes = new TextEncoder().encode(xml);
    const editions = syntax === 'cii' ? [schemas.cii, d22b] : [schemas[syntax]];
    return editions.some((schema) => schemaFindings(schema.check(bytes)).length === 0);
  };

  itAgrees(
    'end as the published ones do, by the same fatal rules or without a verdict',
    { compared: 1_000, findings: 50 },
    async () => {
      const pairs = await rulePairs();
      return {
        corpus: doubledElements(fits),
        engines: { 'rules written here': verdictsOf(pairs, 'builtIn') },
        judge: verdictsOf(pairs, 'published'),
      };
    },
    () => '',
  );
});

const verdictsOf =
  (pairs: readonly RulePair[], side: Side): Engine<Doubled> =>
  async ({ xml, syntax }) => {
    const file = fileOf(new TextEncoder().encode(xml));
    const lines = [];
    for (const { name, [side]: rules } of pairs.filter((pair) => pair.entry.syntaxes.includes(syntax)))
      lines.push(...fatalIds(await rules.run(file, DEADLINE_MS)).map((id) => `${name} ${id}`));
    return lines.toSorted();
  };
