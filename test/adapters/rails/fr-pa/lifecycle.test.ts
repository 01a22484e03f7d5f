import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lifecycleMessage } from '../../../../src/adapters/rails/fr-pa/lifecycle.ts';
import { FRENCH_LIFECYCLE } from '../../../../src/domain/routes/fr-pa/document-kinds.ts';
import { REFERENCE_DATA, describeByReference } from '../../../support/reference-data.ts';
import { aMessage } from './message.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => lifecycleMessage(bytesOf(text));

/** Decisions, "route end states" and "buyer_status". */
const MEANS: Readonly<Record<string, string>> = {
  200: 'answer accepted',
  203: 'answer delivered',
  204: 'status in_process',
  205: 'status accepted',
  206: 'status partially_accepted',
  207: 'status disputed',
  208: 'status suspended',
  209: 'status completed',
  210: 'status refused',
  211: 'status payment_sent',
  212: 'status paid',
  213: 'answer refused',
  220: 'trouble held',
  221: 'trouble held',
  227: 'trouble held',
  228: 'trouble held',
  501: 'answer refused',
};
const meaningOf = (message: ReturnType<typeof read>): string => {
  const { effect: effect } = message ?? { effect: { kind: 'no message' } };
  const more = 'mapping' in effect ? effect.mapping.meaning : 'status' in effect ? effect.status : '';
  return `${effect.kind} ${more}`.trim();
};

describe('a lifecycle message', () => {
  for (const code of FRENCH_LIFECYCLE)
    it(`${code} means: ${MEANS[code] ?? 'only reported'}`, () => {
      const message = read(aMessage({ code }));
      assert.equal(meaningOf(message), MEANS[code] ?? 'event-only');
      assert.equal(message?.kind, `fr-lifecycle-${code}`);
    });

  for (const code of ['207', '208'])
    for (const [reasons, expected] of [
      [[], 'The buyer gives no reason.'],
      [['TX_TVA_ERR', 'QTE_ERR'], 'A VAT rate is wrong. A quantity is wrong.'],
      [['AUTRE'], '"un motif"'],
    ] as const)
      it(`${code} of a buyer who asks says: ${expected}`, () => {
        const { effect } = read(aMessage({ code, reasons }))!;
        assert.equal('words' in effect && english(effect.words?.message), expected);
      });

  for (const [code, expected] of [
    ['220', 'EI-FR-CANCELLED business'],
    ['227', 'EI-FR-ACCOUNT-CHANGED business'],
    ['228', 'EI-FR-CLAIM-REFUSED business'],
    ['221', 'ROUTAGE_ERR route'],
  ] as const)
    it(`${code} opens a care row: ${expected}`, () => {
      const { effect: effect } = read(aMessage({ code }))!;
      assert.ok(effect.kind === 'trouble');
      assert.equal(`${effect.mapping.code} ${effect.mapping.owner}`, expected);
    });

  for (const code of ['215', '229', '299'])
    it(`${code} is stored and reported, although it is not in the table`, () => {
      const message = read(aMessage({ code }))!;
      assert.deepEqual([message.kind, message.effect.kind], ['fr-lifecycle-other', 'event-only']);
      assert.deepEqual(message.raw, { message: 'lifecycle', code, lifecycle: { code }, reasons: [] });
    });

  for (const code of ['250', '251', '400', '500', '601'])
    it(`${code} is not about the invoice`, () =>
      assert.deepEqual(withEnglish(read(aMessage({ code }))), undefined));

  const SET_AT = '20261005101500';
  const timed = (at: string, own: Parameters<typeof aMessage>[0] = { code: '201' }): Uint8Array =>
    bytesOf(
      aMessage(own).replace(
        '<ram:TypeCode>305',
        `<ram:IssueDateTime><udt:DateTimeString xmlns:udt="x" format="204">${at}</udt:DateTimeString></ram:IssueDateTime>$&`,
      ),
    );
  it('repeats a message of the same code and time, whatever its bytes', () => {
    const message = lifecycleMessage(timed(SET_AT))!;
    assert.equal(message.repeats?.(Buffer.concat([timed(SET_AT), Buffer.from('\n')])), true);
    assert.equal(message.repeats(timed('20261005101501')), false);
    assert.equal(message.repeats(timed(SET_AT, { code: '202' })), false);
    assert.equal(message.repeats(bytesOf('<x/>')), false);
  });

  it('without a time never repeats a message', () => {
    assert.equal(read(aMessage({ code: '201' }))?.repeats?.(bytesOf(aMessage({ code: '201' }))), false);
  });

  it('names its invoice by number, day and seller', () => {
    assert.deepEqual(read(aMessage({}))?.about, {
      invoiceNumber: 'F-1',
      issueDate: '2026-10-05',
      sellerId: '100000009',
    });
  });

  it('that names no seller is about an invoice without a seller', () => {
    const message = aMessage({});
    assert.deepEqual(read(message.replace('schemeID="0002"', 'schemeID="0088"'))?.about, {
      ...read(message)?.about,
      sellerId: '',
    });
  });

  it('that is a proof is stored as a proof', () => {
    const codes = FRENCH_LIFECYCLE.filter((code) => read(aMessage({ code }))?.settlesAs !== undefined);
    assert.deepEqual(codes, ['200', '213', '501']);
  });

  it('has its reason as the code; an older spelling becomes the current one', () => {
    for (const [reason, code, owner] of [
      ['REJ_SEMAN', 'REJ_SEMAN', 'us'],
      ['DOUBLON', 'DOUBLON', 'erp'],
      ['CMD_EJ_ERR', 'CMD_ERR', 'erp'],
    ] as const) {
      const { effect: effect } = read(aMessage({ code: '213', reasons: [reason] }))!;
      assert.ok(effect.kind === 'answer');
      assert.deepEqual([effect.mapping.code, effect.mapping.owner], [code, owner]);
    }
  });

  it('with an unknown reason has the text of that reason', () => {
    const { effect: effect, raw } = read(aMessage({ code: '213', reasons: ['NOUVEAU_MOTIF'] }))!;
    assert.ok(effect.kind === 'answer');
    assert.deepEqual([effect.mapping.code, effect.mapping.owner], ['AUTRE', 'route']);
    assert.match(english(effect.mapping.message), /NOUVEAU_MOTIF "un motif"$/);
    assert.deepEqual(raw, { message: 'lifecycle', code: '213', reasons: ['NOUVEAU_MOTIF'] });
  });

  it('that the buyer refuses is for the business to act on, for any reason', () => {
    const { effect: effect } = read(aMessage({ code: '210', reasons: ['TX_TVA_ERR'] }))!;
    assert.ok(effect.kind === 'status');
    assert.deepEqual([effect.reason?.code, effect.reason?.owner], ['TX_TVA_ERR', 'business']);
  });

  it('that the buyer cannot be reached yet is a remark', () => {
    const { effect: effect } = read(aMessage({ code: '200', reasons: ['NON_TRANSMISE'] }))!;
    assert.ok(effect.kind === 'answer');
    assert.deepEqual(
      effect.remarks?.map(({ code, owner }) => [code, owner]),
      [['NON_TRANSMISE', 'buyer']],
    );
  });

  it('of a payment has only the collected amount', () => {
    const amounts = [
      ['MEN', '100.00'],
      ['MEN', '20.00'],
      ['RAP', '5.00'],
    ] as const;
    const { effect: effect } = read(aMessage({ code: '212', amounts }))!;
    assert.ok(effect.kind === 'status');
    assert.deepEqual(effect.paid, [
      { amount: '100.00', currency: 'EUR' },
      { amount: '20.00', currency: 'EUR' },
    ]);
  });

  const GOOD = aMessage({ code: '213', reasons: ['REJ_SEMAN'] });
  for (const [what, text] of Object.entries({
    nothing: '',
    words: 'Service unavailable',
    'a page': '<!DOCTYPE html><html><body>x</body></html>',
    'half a message': GOOD.slice(0, GOOD.length / 2),
    'a DOCTYPE': GOOD.replace('<rsm:', '<!DOCTYPE x [<!ENTITY a "b">]><rsm:'),
    'another namespace': GOOD.replaceAll('CrossDomainAcknowledgementAndResponse:100', 'Other:100'),
    'another document': '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>',
    'no code': GOOD.replace('>213<', '><'),
    'a code of another list': GOOD.replace('>213<', '>REJ<'),
    'a code about something else': GOOD.replace('>213<', '>400<'),
    'two codes': GOOD.replace(/<ram:ProcessConditionCode>.*?<\/ram:ProcessConditionCode>/, '$&$&'),
    'no number': GOOD.replace('>F-1<', '><'),
    'two invoices': GOOD.replace(
      /<ram:ReferenceReferencedDocument>[^]*<\/ram:ReferenceReferencedDocument>/,
      '$&$&',
    ),
    'depth without end': GOOD.replace('>F-1<', `>${'<ram:A>'.repeat(50)}F-1${'</ram:A>'.repeat(50)}<`),
    'elements without end': GOOD.replace(
      '</ram:ReferenceReferencedDocument>',
      `${'<ram:A/>'.repeat(30_000)}$&`,
    ),
  }))
    it(`is not a lifecycle message, and has no effect: ${what}`, () =>
      assert.deepEqual(withEnglish(read(text)), undefined));
});

