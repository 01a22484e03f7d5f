import assert from 'node:assert/strict';
import type { Finding, Owner } from 'en16931-rules/vocabulary/finding.ts';
import { correctionOf } from '../../../src/domain/lifecycle/correction.ts';
import { submittedDocument } from '../../../src/domain/lifecycle/invoice-record.ts';
import { INVOICE_STATES } from '../../../src/domain/lifecycle/states.ts';
import { ROUTE_PROFILES } from '../../../src/domain/routes/all.ts';

type Refused = Parameters<typeof correctionOf>[0];

const error = (code: string, whoFixes: Owner = 'erp', senderCanFix = false): Finding => ({
  code,
  severity: 'error',
  source: 'test',
  message: { text: code } as never,
  whoFixes,
  ...(senderCanFix && { senderCanFix }),
});
const SOURCE = { kind: 'canonical', sha256: 'a'.repeat(64), size: 1 };
const invoice = (own: Partial<Refused>): Refused => ({
  state: 'rejected',
  errors: [error('X')],
  reachedRail: true,
  route: 'PEPPOL',
  documents: [SOURCE, { ...SOURCE, kind: 'ubl' }],
  format: 'ubl',
  ...own,
});

interface Row {
  readonly of: string;
  readonly own: Partial<Refused>;
  readonly isSentAgain?: true;
  readonly is: string | undefined;
}

const OFFLINE = { offline: { mode: 'chosen' } } as const;
const KSEF = { route: 'PL-KSEF' } as const;

const ROWS: readonly Row[] = [
  { of: 'refused by the checks', own: { state: 'validation_failed', reachedRail: false }, is: 'same' },
  { of: 'whose source was not readable', own: { state: 'source_error', reachedRail: false }, is: 'same' },
  { of: 'given up before its send', own: { state: 'dead_letter', reachedRail: false }, is: 'same' },
  { of: 'given up after its send began', own: { state: 'dead_letter' }, is: 'may_be_delivered' },
  { of: 'refused by the network', own: {}, is: 'same' },
  { of: 'refused for what others settle', own: { errors: [error('X', 'route')] }, is: 'not_content' },
  {
    of: 'of another owner, that the sender can correct',
    own: { errors: [error('X', 'us', true)] },
    is: 'same',
  },
  {
    of: 'called a duplicate at its first send',
    own: { errors: [error('EI-PEPPOL-DUPLICATE')] },
    is: 'may_be_delivered',
  },
  { of: 'that was sent again', own: {}, isSentAgain: true, is: 'sent_again' },
  { of: 'refused by KSeF', own: { ...KSEF, errors: [error('KSEF-450')] }, is: 'same' },
  { of: 'whose number KSeF holds', own: { ...KSEF, errors: [error('KSEF-440', 'us', true)] }, is: 'new' },
  {
    of: 'whose technical correction KSeF holds',
    own: { ...KSEF, errors: [error('KSEF-21166')] },
    is: 'may_be_delivered',
  },
  {
    of: 'issued offline, refused for its file',
    own: { ...KSEF, ...OFFLINE, errors: [error('KSEF-450')] },
    is: 'same, technical',
  },
  {
    of: 'issued offline, whose number KSeF holds',
    own: { ...KSEF, ...OFFLINE, errors: [error('KSEF-440')] },
    is: 'new, technical',
  },
  {
    of: 'issued offline, refused for its content',
    own: { ...KSEF, ...OFFLINE, errors: [error('KSEF-415')] },
    is: 'same',
  },
  {
    of: 'issued offline, refused by the checks',
    own: { ...KSEF, ...OFFLINE, state: 'validation_failed' },
    is: 'same',
  },
  {
    of: 'whose number ANAF holds',
    own: { route: 'RO-EFACTURA', errors: [error('ANAF-DUPLICATE')] },
    is: 'new',
  },
  { of: 'refused by ANAF', own: { route: 'RO-EFACTURA', errors: [error('ANAF-NOK')] }, is: 'same' },
  { of: 'rejected by a French platform', own: { route: 'FR-PA', errors: [error('DEST_INC')] }, is: 'new' },
  {
    of: 'not admitted by a French platform',
    own: { route: 'FR-PA', errors: [error('IRR_TAILLE_F')] },
    is: 'same',
  },
  { of: 'refused by the checks of France', own: { route: 'FR-PA', state: 'validation_failed' }, is: 'same' },
];

const wordOf = (correction: ReturnType<typeof correctionOf>): string | undefined =>
  correction &&
  ('reason' in correction
    ? correction.reason
    : correction.number + (correction.isTechnical ? ', technical' : ''));

describe('the correction of an invoice', () => {
  for (const { of, own, isSentAgain = false, is } of ROWS)
    it(`${of}: ${is}`, () => assert.equal(wordOf(correctionOf(invoice(own), isSentAgain)), is));

  it('is there in the states that need care, and in no other', () => {
    const states = INVOICE_STATES.filter((state) => correctionOf(invoice({ state }), false));
    assert.deepEqual(states.toSorted(), ['dead_letter', 'rejected', 'source_error', 'validation_failed']);
  });

  it('never sends again what the network may have, on any route', () => {
    for (const { name, corrections } of ROUTE_PROFILES) {
      const given = invoice({ route: name, state: 'dead_letter', errors: [error('EI-SEND-UNKNOWN')] });
      assert.equal(wordOf(correctionOf(given, false)), 'may_be_delivered', name);
      for (const code of corrections.mayHold)
        assert.equal(
          wordOf(correctionOf(invoice({ route: name, errors: [error('X'), error(code)] }), false)),
          'may_be_delivered',
        );
    }
  });

  it('is of a document that is held', () =>
    assert.equal(wordOf(correctionOf(invoice({ documents: [] }), false)), 'not_content'));
});

describe('what was submitted', () => {
  const kindOf = (own: Partial<Refused>) => submittedDocument(invoice(own))?.kind;

  it('is the canonical invoice, the export or the file', () => {
    assert.equal(kindOf({}), 'canonical');
    assert.equal(kindOf({ documents: [{ ...SOURCE, kind: 'erp-export' }] }), 'erp-export');
    const file = [
      { ...SOURCE, kind: 'validation-report' },
      { ...SOURCE, kind: 'cii' },
    ];
    assert.equal(kindOf({ documents: file, format: 'cii' }), 'cii');
    assert.equal(kindOf({ documents: [] }), undefined);
  });
});
