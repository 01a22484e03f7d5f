import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { type OfficialSchemas, officialD22b, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { SEED } from '../seed.ts';
import type { Engine, Named } from '../verdicts/compare.ts';
import { isValid, recordedCases } from '../verdicts/corpora.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { fatalIds, schemaFindings } from '../verdicts/readings.ts';
import { suiteOf } from '../verdicts/reference.ts';
import { fileOf, type RulePair, rulePairs } from './rule-pairs.ts';

type Syntax = keyof OfficialSchemas;
interface Written {
  readonly xml: string;
  readonly syntax: Syntax;
}
type Side = 'published' | 'builtIn';

/** One of so many documents is judged; each is, with 1. */
const EVERY = Number(process.env['EVERY'] ?? 4);
/** Larger documents only slow the run down. */
const MAX_LENGTH = 30_000;
const DEADLINE_MS = 60_000;

const KNOWN = Object.values(BT24);
const PROCESSES = [
  'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0',
  'B1', 'B2', 'B4', 'B7', 'B8', 'S1', 'S2', 'S3', 'S5', 'S6', 'S8', 'M1', 'M4', 'M8', 'A1', 'B9',
  'urn:fdc:peppol.eu:2017:poacc:billing:02:1.0', 'urn:fdc:peppol.eu:2017:poacc:billing:1:1.0', 'urn:fdc:peppol.eu:2017:poacc:billing:123:1.0',
  'urn:fdc:peppol.eu:2017:poacc:billing:٠١:1.0', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.1',
]; // prettier-ignore
const OTHERS = [
  'urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3',
  'urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3#conformant#urn:xoev-de:kosit:extension:xrechnung_2.3',
  'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.1',
  'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_2.9',
  'urn:cen.eu:en16931:2017#conformant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.1',
  'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.0',
  'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.2',
  'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:extended',
  'urn:zugferd.de:2p0:basic',
  'urn:cen.eu:en16931:2026',
  'en16931',
]; // prettier-ignore
const SPELLINGS: readonly ((value: string) => string)[] = [
  (value) => value,
  (value) => ` ${value}`,
  (value) => `${value}\n    `,
  (value) => `\t${value} `,
  (value) => `\u00a0${value}`,
  (value) => value.toUpperCase(),
  (value) => `${value}#`,
  (value) => `${value}x`,
  (value) => value.replace('#', ' #'),
  (value) => value.replace(':', ':  '),
  (value) => value.slice(0, -1),
  (value) => `${value}${value}`,
];
const PLACES = {
  specification: [/(?<=<(?:\w+:)?CustomizationID(?:\s[^<>]*)?>)[^<]*/, /(?<=<ram:GuidelineSpecifiedDocumentContextParameter>\s*<ram:ID>)[^<]*/],
  process: [/(?<=<(?:\w+:)?ProfileID(?:\s[^<>]*)?>)[^<]*/, /(?<=<ram:BusinessProcessSpecifiedDocumentContextParameter>\s*<ram:ID>)[^<]*/],
} as const; // prettier-ignore
const WHOLE = {
  specification: /<(\w+:)?CustomizationID\b[^]*?<\/\1CustomizationID>|<ram:GuidelineSpecifiedDocumentContextParameter>[^]*?<\/ram:GuidelineSpecifiedDocumentContextParameter>/,
  process: /<(\w+:)?ProfileID\b[^]*?<\/\1ProfileID>|<ram:BusinessProcessSpecifiedDocumentContextParameter>[^]*?<\/ram:BusinessProcessSpecifiedDocumentContextParameter>/,
} as const; // prettier-ignore
const VALUES = {
  specification: [...KNOWN, ...OTHERS],
  process: PROCESSES,
} as const;

/** An invoice of each suite and syntax with each BT-24 and BT-23, in spellings that mean the same to a person. */
function* written(fits: (document: Written) => boolean): Generator<Named<Written>> {
  const taken = new Set<string>();
  let number = SEED;
  for (const { name, document } of recordedCases((verdict) => isValid(verdict) && verdict.syntax !== 'fa3')) {
    const syntax = document.verdict.syntax as Syntax;
    const kind = `${suiteOf(document.verdict)} ${syntax} ${document.verdict.customization}`;
    const source = new TextDecoder().decode(document.bytes);
    if (taken.has(kind) || source.length > MAX_LENGTH) continue;
    taken.add(kind);
    for (const term of ['specification', 'process'] as const) {
      const place = PLACES[term].find((at) => at.test(source));
      if (!place) continue;
      const own = place.exec(source)![0].trim();
      const values = [
        ...VALUES[term],
        ...SPELLINGS.map((spell) => spell(own)),
        ...VALUES[term].map((value) => SPELLINGS[1]!(value)),
        '',
        ' ',
      ];
      const changed = [...new Set(values)].map(
        (value) => [JSON.stringify(value), source.replace(place, () => value)] as const,
      );
      for (const [what, xml] of [
        ...changed,
        ['none', source.replace(WHOLE[term], '')] as const,
        ['twice', source.replace(WHOLE[term], '$&$&')] as const,
      ]) {
        const one = { xml, syntax };
        if (number++ % EVERY === 0 && fits(one)) yield { name: `${name} ${term} ${what}`, document: one };
      }
    }
  }
}

const verdictsOf =
  (pairs: readonly RulePair[], side: Side): Engine<Written> =>
  async ({ xml, syntax }) => {
    const file = fileOf(new TextEncoder().encode(xml));
    const lines = [];
    for (const { name, [side]: rules } of pairs.filter(({ entry }) => entry.syntaxes.includes(syntax)))
      lines.push(...fatalIds(await rules.run(file, DEADLINE_MS)).map((id) => `${name} ${id}`));
    return lines.toSorted();
  };

describeByReference('the rules written here, on specifications and processes', () => {
  const schemas = officialSchemas();
  const d22b = officialD22b();
  after(() => [...Object.values(schemas), d22b].forEach((schema) => schema.dispose()));
  const fits = ({ xml, syntax }: Written): boolean => {
    const bytes = new TextEncoder().encode(xml);
    const editions = syntax === 'cii' ? [schemas.cii, d22b] : [schemas[syntax]];
    return editions.some((schema) => schemaFindings(schema.check(bytes)).length === 0);
  };

  itAgrees(
    'end as the published ones do, by the same fatal rules or without a verdict',
    { compared: 3_000 / EVERY, findings: 20 },
    async () => {
      const pairs = await rulePairs();
      return {
        corpus: written(fits),
        engines: { 'rules written here': verdictsOf(pairs, 'builtIn') },
        judge: verdictsOf(pairs, 'published'),
      };
    },
  );
});
