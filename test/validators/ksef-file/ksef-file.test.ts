import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWN_CODES } from '../../../src/domain/catalogue/own-codes.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { LAYER_SOURCES } from 'en16931-rules/layers/layer-selection.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { vatRr } from '../../support/vat-rr.ts';
import workInThread from '../../../src/adapters/piscina/check-thread.ts';
import type { KsefCheck } from 'en16931-rules/ksef-file/file-rule.ts';

/** Written on 1 October 2026. */
const BASE = readFileSync(join(projectFolder(), 'schematron/self-tests/fa3.xml'), 'utf8');
const UTF8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const LATIN1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const UTF16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');

const ASKED: KsefCheck = { check: 'ksef-file', today: '2026-10-01', wrongNip: 'error' };

async function findingsOn(bytes: Uint8Array, asked: KsefCheck = ASKED): Promise<readonly Finding[]> {
  const layer = {
    layer: 'ksef-file',
    source: LAYER_SOURCES['ksef-file'],
    advisory: false,
    entry: null,
    coded: asked,
  };
  const order = { layers: [layer], severities: new Map(), crossCheck: false, layerMs: 60_000 };
  const { layers } = await workInThread({ rulesDir: 'none', bytes, ...order });
  assert.notEqual(layers[0]?.outcome, 'not_run');
  assert.equal(layers[0]?.pack, null);
  return layers[0]?.findings ?? [];
}

const replaced =
  (from: string, to: string) =>
  (xml: string): string => {
    assert.ok(xml.includes(from), from);
    return xml.replace(from, to);
  };
const noted = (text: string) => replaced('<P_2>', `<P_1M>${text}</P_1M><P_2>`);
const withThird = (id: string) =>
  replaced('<Fa>', `<Podmiot3><DaneIdentyfikacyjne>${id}</DaneIdentyfikacyjne></Podmiot3><Fa>`);
const withAttachment = replaced('</Faktura>', '<Zalacznik/></Faktura>');
const padded = (size: number, xml = BASE): string => {
  const comment = '<!---->';
  return xml.replace(
    '</Faktura>',
    `<!--${' '.repeat(size - UTF8(xml).length - comment.length)}--></Faktura>`,
  );
};
const same = (xml: string): string => xml;

interface Row {
  readonly it: string;
  readonly edit: (xml: string) => string;
  readonly written?: (text: string) => Uint8Array;
  readonly asked?: Partial<KsefCheck>;
  /** Code, and position of the finding. */
  readonly finds: readonly string[];
}

