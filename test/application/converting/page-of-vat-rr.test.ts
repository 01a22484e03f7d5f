import assert from 'node:assert/strict';
import { type Element, parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import { shownDocument } from '../../../src/domain/documents/page-of-xml.ts';
import { invoicePage } from '../../../src/domain/page/invoice-page.ts';
import { SYNTAXES } from '../../support/documents.ts';
import { vatRr, WHOLE } from '../../support/vat-rr.ts';
import { xmlRoot } from '../../support/xml-root.ts';
import { converted, done } from './round-trip.ts';

/** The page without its form: what a person reads. */
function pageOf(xml: string): string {
  const { invoice, ...besides } = shownDocument(SYNTAXES, xmlRoot(xml))!;
  return JSON.stringify(invoicePage(invoice, besides));
}

const leavesOf = (element: Element): readonly Element[] =>
  element.children.length === 0 ? [element] : element.children.flatMap(leavesOf);

/** As the reader names it: with a position if there are several of its name. */
function pathOf(element: Element): string {
  const { parentElement: parent, localName: name } = element;
  if (!parent) return `/${name}`;
  const named = parent.children.filter(({ localName }) => localName === name);
  return `${pathOf(parent)}/${name}${named.length > 1 ? `[${named.indexOf(element) + 1}]` : ''}`;
}

/** Another value of the same form. */
const another = (value: string): string =>
  value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)).replace(/^\D+$/, '$&x');

/** Texts that tell which form, kind or place an element has, and stand there in every file. */
const FIXED = new Set(['KodFormularza', 'WariantFormularza', 'FormaPlatnosci', 'StanPrzed', 'RodzajFaktury']);

describe('the page of an invoice VAT RR', () => {
  for (const [name, xml] of Object.entries({ plain: vatRr(), ...WHOLE }))
    it(`shows each value of the file, or lists it as a loss: ${name}`, async () => {
      const { file, losses, source, totals } = await done(xml, 'view');
      assert.deepEqual([file!.mediaType, source.syntax], ['application/pdf', 'fa-rr']);
      assert.match(totals.stated['with_vat'] ?? '', /\.\d\d$/);
      const document = parseXmlDocument(xml);
      const page = pageOf(xml);
      const lost = new Set(losses.map(({ path, value }) => `${path} ${value}`));
      for (const leaf of leavesOf(document.documentElement!)) {
        const value = leaf.textContent ?? '';
        if (value === '' || FIXED.has(leaf.localName)) continue;
        leaf.textContent = another(value);
        const isShown = pageOf(serializeToWellFormedString(document)) !== page;
        leaf.textContent = value;
        const at = `${pathOf(leaf)} ${value}`;
        assert.equal(lost.delete(at), !isShown, `${at} is ${isShown ? '' : 'not '}shown`);
      }
      assert.deepEqual([...lost], []);
    });

  it('is a correction by its own name', () => {
    assert.match(pageOf(WHOLE['correction']!), /Faktura VAT RR KOREKTA/);
  });

  it('has no other form', async () => {
    const conversion = await converted(vatRr(), 'facturx');
    assert.ok(!conversion.converted);
  });
});
