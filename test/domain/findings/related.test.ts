import assert from 'node:assert/strict';
import type { Finding } from '../../../src/domain/findings/finding.ts';
import type { Layer } from '../../../src/domain/findings/layer.ts';
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
