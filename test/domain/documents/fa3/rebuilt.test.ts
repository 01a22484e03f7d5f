import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import { readFa3 } from '../../../../src/domain/documents/fa3/read-fa3.ts';
import { canonicalOf } from '../../../../src/domain/invoice/canonical-of.ts';
import { withoutRefused } from '../../../../src/domain/invoice/without-refused.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { NOT_SAID } from '../../../../scripts/docs/fa3-page.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { REFERENCE_DATA, describeByReference } from '../../../support/reference-data.ts';
import { textOf } from '../../../support/text-of.ts';
import { xmlRoot } from '../../../support/xml-root.ts';

const FOLDER = 'conformance/cases/fa3-official';

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text) && text.length < 16;

/** Elements with their texts, `Fa/P_15 100`; numbers are normalised. */
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

/** Examples that the canonical form cannot state: the reason in docs/fa3.md, and the refused members. */
const NOT_CANONICAL: Readonly<
  Record<string, { readonly why: keyof typeof NOT_SAID; readonly refused: RegExp }>
> = {
  'FA_3_Przyklad_15.xml': { why: 'simplified', refused: /^(buyer\.|lines\[\d\]\.)/ },
  'FA_3_Przyklad_16.xml': { why: 'simplified', refused: /^(buyer\.|lines\[\d\]\.)/ },
  'FA_3_Przyklad_24.xml': { why: 'amountAlone', refused: /^lines\[\d\]\.(quantity|unit|unit_price)$/ },
  'FA_3_Przyklad_7.xml': { why: 'quantityAlone', refused: /^lines\[\d\]\.(vat_category|unit_price)$/ },
};

/** The differences of an example, with the reason. */
const DIFFERS: Readonly<Record<string, RegExp>> = {
  // The example rounds up to 2051; the computed amount is 2050.99, so that the payment is a part.
  'FA_3_Przyklad_1.xml':
    /^Fa\/(?:P_15|Platnosc\/(?:Zaplacono|DataZaplaty|Z\w+CzesciowejZ?|ZaplataCzesciowa\/\w+)) /,
  // The example has a rate for each line.
  'FA_3_Przyklad_21.xml': /^Fa\/FaWiersz\/KursWaluty /,
  // We do not repeat the day of issue; a deposit for bottles has no member.
  'FA_3_Przyklad_26.xml': /^Fa\/(?:P_6|Rozliczenie\/DoZaplaty) /,
  // The example has a discount only in sums: the canonical form states it as an allowance, which becomes a line.
  'FA_3_Przyklad_6.xml': /^Fa\/P_1[345]/,
  // The example rounds its sums to zlotys.
  'Fa_3_Przyklad_19.xml': /^Fa\/P_1[34]_1 /,
};

/** Additions in our documents: numbers that continue in pairs, sums of zero, and the reason of an exemption. */
const ADDED =
  /^(?:Naglowek\/DataWytworzeniaFa |Fa\/(?:FaWiersz\/NrWierszaFa|Zamowienie\/ZamowienieWiersz\/NrWierszaZam) |Fa\/P_1[34]_\w+ 0$|Fa\/DodatkowyOpis\/)/;
const RENUMBERED = /\/NrWiersza(?:Fa|Zam) /;

describeByReference('the examples of the ministry, rebuilt from JSON', () => {
  it('include an earlier rate of a correction, for which there is no member', () => {
    const path = join(REFERENCE_DATA, FOLDER, 'FA_3_Przyklad_11.xml');
    const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
    const rated = text.replace('</P_15ZK>', '</P_15ZK><KursWalutyZK>4.2</KursWalutyZK>');
    const { extensions } = readFa3(xmlRoot(rated));
    assert.ok(extensions.some((one) => one.path === '/Faktura/Fa/KursWalutyZK'));
  });

  const files = readdirSync(join(REFERENCE_DATA, FOLDER));

  it('are seventeen', () => assert.equal(files.length - Object.keys(NOT_CANONICAL).length, 17));

  for (const file of files)
    it(`${file}: ${NOT_CANONICAL[file] ? `is refused: ${NOT_CANONICAL[file].why}` : 'is equal, element by element'}`, async () => {
      const text = readFileSync(join(REFERENCE_DATA, FOLDER, file), 'utf8').replace(/^\ufeff/, '');
      const root = xmlRoot(text);
      const { invoice, extensions } = readFa3(root);
      const { read } = withoutRefused(canonicalOf(invoice));
      const known = NOT_CANONICAL[file];
      assert.equal(read.ok, !known);
      if (!read.ok) {
        assert.deepEqual(
          withEnglish(read.findings.filter(({ field }) => !known?.refused.test(field ?? ''))),
          [],
        );
        return;
      }
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
