import { withEnglish } from '../support/words.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isError } from 'en16931-rules/vocabulary/finding.ts';
import { precheck } from '../../src/domain/checks/pre-check/precheck.ts';
import { LAYER_SOURCES } from 'en16931-rules/layers/layer-selection.ts';
import { readFa3 } from '../../src/domain/documents/fa3/read-fa3.ts';
import { checkRoute } from '../../src/domain/routes/check-route.ts';
import workInThread from '../../src/adapters/piscina/check-thread.ts';
import { Fa3 } from '../domain/documents/fa3/built.ts';
import { parsed } from '../domain/parsed.ts';
import { expandPack } from 'en16931-rules/packs/expand/expand.ts';
import { packFolder } from '../support/built-in-rules.ts';
import { fatalIds } from '../support/cius-ro-rules.ts';
import { type Judge, judgeOf, textOf as packText } from '../support/compiled-pack.ts';
import { DOCUMENTS } from '../support/documents.ts';
import { fa3Schema, officialSchemas } from '../support/official-schemas.ts';
import { describeByReference } from '../support/reference-data.ts';
import { textOf } from '../support/text-of.ts';
import { xmlRoot } from '../support/xml-root.ts';
import { EXPECTED, type Expected } from './expected.ts';

const of = (route: Expected['route']) => EXPECTED.filter((one) => one.route === route);

/** Paths of FA(3) begin in Fa. */
const pathIn = (route: Expected['route'], path: string): string =>
  route === 'PL-KSEF' ? (path.startsWith('../') ? path.slice(3) : `Fa/${path}`) : path;

describe('invoices and their expected documents', () => {
  it('are 65 of Poland and twenty of France', () =>
    assert.deepEqual([of('PL-KSEF').length, of('FR-PA').length], [65, 20]));

  for (const { name, title, route, format, document, expects, xmlFile } of EXPECTED)
    it(`${name}: ${title}`, async () => {
      const invoice = parsed(document);
      const refused = [...checkRoute(invoice, route, format), ...precheck(invoice)].filter(isError);
      assert.deepEqual(withEnglish(refused), []);
      const built = await DOCUMENTS.build(invoice, route, format);
      assert.ok(built.ok, JSON.stringify(built));
      const text = textOf(built.document);
      const written = new Fa3(text);
      for (const [path, said] of Object.entries(expects))
        assert.equal(written.said(pathIn(route, path)), said, `${path}\n${text}`);
      assert.equal(text, readFileSync(xmlFile, 'utf8'));
    });
});

describe('expected documents of Poland', () => {
  for (const { name, xmlFile } of of('PL-KSEF'))
    it(`break no file rule of KSeF, and are read completely: ${name}`, async () => {
      const bytes = readFileSync(xmlFile);
      const layer = {
        layer: 'ksef-file',
        source: LAYER_SOURCES['ksef-file'],
        advisory: false,
        entry: null,
        coded: { check: 'ksef-file' as const, today: '2026-10-05', wrongNip: 'error' as const },
      };
      const order = { layers: [layer], severities: new Map(), crossCheck: false, layerMs: 60_000 };
      const { layers } = await workInThread({ rulesDir: 'none', bytes, ...order });
      assert.deepEqual(withEnglish(layers[0]?.findings.filter(isError)), []);
      assert.equal(layers[0]?.outcome, 'valid');
      assert.deepEqual(readFa3(xmlRoot(bytes.toString())).extensions, []);
    });
});

describe('expected documents of France', () => {
  let judges: readonly Judge[];
  before(async () => {
    judges = await Promise.all(
      ['en16931', 'fr-ctc'].map((pack) =>
        judgeOf(pack, () => packText(expandPack(packFolder(pack)), 'ubl.sch')),
      ),
    );
  });

  for (const { name, xmlFile } of of('FR-PA'))
    it(`break no rule of EN 16931 and France: ${name}`, async () => {
      const text = readFileSync(xmlFile, 'utf8');
      for (const judge of judges) assert.deepEqual(fatalIds(await judge(text)), []);
    });
});

describeByReference('expected documents, held to the published schemas', () => {
  it('are valid', () => {
    const schemas = { ...officialSchemas(), fa3: fa3Schema() };
    for (const { name, route, xmlFile } of EXPECTED) {
      const bytes = readFileSync(xmlFile);
      const isCredit = bytes.includes('<CreditNote');
      const schema = route === 'PL-KSEF' ? 'fa3' : isCredit ? 'ubl-creditnote' : 'ubl-invoice';
      assert.deepEqual(withEnglish(schemas[schema].check(bytes)), { kind: 'verdict', findings: [] }, name);
    }
    Object.values(schemas).forEach((schema) => schema.dispose());
  });
});