const PLACE = '/Faktura/Podmiot3/DaneIdentyfikacyjne';
const ROWS: readonly Row[] = [
  { it: 'takes the base invoice', edit: same, finds: [] },

  { it: 'refuses a byte order mark', edit: (xml) => `\ufeff${xml}`, finds: ['EI-KSEF-BOM /'] },

  { it: 'takes a file without declaration', edit: (xml) => xml.replace(/^<\?xml.*\?>\n/, ''), finds: [] },
  { it: 'takes UTF-8 in small letters', edit: replaced('UTF-8', 'utf-8'), finds: [] },
  {
    it: 'refuses another encoding',
    edit: replaced('UTF-8', 'ISO-8859-1'),
    written: LATIN1,
    finds: ['EI-KSEF-ENCODING /'],
  },
  {
    it: 'refuses another declaration, though every byte is UTF-8',
    edit: replaced('UTF-8', 'US-ASCII'),
    finds: ['EI-KSEF-ENCODING /'],
  },
  {
    it: 'refuses UTF-16, for its encoding alone',
    edit: replaced('UTF-8', 'UTF-16'),
    written: UTF16,
    finds: ['EI-KSEF-ENCODING /'],
  },
  {
    it: 'refuses UTF-16 that declares nothing',
    edit: replaced(' encoding="UTF-8"', ''),
    written: UTF16,
    finds: ['EI-KSEF-ENCODING /'],
  },

  { it: 'refuses another version of XML', edit: replaced('"1.0"', "'1.1'"), finds: ['EI-KSEF-VERSION /'] },

  {
    it: 'refuses an instruction before the root',
    edit: replaced('<Faktura', '<?style a?><Faktura'),
    finds: ['EI-KSEF-INSTRUCTION /'],
  },
  {
    it: 'refuses an instruction within',
    edit: replaced('<Fa>', '<Fa><?a?>'),
    finds: ['EI-KSEF-INSTRUCTION /'],
  },
  {
    it: 'refuses an instruction behind the root',
    edit: (xml) => `${xml}<!-- b --><?a?>`,
    finds: ['EI-KSEF-INSTRUCTION /'],
  },
  { it: 'accepts text that only resembles one', edit: noted('<![CDATA[<?a?>]]><!-- <?b?> -->'), finds: [] },

  { it: 'takes the last character before the discouraged ones', edit: noted('~'), finds: [] },
  ...['\u007f', '\u0084', '\u0086', '\u009f', '\ufdd0', '\ufdef', '\u{1fffe}', '\u{10ffff}'].map(
    (character) => ({
      it: `refuses U+${character.codePointAt(0)!.toString(16)}`,
      edit: noted(`a${character}b`),
      finds: ['EI-KSEF-CHARACTER /'],
    }),
  ),
  {
    it: 'takes the next line and what stands around the others',
    edit: noted('\u0085\u00a0\ufdcf\ufdf0\u{1fffd}'),
    finds: [],
  },
  {
    it: 'refuses one in a comment',
    edit: replaced('<Fa>', '<Fa><!-- \u0080 -->'),
    finds: ['EI-KSEF-CHARACTER /'],
  },
  { it: 'refuses one that is referred to', edit: noted('a&#x80;b'), finds: ['EI-KSEF-CHARACTER /'] },
  {
    it: 'refuses one that an attribute refers to',
    edit: replaced('"1-0E"', '"1-0E&#150;"'),
    finds: ['EI-KSEF-CHARACTER /'],
  },
  { it: 'accepts text that is not a reference', edit: noted('<![CDATA[&#x80;]]>&#65;'), finds: [] },

  { it: 'takes 1,000,000 bytes', edit: () => padded(1_000_000), finds: [] },
  { it: 'refuses one more', edit: () => padded(1_000_001), finds: ['EI-KSEF-SIZE /'] },
  {
    it: 'counts bytes, not characters',
    edit: () => padded(999_999).replace('>Seller<', '>ąą<').padEnd(1_000_000),
    finds: ['EI-KSEF-SIZE /'],
  },
  {
    it: 'takes 3,000,000 bytes with an attachment, and says where that can go',
    edit: () => padded(3_000_000, withAttachment(BASE)),
    finds: ['(EI-KSEF-ATTACHMENT) /Faktura/Zalacznik'],
  },
  {
    it: 'refuses one more with an attachment',
    edit: () => padded(3_000_001, withAttachment(BASE)),
    finds: ['EI-KSEF-SIZE /', '(EI-KSEF-ATTACHMENT) /Faktura/Zalacznik'],
  },

  { it: 'takes an invoice of today', edit: same, asked: { today: '2026-10-01' }, finds: [] },
  {
    it: 'refuses an invoice of tomorrow',
    edit: same,
    asked: { today: '2026-09-30' },
    finds: ['EI-KSEF-DATE /Faktura/Fa/P_1'],
  },
  {
    it: 'leaves an invalid date to the schema',
    edit: replaced('<P_1>2026-10-01', '<P_1>31.12.2026'),
    finds: [],
  },

  {
    it: 'refuses a mistyped NIP of the seller',
    edit: replaced('<NIP>1111111111', '<NIP>1111111112'),
    finds: ['EI-KSEF-NIP /Faktura/Podmiot1/DaneIdentyfikacyjne/NIP'],
  },
  ...['111111111２', '11111１1112', '111١١١١١١٢', '111𝟙𝟙𝟙𝟙𝟙𝟙𝟚'].map((id) => ({
    it: `refuses a mistyped one in digits that the schema takes: ${id}`,
    edit: replaced('<NIP>1111111111', `<NIP>${id}`),
    finds: ['EI-KSEF-NIP /Faktura/Podmiot1/DaneIdentyfikacyjne/NIP'],
  })),
  {
    it: 'remarks it where KSeF does not look',
    edit: replaced('<NIP>1111111111', '<NIP>1111111112'),
    asked: { wrongNip: 'warning' },
    finds: ['(EI-KSEF-NIP) /Faktura/Podmiot1/DaneIdentyfikacyjne/NIP'],
  },
  {
    it: 'refuses a mistyped NIP of the buyer',
    edit: replaced('<BrakID>1</BrakID>', '<NIP>1111111112</NIP>'),
    finds: ['EI-KSEF-NIP /Faktura/Podmiot2/DaneIdentyfikacyjne/NIP'],
  },
  {
    it: 'refuses one of a third party',
    edit: withThird('<NIP>1111111112</NIP>'),
    finds: [`EI-KSEF-NIP ${PLACE}/NIP`],
  },
  {
    it: 'refuses one in an internal id',
    edit: withThird('<IDWew>1111111112-00001</IDWew>'),
    finds: [`EI-KSEF-NIP ${PLACE}/IDWew`],
  },
  { it: 'takes a right one there', edit: withThird('<IDWew>1111111111-00001</IDWew>'), finds: [] },
  {
    it: 'refuses one of an authorised party',
    edit: replaced(
      '<Fa>',
      '<PodmiotUpowazniony><DaneIdentyfikacyjne><NIP>1111111112</NIP></DaneIdentyfikacyjne></PodmiotUpowazniony><Fa>',
    ),
    finds: ['EI-KSEF-NIP /Faktura/PodmiotUpowazniony/DaneIdentyfikacyjne/NIP'],
  },
  {
    it: 'leaves a text that is not a NIP to the schema',
    edit: replaced('<NIP>1111111111', '<NIP>12'),
    finds: [],
  },
];

