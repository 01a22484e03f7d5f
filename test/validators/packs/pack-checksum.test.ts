import assert from 'node:assert/strict';
import type { Manifest } from 'en16931-rules/packs/manifest.ts';
import { packChecksum } from 'en16931-rules/packs/pack-checksum.ts';

const MANIFEST: Manifest = {
  format: 1,
  id: 'small',
  version: '1',
  origin: 'official',
  title: 'Small',
  licence: 'none',
  source: 'here',
  valid_from: '2026-01-01',
  valid_until: null,
  severity_overrides: [{ syntax: 'cii', customization: 'c', severities: { 'BR-1': 'warning' } }],
  compiler: 'a'.repeat(64),
  files: { 'one.sch': '1'.repeat(64), 'two.xsd': '2'.repeat(64) },
  catalog: { 'http://one': 'two.xsd' },
  entries: [
    {
      path: 'one.sch',
      kind: 'schematron',
      layer: 'en16931',
      syntaxes: ['cii'],
      customizations: ['*'],
      visits: 'elements',
      programs: [{ engine: 'compiled', file: 'p.js', sha256: '3'.repeat(64) }],
      refused: null,
    },
  ],
};
const [ENTRY] = MANIFEST.entries;

describe('the checksum of a pack', () => {
  const checksum = packChecksum(MANIFEST);

  it('is the same in every folder, for any compiler of its programs', () => {
    const elsewhere: Manifest = {
      ...MANIFEST,
      ...{ title: 'Other', source: 'there', compiler: 'b'.repeat(64) },
      files: { 'two.xsd': '2'.repeat(64), 'one.sch': '1'.repeat(64) },
      entries: [{ ...ENTRY!, programs: [], refused: 'why' }],
    };
    assert.equal(packChecksum(elsewhere), checksum);
    assert.match(checksum, /^[0-9a-f]{64}$/);
  });

  const CHANGES: Readonly<Record<string, Partial<Manifest>>> = {
    'a byte of a file': { files: { ...MANIFEST.files, 'one.sch': '4'.repeat(64) } },
    'a file more': { files: { ...MANIFEST.files, 'three.xsd': '2'.repeat(64) } },
    version: { version: '2' },
    origin: { origin: 'built-in' },
    'the day from which it is in force': { valid_from: '2026-01-02' },
    'the day until which it is in force': { valid_until: '2026-12-31' },
    'the clients that it is for': { clients: ['acme'] },
    'a severity': {
      severity_overrides: [{ syntax: 'cii', customization: 'c', severities: { 'BR-1': 'error' } }],
    },
    'the file behind an address': { catalog: { 'http://one': 'one.sch' } },
    'which documents an entry is for': { entries: [{ ...ENTRY!, customizations: ['x'] }] },
  };
  for (const [what, change] of Object.entries(CHANGES))
    it(`changes with ${what}`, () => {
      assert.notEqual(packChecksum({ ...MANIFEST, ...change }), checksum);
    });
});
