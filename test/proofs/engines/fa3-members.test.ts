import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DOCUMENTS } from '../../support/documents.ts';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { parsed } from '../../domain/parsed.ts';
import { WRITTEN } from '../../domain/documents/member-samples.ts';
import type { Json } from '../../domain/sample.ts';
import type { Named } from '../verdicts/compare.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { SchemaEngines, schemaSets } from './schema-engines.ts';

/** Elements of FA(3) that no recorded invoice has. */
const RARE = [
  'P_22',
  'ZwrotAkcyzy',
  'NrEORI',
  'StatusInfoPodatnika',
  'LinkDoPlatnosci',
  'IPKSeF',
  'Zalacznik',
];

const [{ variants }] = WRITTEN.filter(({ format }) => format === 'fa3') as [(typeof WRITTEN)[number]];

async function bytesOf(document: Json): Promise<Uint8Array | undefined> {
  const built = await DOCUMENTS.build(parsed(document), 'PL-KSEF', 'fa3');
  return built.ok ? built.document.bytes : undefined;
}

describeByReference('FA(3) documents with every member that is written', function () {
  const hasJava = spawnSync('javac', ['-version']).status === 0;
  const sets = schemaSets(join(REFERENCE_DATA, 'official'));
  const schema = [...sets.keys()].find((name) => /^fa3/.test(name))!;
  let engines: SchemaEngines;
  before(function () {
    if (!hasJava) this.skip();
    engines = new SchemaEngines(new Map([[schema, sets.get(schema)!]]));
  });
  after(() => engines?.close());

  const documents = async (change: (text: string) => string) => {
    const corpus: Named<{ schema: string; bytes: Uint8Array }>[] = [];
    const seen = new Set<string>();
    for (const [at, variant] of variants.entries()) {
      const bytes = await bytesOf(variant);
      if (!bytes) continue;
      const text = new TextDecoder().decode(bytes);
      for (const name of RARE) if (text.includes(`<${name}>`)) seen.add(name);
      corpus.push({
        name: `variant ${at}`,
        document: { schema, bytes: new TextEncoder().encode(change(text)) },
      });
    }
    const missing = RARE.filter((name) => !seen.has(name));
    if (missing.length > 0) throw new Error(`no document has ${missing.join(', ')}`);
    return corpus;
  };

  itAgrees('are valid for Xerces', { compared: 30, accepted: 30 }, async () => ({
    corpus: await documents((text) => text),
    engines: { 'the builder': () => [] },
    judge: engines.xerces,
  }));

  for (const name of RARE)
    itAgrees(`are refused by Xerces and by libxml2 if ${name} is elsewhere`, { compared: 30 }, async () => ({
      // The first member of the document instead of its own place.
      corpus: await documents((text) =>
        text.includes(`<${name}>`) ? text.replace('<Naglowek>', `<${name}/><Naglowek>`) : text,
      ),
      engines: { libxml2: async (one) => distinctVerdict(await engines.libxml2(one)) },
      judge: async (one) => distinctVerdict(await engines.xerces(one)),
    }));
});

const distinctVerdict = (found: readonly string[] | undefined): readonly string[] =>
  found === undefined ? ['none'] : found.length > 0 ? ['refused'] : [];
