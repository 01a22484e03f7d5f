import { spawnSync } from 'node:child_process';
import { schemaSets, SchemaEngines, type ForSchema } from './schema-engines.ts';
import { REFERENCE_DATA } from '../../support/reference-data.ts';
import { changed, publishedSchema, WHOLE } from '../../support/vat-rr.ts';
import type { Named, Verdict } from '../verdicts/compare.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';

const PUBLISHED = 'published/schemat_FA_RR(1)_v1-1E.xsd';

/** Every element missing, doubled, wrongly typed, out of order and otherwise wrong: the verdict on each file is that of the ministry's schema. */
describe('invoices VAT RR under the schema of this project', function () {
  const hasJava = spawnSync('javac', ['-version']).status === 0;
  const ours = [...schemaSets(`${REFERENCE_DATA}/official`)].find(([name]) => /^built-in fa-rr/.test(name))!;
  const engines = new SchemaEngines(new Map([ours, [PUBLISHED, publishedSchema()]]));
  after(() => engines.close());

  const [schema] = ours;
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const whole = Object.entries(WHOLE).map(([name, text]) => ({ name, text }));
  const corpus: readonly Named<ForSchema>[] = [
    ...whole,
    ...Object.entries(WHOLE).flatMap(([name, text]) => [...changed(name, text)]),
  ].map(({ name, text }) => ({ name, document: { schema, bytes: bytes(text) } }));
  const byTheirs = (one: ForSchema): ForSchema => ({ ...one, schema: PUBLISHED });

  itAgrees(
    'are judged as libxml2 judges them by the published schema',
    { compared: 2_000, accepted: 100 },
    async () => ({
      corpus,
      engines: {
        'our engine': async (one) => refusal(await engines.own(one)),
        'libxml2 with our schema': async (one) => refusal(await engines.libxml2(one)),
      },
      judge: async (one) => refusal(await engines.libxml2(byTheirs(one))),
    }),
  );

  if (hasJava)
    itAgrees(
      'are judged as Xerces judges them by the published schema',
      { compared: 2_000, accepted: 100 },
      async () => ({
        corpus,
        engines: { 'our engine': async (one) => refusal(await engines.own(one)) },
        judge: async (one) => refusal(await engines.xerces(byTheirs(one))),
      }),
    );
});

const refusal = (found: Verdict | undefined): Verdict =>
  found === undefined ? ['none'] : found.length > 0 ? ['refused'] : [];