describe('the file rules of KSeF', () => {
  for (const { it: name, edit, written = UTF8, asked, finds } of ROWS)
    it(name, async () => {
      const findings = await findingsOn(written(edit(BASE)), { ...ASKED, ...asked });
      const told = findings.map(({ code, severity, location }) =>
        `${severity === 'error' ? code : `(${code})`} ${location?.xpath ?? ''}`.trim(),
      );
      assert.deepEqual(told, finds);
    });

  it('hold an invoice VAT RR to what is said of every file and every NIP, and not to the day of an FA(3)', async () => {
    const told = async (text: string) =>
      (await findingsOn(UTF8(text))).map(({ code, location }) => `${code} ${location?.xpath ?? ''}`);
    const text = vatRr().replace('<P_4B>2026-10-02<', '<P_4B>2026-12-31<');
    assert.deepEqual(await told(text), []);
    assert.deepEqual(await told(`\ufeff${text}`), ['EI-KSEF-BOM /']);
    assert.deepEqual(await told(text.replace('2222222222', '2222222225')), [
      'EI-KSEF-NIP /Faktura/Podmiot1/DaneIdentyfikacyjne/NIP',
    ]);
  });

  it('reports one broken rule at most a hundred times', async () => {
    const parties =
      '<Podmiot3><DaneIdentyfikacyjne><NIP>1111111112</NIP></DaneIdentyfikacyjne></Podmiot3>'.repeat(5_000);
    assert.equal((await findingsOn(UTF8(BASE.replace('<Fa>', `${parties}<Fa>`)))).length, 100);
  });

  it('explains every code', () => {
    const codes = new Set(ROWS.flatMap(({ finds }) => finds.map((told) => /[\w-]+/.exec(told)?.[0])));
    const explained = OWN_CODES.filter(({ layer }) => layer === 'ksef-file').map(({ code }) => code);
    assert.deepEqual(explained.toSorted(), [...codes].toSorted());
  });
});
