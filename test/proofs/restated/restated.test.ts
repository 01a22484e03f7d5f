import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import { Draw } from '../../../scripts/bench/random.ts';
import type { XsdSchema } from '../../../validators/xsd.ts';
import { type OfficialSchemas, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { readReference, type RecordedVerdict, type ReferenceCases } from '../conformance/reference.ts';
import { SEED } from '../seed.ts';
import { INVOICE_EDITS, STRUCTURE_EDITS } from './invoice-edits.ts';
import { isKnown, KNOWN_DIFFERENCES } from './known-differences.ts';
import { builtInSchemas, fatalIds, fileOf, refuses, type RulePair, rulePairs } from './rule-pairs.ts';

/** `DOCUMENTS=20000` hunts with any seed: about a minute of processor time for 4,000. */
const HUNTED = Number(process.env['DOCUMENTS'] ?? 0);
const DOCUMENTS = HUNTED > 0 ? HUNTED : 600;
/** A commit draws one of a few seeds, all of which have run: a proof of each commit finds what the commit breaks, a hunt what is new. */
const DRAWS = HUNTED > 0 ? SEED : SEED % 8;
/** Larger documents only slow the run down. */
const MAX_BYTES = 60_000;
const DEADLINE_MS = 60_000;
const MINUTES = 60_000;

type Base = RecordedVerdict & { readonly syntax: keyof OfficialSchemas };

const isBase = (verdict: RecordedVerdict): verdict is Base => verdict.xsd_valid && verdict.syntax !== 'fa3';

const isValid = ({ layers }: RecordedVerdict): boolean =>
  layers.every(({ fired }) => fired && Object.values(fired).every(({ flag }) => flag !== 'fatal'));

it('known differences between rules written here and published ones are told in docs/conformance.md', () => {
  const page = readFileSync(new URL('../../../docs/conformance.md', import.meta.url), 'utf8');
  const told = page.replaceAll(/\s+/g, ' ');
  assert.deepEqual(
    KNOWN_DIFFERENCES.filter(({ cause }) => !told.includes(cause)),
    [],
  );
});

describeByReference('the rules and schemas written here, on changed invoices', () => {
  let cases: ReferenceCases;
  let pairs: readonly RulePair[];
  let schemas: { readonly published: OfficialSchemas; readonly builtIn: ReadonlyMap<string, XsdSchema> };
  before(async function () {
    this.timeout(5 * MINUTES);
    const conformance = join(REFERENCE_DATA, 'conformance');
    cases = readReference(join(conformance, 'cases'), join(conformance, 'verdicts.jsonl'));
    pairs = await rulePairs();
    schemas = { published: officialSchemas(), builtIn: builtInSchemas() };
  });
  after(() => Object.values(schemas.published).forEach((schema) => schema.dispose()));

  it('refuse what the published ones refuse, after one or two changes of a valid invoice', async function () {
    this.timeout(60 * MINUTES);
    await judge(new Draw(DRAWS), isValid, 2);
  });

  it('refuse what the published ones refuse, after up to four changes of any invoice', async function () {
    this.timeout(60 * MINUTES);
    await judge(new Draw(DRAWS + 1000), () => true, 4);
  });

  async function judge(
    draw: Draw,
    isWanted: (base: RecordedVerdict) => boolean,
    most: number,
  ): Promise<void> {
    const suites = suitesOf(cases.verdicts.filter(isBase).filter(isWanted));
    const differences: string[] = [];
    let judged = 0;
    for (let n = 0; n < DOCUMENTS; n += 1) {
      const base = draw.from(draw.from(suites));
      const bytes = cases.bytesOf(base);
      if (bytes.length > MAX_BYTES) continue;
      const xml = changed(new TextDecoder().decode(bytes), draw, most);
      if (xml === undefined) continue;
      const found = await differencesOf(xml, base.syntax);
      if (found === undefined) continue;
      judged += 1;
      differences.push(...found.map((each) => `${base.case}: ${each}\n${xml}`));
    }
    assert.deepEqual(differences, []);
    assert.ok(judged > DOCUMENTS / 2, `${judged} documents of ${DOCUMENTS} fit their schema`);
  }

  /** @returns undefined if the document fits neither schema, so that no rule would see it. */
  async function differencesOf(xml: string, syntax: Base['syntax']): Promise<readonly string[] | undefined> {
    const bytes = new TextEncoder().encode(xml);
    const fits = [schemas.published[syntax], builtInSchema(syntax)].map((schema) => {
      const run = schema.check(bytes);
      return run.kind === 'verdict' && run.findings.length === 0;
    });
    if (fits[0] !== fits[1]) return [`the schemas of ${syntax} say ${fits.join(' / ')}`];
    return fits[0] ? ruleDifferences(bytes, syntax) : undefined;
  }

  function builtInSchema(syntax: Base['syntax']): XsdSchema {
    const schema = schemas.builtIn.get(syntax);
    if (!schema) throw new RangeError(`no schema is written here for ${syntax}`);
    return schema;
  }

  async function ruleDifferences(bytes: Uint8Array, syntax: Base['syntax']): Promise<readonly string[]> {
    const file = fileOf(bytes);
    const layers = [];
    for (const { name, entry, published, builtIn } of pairs.filter((pair) =>
      pair.entry.syntaxes.includes(syntax),
    )) {
      const theirs = fatalIds(await published.run(file, DEADLINE_MS));
      const ours = fatalIds(await builtIn.run(file, DEADLINE_MS));
      layers.push({ name, isCommon: entry.layer === 'en16931', theirs, ours });
    }
    const common = layers.find(({ isCommon }) => isCommon);
    return layers.flatMap(({ name, theirs, ours }) => {
      const [official, own] = [
        refuses(theirs) || refuses(common?.theirs),
        refuses(ours) || refuses(common?.ours),
      ];
      if (official !== own) return [`${name} ${official ? 'refuses' : 'takes'} it, ours does not`];
      // An error on one side alone says nothing of single rules; both sides refuse the document.
      if (theirs === undefined || ours === undefined) return [];
      const differing = [...theirs, ...ours].filter(
        (id) => !(theirs.has(id) && ours.has(id)) && !isKnown(name, id),
      );
      return differing.length > 0 ? [`${name}: ${differing.join(' ')} of one side alone`] : [];
    });
  }
});

/** Each suite counts the same, however many cases it has. */
function suitesOf(bases: readonly Base[]): readonly (readonly Base[])[] {
  const suites = new Map<string, Base[]>();
  for (const base of bases) {
    const [suite = ''] = base.case.split('/');
    suites.set(suite, [...(suites.get(suite) ?? []), base]);
  }
  return [...suites.values()];
}

/** Undefined if an edit has made something that no file can contain. */
function changed(xml: string, draw: Draw, most: number): string | undefined {
  const document = parseXmlDocument(xml);
  for (let wanted = 1 + draw.below(most); wanted > 0; wanted -= 1) {
    const edits = draw.below(5) === 0 ? STRUCTURE_EDITS : INVOICE_EDITS;
    edits[draw.from(Object.keys(edits))]?.(document, draw);
  }
  try {
    return serializeToWellFormedString(document);
  } catch {
    return undefined;
  }
}
