import assert from 'node:assert/strict';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { statedTerms, textOf as valueText } from '../../../src/domain/documents/compare-terms.ts';
import { type CanonicalReading, readCanonical } from '../../../src/domain/documents/read-canonical.ts';
import { entryKey } from '../../../src/domain/documents/read-document.ts';
import { extendedMembers } from '../../../src/domain/invoice/extended-members.ts';
import { EXTENSION } from '../../../src/domain/invoice/terms.ts';
import { DOCUMENTS, SYNTAXES } from '../../support/documents.ts';
import { textOf } from '../../support/text-of.ts';
import { xmlRoot } from '../../support/xml-root.ts';
import { EXTENDED_SAMPLES, SUB_LINES } from '../extended-sample.ts';
import { frenchInvoice } from '../french-sample.ts';
import { parsed } from '../parsed.ts';
import { type Json, set } from '../sample.ts';

/** A document of EXTENDED-CTC-FR, under another BT-24. */
async function file(document: Json, format: 'ubl' | 'cii', specification: string): Promise<string> {
  const made = await DOCUMENTS.build(parsed(document), 'FR-PA', format);
  assert.ok(made.ok, JSON.stringify(made));
  const xml = textOf(made.document);
  assert.equal(made.document.specification, BT24.extendedCtcFr);
  return xml.replace(`>${BT24.extendedCtcFr}<`, `>${specification}<`);
}

const read = (xml: string, ...takes: [] | ['every-term']): CanonicalReading =>
  readCanonical(SYNTAXES, xmlRoot(xml), ...takes)!;

const extensionIn = ({ model }: CanonicalReading): readonly string[] =>
  [...statedTerms(model).values()]
    .filter(({ term }) => term.startsWith(EXTENSION))
    .map(({ term, value }) => `${term} ${valueText(value)}`);

const PLAIN = {
  'EN 16931': BT24.en16931,
  XRechnung: BT24.xrechnung,
  'the extension of XRechnung': BT24.xrechnungExtension,
  Peppol: BT24.peppol,
  'CIUS-RO': BT24.ciusRo,
  'Factur-X BASIC': BT24.facturxBasic,
  'no known profile': 'urn:example:none',
  'no profile': '',
};

const EXTENDED = {
  'EXTENDED-CTC-FR': BT24.extendedCtcFr,
  'Factur-X EXTENDED': BT24.facturxExtended,
  'ZUGFeRD EXTENDED': `${BT24.en16931}#conformant#urn:zugferd.de:2p0:extended`,
};

for (const format of ['ubl', 'cii'] as const)
  for (const [name, sample] of Object.entries(EXTENDED_SAMPLES))
    describe(`a file of ${format} with terms of an extension: ${name}`, () => {
      for (const [profile, specification] of Object.entries(PLAIN))
        it(`of ${profile} has none of them as members, and each of their values among the losses`, async () => {
          const xml = await file(sample, format, specification);
          const { document, invoice, findings, losses, model } = read(xml);
          assert.deepEqual(findings, []);
          const isOfLineType = ({ field }: { field: string }) => /\.(line_type|parent_line)$/.test(field);
          const members = extendedMembers(invoice!).map((field) => ({ field }));
          assert.deepEqual(
            members.filter((one) => !isOfLineType(one)),
            [],
            JSON.stringify(document),
          );
          assert.equal(
            members.length > 0,
            model.lines!.some(({ lineType }) => lineType !== undefined),
          );
          const every = read(xml, 'every-term');
          const lost = losses.flatMap(({ why, path }) =>
            why === 'no-term' || why === 'again' ? [path] : [],
          );
          for (const { term, entry } of statedTerms(every.model).values()) {
            if (!term.startsWith(EXTENSION) || (members.length > 0 && /-16[23]$/.test(term))) continue;
            const path = every.places.get(entryKey(term, entry))?.location?.xpath;
            assert.ok(path && lost.some((one) => one?.replace(/\/@.*$/, '') === path), `${term} ${path}`);
          }
        });

      for (const [profile, specification] of Object.entries(EXTENDED))
        it(`of ${profile} has them all`, async () => {
          const xml = await file(sample, format, specification);
          const own = read(xml);
          assert.deepEqual(extensionIn(own), extensionIn(read(xml, 'every-term')));
          assert.notEqual(extensionIn(own).length, 0);
          assert.deepEqual(
            own.losses.filter(({ why }) => why === 'no-term'),
            [],
          );
        });
    });

const LINE = {
  name: 'Papier',
  quantity: 1,
  unit: 'C62',
  unit_price: 20,
  vat_category: 'S',
  vat_rate: 20,
};
const [GROUP, DETAIL] = [
  { ...LINE, id: 'A', line_type: 'GROUP' },
  { ...LINE, id: 'B', line_type: 'DETAIL', parent_line: 'A' },
];
const DETAILS: Json = set('lines', [{ ...LINE, line_type: 'DETAIL' }, LINE])(frenchInvoice());
const GROUPS: Json = set('lines', [GROUP, DETAIL])(frenchInvoice());

describe('types of lines in a file of EN 16931, where every line counts', () => {
  /** The sum of the lines stands before them in UBL, after them in CII. */
  const SUM = {
    ubl: /(<cbc:LineExtensionAmount[^>]*>)[^<]*/,
    cii: /(<ram:LineTotalAmount>)[^<]*(?![^]*<ram:LineTotalAmount>)/,
  } as const;
  const typesOf = ({ document }: CanonicalReading) =>
    (document['lines'] as { line_type?: string; parent_line?: string }[]).map(
      ({ line_type: type, parent_line: parent }) => `${type} ${parent}`,
    );

  for (const format of ['ubl', 'cii'] as const) {
    const rows = [
      {
        it: 'are losses if they change no sum',
        xml: () => file(DETAILS, format, BT24.en16931),
        types: ['undefined undefined', 'undefined undefined'],
        lost: ['DETAIL'],
      },
      {
        it: 'are losses if the sum of the file has every line',
        xml: async () => (await file(GROUPS, format, BT24.en16931)).replace(SUM[format], '$140.00'),
        types: ['undefined undefined', 'undefined undefined'],
        lost: ['GROUP', 'A', 'DETAIL'],
      },
      {
        it: 'stay if the sum of the file has not every line',
        xml: () => file(GROUPS, format, BT24.en16931),
        types: ['GROUP undefined', 'DETAIL A'],
        lost: [],
      },
      {
        it: 'stay if a line lacks what an amount comes from',
        xml: async () => await file(SUB_LINES, format, BT24.en16931),
        types: [
          'GROUP undefined',
          'GROUP A',
          'DETAIL B',
          'DETAIL B',
          'DETAIL A',
          'INFORMATION E',
          'undefined undefined',
        ],
        lost: [],
      },
    ];
    for (const { it: it_, xml, types, lost } of rows)
      it(`${it_}: ${format}`, async () => {
        const own = read(await xml());
        assert.deepEqual(own.findings, []);
        assert.deepEqual(typesOf(own), types);
        const ofTypes = own.losses.filter(
          ({ why, value }) => why === 'no-term' && /^(A|GROUP|DETAIL|INFORMATION)$/.test(value),
        );
        assert.deepEqual(ofTypes.map(({ value }) => value).sort(), [...lost].sort());
      });
  }
});
