import assert from 'node:assert/strict';
import { entryName } from '../../../src/console/app/file-name.ts';
import { writeLetter } from '../../../src/domain/mail/letter.ts';
import { FileNames, fileStem } from '../../../src/domain/vocabulary/file-name.ts';

const NUMBERS = [
  ...['CON', 'con', 'Nul', 'aux', 'PRN', 'COM1', 'com9', 'LPT0', 'CON.2026', 'nul.tar.gz', 'CON.', 'CON '],
  ...[
    '..',
    '.',
    '.hidden',
    'RE/1',
    '..\\RE',
    'RE-1.',
    'RE-1 ',
    'RE:1',
    'RE*1?',
    'a\u0000b',
    'CONIN$',
    'COM¹',
  ],
];
/** What Windows takes as the name of a file in a folder, and no system hides or takes for a path. */
const isPlainName = (name: string): boolean =>
  !/[\u0000-\u001f<>:"/\\|?*]/.test(name) &&
  !/^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(\.|$)/i.test(name) &&
  !/^\.|[. ]$/.test(name);

describe('a file that is named by the words of others', () => {
  const addressee = { to: 'buyer@buyer.example', language: 'en' } as const;
  const facts = { issueDate: null, typeCode: null, seller: 'Seller', isPdf: false, isTest: false };

  for (const number of NUMBERS)
    it(`has a name that every system takes: ${JSON.stringify(number)}`, () => {
      const names = [
        `${fileStem(number)}.xml`,
        fileStem(number),
        writeLetter({ ...facts, number }, addressee).attachment.name,
        entryName(`${number}.zip`),
        entryName(number),
      ];
      for (const name of names) assert.ok(isPlainName(name), name);
    });

  it('keeps a plain number as it is', () => {
    for (const number of ['RE-2026-0042', 'CONSULTING-1', 'com10', 'nullable', 'a.b_c'])
      assert.deepEqual([fileStem(number), entryName(number)], [number, number]);
  });

  it('differs from every other one of its archive in more than case', () => {
    const names = new FileNames();
    const given = [
      ['RE-1', 'inv_1'],
      ['re-1', 'inv_2'],
      ['RE-1', 'inv_2'],
      ['Re-1-inv_3', 'inv_4'],
      ['RE-1', 'inv_3'],
    ].map(([stem, id]) => names.give(stem!, '.xml', { folder: 'invoices/', id: id! }));
    assert.equal(new Set(given.map((name) => name.toLowerCase())).size, given.length, given.join());
    assert.deepEqual(given.slice(0, 2), ['invoices/RE-1.xml', 'invoices/re-1-inv_2.xml']);
  });
});
