import assert from 'node:assert/strict';
import { PolishGenerator } from '../../domain/generated-polish.ts';
import { germanInvoice } from '../../domain/sample.ts';
import { textOf } from '../../support/text-of.ts';
import { done } from './round-trip.ts';

type Form = 'ubl' | 'cii' | 'fa3';

interface Odd {
  readonly form: Form;
  readonly is: string;
  readonly from: string | RegExp;
  readonly to: string;
  /** Left out: written in its own form again. */
  readonly into?: 'canonical';
  /** New losses, by path and value, or by the end of it. */
  readonly lost: readonly string[];
}

/** What no schema allows, or what the model holds in another way: it is converted, and what is left behind is a loss. */
const ODD: readonly Odd[] = [
  {
    form: 'ubl',
    is: 'a text beside elements',
    from: '<cac:Item>',
    to: '<cac:Item>loose',
    lost: ['/Invoice/cac:InvoiceLine/cac:Item loose'],
  },
  {
    form: 'ubl',
    is: 'a text beside the elements of the root',
    from: '<cac:AccountingSupplierParty>',
    to: 'loose<cac:AccountingSupplierParty>',
    lost: ['/Invoice loose'],
  },
  {
    form: 'cii',
    is: 'a text beside elements that have no place',
    from: '<ram:SpecifiedTradeProduct>',
    to: '<ram:SpecifiedTradeProduct><ram:Odd>one<ram:Inner>two</ram:Inner>three</ram:Odd>',
    lost: ['Odd onethree', 'Inner two'],
  },
  {
    form: 'fa3',
    is: 'an attribute of an element that is read',
    from: '<P_2>',
    to: '<P_2 version="7">',
    lost: ['/Faktura/Fa/P_2/@version 7'],
  },
  {
    form: 'fa3',
    is: 'an attribute of the root',
    from: '<Faktura ',
    to: '<Faktura version="7" ',
    lost: ['/Faktura/@version 7'],
  },
  {
    form: 'fa3',
    is: 'another edition of the schema',
    from: 'wersjaSchemy="1-0E"',
    to: 'wersjaSchemy="1-9E"',
    lost: ['/Faktura/Naglowek/KodFormularza/@wersjaSchemy 1-9E'],
  },
  {
    form: 'fa3',
    is: 'a mark that is neither yes nor no',
    from: '<P_23>2<',
    to: '<P_23>3<',
    lost: ['/Faktura/Fa/Adnotacje/P_23 3'],
  },
  {
    form: 'fa3',
    is: 'the number of a line that has a name of its own',
    from: /<NrWierszaFa>1<\/NrWierszaFa>(\s*<UU_ID>[^<]*<\/UU_ID>)?/,
    to: '<NrWierszaFa>70</NrWierszaFa><UU_ID>own</UU_ID>',
    lost: ['/Faktura/Fa/FaWiersz[1]/NrWierszaFa 70'],
  },
  {
    form: 'fa3',
    is: 'an effect of a correction that no list has',
    from: /(?=<RodzajFaktury>)/,
    to: '<TypKorekty>7</TypKorekty>',
    lost: ['/Faktura/Fa/TypKorekty 7'],
  },
  {
    form: 'fa3',
    is: 'a role of a third party that no list has',
    from: /(?=<Fa>)/,
    to: '<Podmiot3><DaneIdentyfikacyjne><NIP>3333333333</NIP><Nazwa>Third</Nazwa></DaneIdentyfikacyjne><Rola>77</Rola></Podmiot3>',
    into: 'canonical',
    lost: ['Rola 77'],
  },
  {
    form: 'fa3',
    is: 'a text beside elements',
    from: '<Adnotacje>',
    to: '<Adnotacje>loose',
    lost: ['/Faktura/Fa/Adnotacje loose'],
  },
];

describe('a file with what no schema allows', () => {
  const generator = new PolishGenerator(59);
  const source = (form: Form) => (form === 'fa3' ? generator.next() : germanInvoice());
  const listed = async (xml: string, form: Form | 'canonical') =>
    (await done(xml, form)).losses.map(({ path = '', value }) => `${path.replace('/ubl:', '/')} ${value}`);

  for (const { form, is, from, to, into = form, lost } of ODD)
    it(`loses nothing silently in ${form}: ${is}`, async () => {
      const { file } = await done(source(form), form);
      const xml = textOf({ bytes: file!.bytes });
      const odd = xml.replace(from, to);
      assert.notEqual(odd, xml);
      const before = await listed(xml, into);
      const added = (await listed(odd, into)).filter((one) => !before.includes(one));
      for (const loss of lost)
        assert.ok(
          added.some((one) => one === loss || (!loss.startsWith('/') && one.endsWith(loss))),
          `${loss} is not among ${added.join('\n')}`,
        );
    });
});
