import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Player } from '../answers/play.ts';
import { exampleText } from '../support/example-file.ts';
import { emptyFolder } from '../support/folder.ts';

const ROOT = new URL('../../', import.meta.url);

interface Example {
  readonly value?: unknown;
  /** A file of the repository. */
  readonly 'x-file'?: string;
}
interface Content {
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}
interface Body {
  readonly content?: Readonly<Record<string, Content>>;
}

const { paths, components } = parse(readFileSync(new URL('openapi.yaml', ROOT), 'utf8'), {
  merge: true,
  maxAliasCount: -1,
}) as {
  readonly paths: Readonly<Record<string, { readonly post?: { readonly requestBody?: Body } }>>;
  readonly components: {
    readonly examples: Readonly<Record<string, Example>>;
  };
};

const last = ($ref: string): string => $ref.split('/').at(-1) ?? '';

/** The examples of a call, by media type. */
function examplesOf(path: string, type: string): Readonly<Record<string, Example>> {
  const named = Object.entries(paths[path]?.post?.requestBody?.content?.[type]?.examples ?? {});
  return Object.fromEntries(named.map(([name, { $ref }]) => [name, components.examples[last($ref)] ?? {}]));
}

const bodyOf = ({ value, 'x-file': file }: Example): string | Uint8Array => {
  if (file !== undefined) return readFileSync(new URL(file, ROOT));
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Every way in: call, media type, and its examples with the query that they go with. */
const WAYS_IN: readonly (readonly [
  path: string,
  type: string,
  examples: Readonly<Record<string, string>>,
])[] = [
  ['/invoices', 'application/json', { routed: '', named: '', erp_a: '', erp_b: '', table: '' }],
  ['/validate', 'application/json', { german: '' }],
  ...['/invoices/xml', '/validate/xml'].flatMap(
    (path) =>
      [
        [
          path,
          'application/xml',
          { ubl: 'route=DE-XRECHNUNG', cii: 'route=DE-XRECHNUNG', fa3: 'route=PL-KSEF' },
        ],
        [path, 'application/pdf', { hybrid: 'route=DE-XRECHNUNG' }],
      ] as const,
  ),
  ['/received', 'application/xml', { ubl: 'route=PEPPOL', cii: 'route=DE-XRECHNUNG', fa3: 'route=PL-KSEF' }],
];

describe('the request examples of openapi.yaml', () => {
  const folder = emptyFolder();
  let player: Player;
  before(async () => {
    player = await Player.start(folder.path);
  });
  after(async () => {
    await player.stop();
    folder.remove();
  });

  for (const [path, type, queries] of WAYS_IN)
    it(`are there for ${type} to ${path}`, () =>
      assert.deepEqual(Object.keys(examplesOf(path, type)).sort(), Object.keys(queries).sort()));

  for (const [path, type, queries] of WAYS_IN)
    for (const [name, query] of Object.entries(queries))
      it(`are taken as they stand: ${name} to ${path}`, async () => {
        const example = examplesOf(path, type)[name];
        assert.ok(example);
        const reference = path === '/invoices/xml' ? `&invoice_ref=${name}` : '';
        const call = `POST ${path}${query && `?${query}${reference}`}`;
        const answer = await player.sent(call, bodyOf(example), type);
        if (!path.startsWith('/validate')) {
          assert.equal(answer.status, 202, answer.text);
          return;
        }
        assert.equal(answer.status, 200, answer.text);
        assert.equal(answer.json['valid'], true, answer.text);
      });

  it('are taken as they stand: each line of a batch', async () => {
    const { two } = examplesOf('/invoices/batch', 'application/x-ndjson');
    assert.ok(two);
    const { text } = await player.sent('POST /invoices/batch', bodyOf(two), 'application/x-ndjson');
    const answers = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly status: number });
    assert.deepEqual(
      answers.map(({ status }) => status),
      [202, 202],
    );
  });

  for (const [name, file] of [
    ['UblFile', 'xrechnung-ubl.xml'],
    ['CiiFile', 'xrechnung-cii.xml'],
    ['Fa3File', 'fa3.xml'],
  ] as const)
    it(`are the files of the repository: ${file}`, () =>
      assert.equal(components.examples[name]?.value, exampleText(file)));

  for (const [name, file] of [
    ['ErpA', 'erp-a-invoice.json'],
    ['ErpB', 'erp-b-invoice.json'],
  ] as const)
    it(`are the exports of the repository: ${file}`, () => {
      const { export: shown } = components.examples[name]?.value as { readonly export: unknown };
      assert.deepEqual(shown, JSON.parse(exampleText(`exports/${file}`)));
    });

  it('are the table of the repository', () => {
    const { export: shown } = components.examples['Table']?.value as { readonly export: unknown };
    assert.deepEqual(shown, { csv: exampleText('exports/table-invoice.csv') });
  });
});
