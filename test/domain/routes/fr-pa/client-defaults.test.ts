import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import type { StatedDefaults } from '../../../../src/domain/invoice/completions/completion.ts';
import { ROUTE_PROFILES } from '../../../../src/domain/routes/all.ts';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { FRENCH_DEFAULTS } from '../../../../src/domain/routes/fr-pa/client-defaults.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { textOf } from '../../../support/text-of.ts';
import { frenchInvoice } from '../../french-sample.ts';
import { parsed } from '../../parsed.ts';
import { all, type Edit, set, untouched } from '../../sample.ts';

const PMT = 'Indemnité de 80 €.';
const PMD = 'Dix pour cent par an.';
const AAB = 'Deux pour cent à dix jours.';

async function built(defaults: StatedDefaults | undefined, ...edits: readonly Edit[]) {
  const invoice = parsed(all(...edits)(frenchInvoice()));
  assert.deepEqual(withEnglish(checkRoute(invoice, 'FR-PA', 'ubl', defaults)), []);
  const made = await DOCUMENTS.build(invoice, 'FR-PA', 'ubl', defaults);
  assert.ok(made.ok, JSON.stringify(made));
  const xml = textOf(made.document);
  const [, process] = /<cbc:ProfileID>(\w\d)</.exec(xml) ?? [];
  const notes = [...xml.matchAll(/<cbc:Note>([^<]*)</g)].map(([, text]) => text);
  const told = (term: string) => made.remarks.filter((remark) => remark.term === term);
  return { process, notes, told };
}

const USUAL = /^#(PMT#Indemnité forfaitaire|PMD#Pénalités|AAB#Pas d'escompte)/;

describe('the French default in the record of a client', () => {
  for (const blank of ['#PMT#', { subject_code: 'PMT', text: ' ' }])
    it(`takes the place of a note without a text: ${JSON.stringify(blank)}`, async () => {
      const { notes } = await built({ notes: { PMT } }, set('invoice.notes', [blank, 'Merci']));
      assert.deepEqual(notes.slice(0, 2), [`#PMT#${PMT}`, 'Merci']);
      assert.equal(notes.length, 4);
    });

  it('is written with its own texts and the usual ones for the rest; each is reported', async () => {
    const { process, notes, told } = await built({ business_process: 'S1', notes: { PMT, AAB } });
    assert.equal(process, 'S1');
    assert.deepEqual(notes.slice(0, 2), [`#PMT#${PMT}`, `#AAB#${AAB}`]);
    assert.match(notes[2] ?? '', /^#PMD#Pénalités de retard/);
    assert.equal(notes.length, 3);
    assert.deepEqual(
      told('BT-22').map(({ code, severity, message }) => [
        code,
        severity,
        /fr\.notes\.\w+/.exec(english(message))?.[0],
      ]),
      [
        ['EI-ADAPTED', 'information', 'fr.notes.PMT'],
        ['EI-ADAPTED', 'information', 'fr.notes.AAB'],
        ['EI-ADAPTED', 'information', undefined],
      ],
    );
    assert.deepEqual(
      withEnglish(
        told('BT-23').map(({ code, severity, field, message }) => [code, severity, field, message]),
      ),
      [
        [
          'EI-ADAPTED',
          'information',
          'invoice.business_process',
          "The business process was taken from the client's record (fr.business_process).",
        ],
      ],
    );
  });

  it('does not replace a value of the invoice, and has no finding then', async () => {
    const { process, notes, told } = await built(
      { business_process: 'S1', notes: { PMT, PMD, AAB } },
      set('invoice.business_process', 'B1'),
      set('invoice.notes', ['#PMT#Comme convenu.', { subject_code: 'PMD', text: 'Aucune.' }, '#AAB#Aucun.']),
    );
    assert.equal(process, 'B1');
    assert.deepEqual(notes, ['#PMT#Comme convenu.', '#PMD#Aucune.', '#AAB#Aucun.']);
    assert.deepEqual(withEnglish([...told('BT-22'), ...told('BT-23')]), []);
  });

  it('may have a note that begins with its subject, which is written once', async () => {
    const { notes } = await built({ notes: { PMT: `#PMT# ${PMT}` } });
    assert.equal(notes[0], `#PMT#${PMT}`);
  });

  const [line] = frenchInvoice()['lines'] as readonly object[];
  const kind = (item_kind: string) => set('lines', [{ ...line, item_kind }]);
  const paid = all(set('payment.prepaid_amount', 24), set('invoice.due_date', '2026-10-05'));
  for (const [sentence, set, edit, process, told] of [
    ['replaces the usual process', 'B7', untouched, 'B7', /was taken/],
    ['replaces a process derived from lines of the same kind', 'S6', kind('services'), 'S6', /was taken/],
    [
      'does not count if the lines state other kinds',
      'B1',
      kind('services'),
      'S1',
      /was not used, because the lines state/,
    ],
    ['becomes the paid process for a paid invoice', 'S2', paid, 'S2', /was taken/],
    [
      'becomes the unpaid process for an unpaid invoice',
      'S2',
      untouched,
      'S1',
      /because the invoice is not paid/,
    ],
    [
      'is not the final process for an advance',
      'B4',
      all(setType('386')),
      'B1',
      /because it is an advance invoice/,
    ],
    [
      'that is not a French process changes nothing',
      'Z9',
      untouched,
      'M1',
      /because no line states its kind/,
    ],
  ] as const)
    it(`${sentence}: ${set} becomes ${process}`, async () => {
      const made = await built({ business_process: set }, edit);
      assert.equal(made.process, process);
      assert.match(english(made.told('BT-23')[0]?.message ?? ''), told);
    });

  for (const [what, stated] of [
    ['nothing', undefined],
    ['an empty object', {}],
    ['values of another type', { business_process: ['S1'], notes: { PMT: { text: PMT }, XYZ: 'x' } }],
    ['notes that are a text', { notes: PMT }],
  ] as const)
    it(`changes nothing if it is ${what}`, async () => {
      const { process, notes } = await built(stated);
      assert.equal(process, 'M1');
      assert.ok(notes.length === 3 && notes.every((note) => USUAL.test(note ?? '')), notes.join());
    });

  for (const [sent, field] of [
    [{ business_process: 'Z9' }, 'fr.business_process'],
    [{ notes: { PMT: 'x'.repeat(1025) } }, 'fr.notes.PMT'],
    [{ notes: { XYZ: 'x' } }, 'fr.notes.XYZ'],
    [{ process: 'S1' }, 'fr.process'],
  ] as const)
    it(`is refused at ${field}: ${JSON.stringify(sent).slice(0, 40)}`, () =>
      assert.deepEqual(
        FRENCH_DEFAULTS.check(sent).map((finding) => finding.field),
        [field],
      ));

  it('is accepted in the form of the documentation', () =>
    assert.deepEqual(
      withEnglish(FRENCH_DEFAULTS.check({ business_process: 'S1', notes: { PMT, PMD, AAB } })),
      [],
    ));

  it('counts only on its route', () =>
    assert.deepEqual(
      ROUTE_PROFILES.filter(({ clientDefaults }) => clientDefaults).map(({ name }) => name),
      ['FR-PA'],
    ));
});

function setType(code: string): Edit {
  return set('invoice.type_code', code);
}