/** The collected amount and the time of the report, by invoice. The copy for the tax office has the same content. */
const PUBLISHED_PAYMENTS = {
  F202500003: ['12000', '20250802100000'],
  F202500007: ['11000.00', '20250704110000'],
  F202500010: ['12000', '20250802100000'],
  F202500011: ['-11000.00', '20250704110000'],
} as const;

describeByReference('the published lifecycle messages', () => {
  const folder = join(REFERENCE_DATA, 'routes/data/cdar/examples');
  const files = readdirSync(folder);

  it('are complete', () => assert.ok(files.length >= 43));

  for (const file of files)
    it(`${file} is read as its status`, () => {
      const message = lifecycleMessage(readFileSync(join(folder, file)));
      const [, number, code = ''] = /_(F\d+)_.*CDV-(\d{3})/.exec(file) ?? [];
      assert.equal(meaningOf(message), MEANS[code] ?? 'event-only');
      assert.equal(message?.kind, `fr-lifecycle-${code}`);
      assert.ok(message && 'invoiceNumber' in message.about);
      const { invoiceNumber, issueDate, sellerId } = message.about;
      assert.deepEqual([invoiceNumber, sellerId, issueDate?.slice(0, 5)], [number, '100000009', '2025-']);
      const paid = PUBLISHED_PAYMENTS[number as keyof typeof PUBLISHED_PAYMENTS];
      if (code === '212')
        assert.deepEqual(withEnglish(message.effect), {
          kind: 'status',
          status: 'paid',
          paid: [{ amount: paid[0], currency: 'EUR' }],
          paidAt: paid[1],
        });
    });
});
