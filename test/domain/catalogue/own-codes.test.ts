import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OWN_CODES } from '../../../src/domain/catalogue/own-codes.ts';

const ownerOf = new Map(OWN_CODES.map(({ code, whoFixes }) => [code, whoFixes]));

describe('the catalogue of our own codes', () => {
  it('has the owners that the contract states', () => {
    const stated = {
      'EI-ID-IBAN': 'erp',
      'EI-SCHEMA': 'us',
      'EI-TOTALS-MISMATCH': 'erp',
      'EI-XML-DTD': 'erp',
      'EI-XML-SYNTAX': 'erp',
      'EI-XML-TYPE': 'erp',
      'EI-PEPPOL-NO-ROUTE': 'erp',
      'KSEF-440': 'us',
      'BR-RO-001': 'us',
    };
    assert.deepEqual(
      Object.fromEntries(Object.keys(stated).map((code) => [code, ownerOf.get(code)])),
      stated,
    );
  });

  it('explains each code once, in words', () => {
    assert.equal(ownerOf.size, OWN_CODES.length);
    for (const { code, title, explanation, fixHint } of OWN_CODES)
      for (const words of [title, explanation, fixHint]) assert.ok(words.trim().length > 5, code);
  });

  it('knows every code of ours that the program names', () => {
    const project = fileURLToPath(new URL('../../..', import.meta.url));
    const sources = ['src', 'validators'].flatMap((folder) =>
      readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => readFileSync(join(project, folder, path), 'utf8')),
    );
    const named = new Set(
      sources.flatMap((text) => text.match(/(?<=')(?:EI|KOSIT|KSEF|ANAF)-[A-Z0-9-]*[A-Z0-9](?=')/g) ?? []),
    );
    assert.ok(named.size > 10);
    assert.deepEqual(
      [...named].filter((code) => !ownerOf.has(code)),
      [],
    );
  });
});
