import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { XmlElement } from '../../../../src/domain/documents/xml-element.ts';
import { readFa3 } from '../../../../src/domain/documents/fa3/read-fa3.ts';
import { parseCanonical } from '../../../../src/domain/invoice/parse-canonical.ts';
import { Decimal } from '../../../../src/domain/vocabulary/decimal.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { polishCanonicalOf } from '../../../support/polish-canonical-of.ts';
import { REFERENCE_DATA, describeByReference } from '../../../support/reference-data.ts';
import { textOf } from '../../../support/text-of.ts';
import { xmlRoot } from '../../../support/xml-root.ts';

const FOLDER = 'conformance/cases/fa3-official';

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text) && text.length < 16;

/** Elements with their texts: `Fa/P_15 100`; numbers by their value. */
function leaves({ name, text, elements }: XmlElement, path = ''): string[] {
  const here = path === '' ? '.' : `${path}/${name.slice(name.indexOf('}') + 1)}`;
  if (elements.length > 0) return elements.flatMap((inner) => leaves(inner, here));
  const said = text.trim().replaceAll(/\s+/g, ' ');
  return [`${here.slice(2)} ${isNumber(said) ? new Decimal(said).toFixed() : said}`];
}

const without = (all: readonly string[], others: readonly string[]): string[] => {
  const left = new Map<string, number>();
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1);
  return all.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
};

/** Lines without quantity, price or rate: the canonical form computes amounts from these, and does not take them as stated. */
const NOT_CANONICAL: ReadonlySet<string> = new Set([
  'FA_3_Przyklad_15.xml',
  'FA_3_Przyklad_16.xml',
  'FA_3_Przyklad_24.xml',
  'FA_3_Przyklad_7.xml',
  // A line of the margin scheme beside one that is taxed, both with VAT.
  'Fa_3_Przyklad_19.xml',
]);

/** What differs in one of them, and why. */
const DIFFERS: Readonly<Record<string, RegExp>> = {
  // Rounded up to 2051: amounts are computed here, to 2050.99, so what was paid is not the whole.
  'FA_3_Przyklad_1.xml':
    /^Fa\/(?:P_15|Platnosc\/(?:Zaplacono|DataZaplaty|Z\w+CzesciowejZ?|ZaplataCzesciowa\/\w+)) /,
  // A rate for each line.
  'FA_3_Przyklad_21.xml': /^Fa\/FaWiersz\/KursWaluty /,
  // The day of issue is not said again; a deposit for bottles has no member.
  'FA_3_Przyklad_26.xml': /^Fa\/(?:P_6|Rozliczenie\/DoZaplaty) /,
  // A discount of a time in sums alone: the canonical form states it as an allowance, which becomes a line.
  'FA_3_Przyklad_6.xml': /^Fa\/P_1[345]/,
};

/** What ours say besides: numbers that run on in pairs, sums of zero, and why a category is not taxed. */
const ADDED =
  /^(?:Naglowek\/DataWytworzeniaFa |Fa\/(?:FaWiersz\/NrWierszaFa|Zamowienie\/ZamowienieWiersz\/NrWierszaZam) |Fa\/P_1[34]_\w+ 0$|Fa\/DodatkowyOpis\/)/;
const RENUMBERED = /\/NrWiersza(?:Fa|Zam) /;

describeByReference('the examples of the ministry, made again from JSON', () => {
  const files = readdirSync(join(REFERENCE_DATA, FOLDER));

  it('are sixteen', () => assert.equal(files.length - NOT_CANONICAL.size, 16));

  for (const file of files)
    it(`${file}: ${NOT_CANONICAL.has(file) ? 'is not read from JSON' : 'says the same, element by element'}`, async () => {
      const text = readFileSync(join(REFERENCE_DATA, FOLDER, file), 'utf8').replace(/^\ufeff/, '');
      const root = xmlRoot(text);
      const { invoice, extensions } = readFa3(root);
      const read = parseCanonical(polishCanonicalOf(invoice));
      assert.equal(read.ok, !NOT_CANONICAL.has(file));
      if (!read.ok) return;
      const built = await DOCUMENTS.build(read.invoice, 'PL-KSEF', 'fa3');
      assert.ok(built.ok, JSON.stringify(built));
      const [theirs, ours] = [leaves(root), leaves(xmlRoot(textOf(built.document)))];
      const notHeld = extensions.map(({ path }) => path.replace('/Faktura/', ''));
      const isKnown = (said: string): boolean =>
        notHeld.some((path) => said.startsWith(`${path} `) || said.startsWith(`${path}/`)) ||
        RENUMBERED.test(said) ||
        (DIFFERS[file]?.test(said) ?? false);
      assert.deepEqual(
        without(theirs, ours).filter((said) => !isKnown(said)),
        [],
      );
      assert.deepEqual(
        without(ours, theirs).filter((said) => !ADDED.test(said) && !(DIFFERS[file]?.test(said) ?? false)),
        [],
      );
    });
});
