import assert from 'node:assert/strict';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { withoutConsequences } from '../../../src/domain/findings/consequences.ts';
import { joinedByCause } from '../../../src/domain/findings/related.ts';

const finding = (code: string, more: Partial<Finding> = {}): Finding => ({
  code,
  severity: 'error',
  source: code.startsWith('BR-DE') ? 'XRechnung' : 'EN16931',
  message: code,
  ...more,
});

const layer = (name: string, ...findings: Finding[]): Layer => ({
  layer: name,
  source: name,
  pack: null,
  durationMs: 1,
  outcome: 'valid',
  findings,
});

const relatedIn = (...layers: Layer[]): Record<string, string[]> =>
  Object.fromEntries(
    joinedByCause(layers).flatMap(({ findings }) =>
      findings.map(({ code, related = [] }) => [code, related.map((one) => `${one.source} ${one.code}`)]),
    ),
  );

describe('findings of one cause', () => {
  it('name each other, across layers', () =>
    assert.deepEqual(
      relatedIn(
        layer('en16931', finding('BR-S-02', { field: 'seller.vat_id' })),
        layer('xrechnung', finding('BR-DE-16', { field: 'seller.vat_id' })),
      ),
      { 'BR-S-02': ['XRechnung BR-DE-16'], 'BR-DE-16': ['EN16931 BR-S-02'] },
    ));

  it('are about one position and term of a file', () => {
    const place = { location: { xpath: '/Invoice/cac:InvoiceLine[2]' }, term: 'BT-139' };
    assert.deepEqual(
      relatedIn(
        layer(
          'en16931',
          finding('BR-42', place),
          finding('BR-CO-23', place),
          finding('BR-41', { ...place, term: 'BT-136' }),
        ),
      ),
      { 'BR-42': ['EN16931 BR-CO-23'], 'BR-CO-23': ['EN16931 BR-42'], 'BR-41': [] },
    );
  });

  it('have the same severity, field and position', () =>
    assert.deepEqual(
      relatedIn(
        layer(
          'en16931',
          finding('A', { field: 'x' }),
          finding('B', { field: 'x', severity: 'warning' }),
          finding('C', { field: 'y' }),
          finding('D'),
          finding('E'),
        ),
      ),
      { A: [], B: [], C: [], D: [], E: [] },
    ));

  it('keep the rules that they already name', () => {
    const known = { field: 'x', related: [{ code: 'BR-1', source: 'EN16931' }] };
    assert.deepEqual(
      relatedIn(layer('schema', finding('EI-SCHEMA', known), finding('BR-2', { field: 'x' }))),
      {
        'EI-SCHEMA': ['EN16931 BR-1', 'EN16931 BR-2'],
        'BR-2': ['EN16931 EI-SCHEMA'],
      },
    );
  });
});

describe('a finding that follows from another', () => {
  const found = (layers: readonly Layer[]): readonly (readonly [string, readonly string[]])[] =>
    joinedByCause(layers).flatMap(({ findings }) =>
      findings.map(({ code, related = [] }) => [code, related.map((one) => one.code)] as const),
    );
  const left = (...findings: Finding[]): readonly string[] =>
    withoutConsequences(findings).map(({ code }) => code);

  it('stands behind its cause, which names it', () =>
    assert.deepEqual(found([layer('en16931', finding('BR-CO-15'), finding('BR-01'), finding('BR-CO-14'))]), [
      ['BR-01', []],
      ['BR-CO-14', ['BR-CO-15']],
      ['BR-CO-15', []],
    ]));

  it('is named by the first cause of a chain, and may be in another layer', () =>
    assert.deepEqual(
      found([
        layer('en16931', finding('BR-CO-16'), finding('BR-CO-10'), finding('BR-CO-15'), finding('BR-CO-13')),
        layer('peppol', finding('PEPPOL-EN16931-R120')),
      ]),
      [
        ['BR-CO-16', []],
        ['BR-CO-10', []],
        ['BR-CO-15', []],
        ['BR-CO-13', []],
        ['PEPPOL-EN16931-R120', ['BR-CO-16', 'BR-CO-10', 'BR-CO-15', 'BR-CO-13']],
      ],
    ));

  it('is left out of a list of causes, but not if its cause weighs less', () => {
    assert.deepEqual(left(finding('BR-S-08'), finding('BR-CL-18')), ['BR-CL-18']);
    assert.deepEqual(left(finding('BR-S-08'), finding('BR-CL-18', { severity: 'information' })), [
      'BR-S-08',
      'BR-CL-18',
    ]);
  });

  it('is another code of the same value: the more severe one stands', () => {
    const field = 'seller.endpoint.id';
    const early = finding('EI-SCHEMA', {
      field,
      related: [{ code: 'PEPPOL-COMMON-R040', source: 'Peppol' }],
    });
    const warning = finding('EI-ID-GLN', { field, severity: 'warning' });
    assert.deepEqual(left(warning, early), ['EI-SCHEMA']);
    assert.deepEqual(left(warning, { ...early, field: 'buyer.endpoint.id' }), ['EI-ID-GLN', 'EI-SCHEMA']);
    const other = finding('EI-SCHEMA', { field: 'buyer.name' });
    assert.deepEqual(found([layer('schema', other, early), layer('pre-check', warning)]), [
      ['EI-SCHEMA', []],
      ['EI-SCHEMA', ['PEPPOL-COMMON-R040', 'EI-ID-GLN']],
      ['EI-ID-GLN', []],
    ]);
    const nip = { field: 'seller.vat_id', severity: 'warning' } as const;
    assert.deepEqual(left(finding('EI-ID-NIP', nip), finding('EI-KSEF-NIP', nip)), ['EI-ID-NIP']);
    const account = { field: 'payment.iban' };
    assert.deepEqual(
      found([
        layer('pre-check', finding('EI-ID-IBAN', account)),
        layer('xrechnung', finding('BR-DE-19', { ...account, severity: 'warning' })),
      ]),
      [
        ['EI-ID-IBAN', ['BR-DE-19']],
        ['BR-DE-19', []],
      ],
    );
  });
});
