import { english } from '../support/words.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { builtInSchemas } from '../support/built-in-rules.ts';

const SAMPLE = readFileSync(join(projectFolder(), 'schematron/self-tests/fa3.xml'), 'utf8');

describe('the schema of FA(3)', () => {
  const schema = builtInSchemas().get('fa3')!;
  after(() => schema.dispose());

  const messages = (xml: string): readonly string[] => {
    const run = schema.check(new TextEncoder().encode(xml));
    assert.equal(run.kind, 'verdict');
    return run.kind === 'verdict' ? run.findings.map(({ message }) => english(message)) : [];
  };

  it('works without internet and without official files, and accepts an invoice', () => {
    assert.deepEqual(messages(SAMPLE), []);
  });

  it('finds the types that it imports by their address', () => {
    // A country of KodyKrajow, a NIP of ElementarneTypyDanych.
    assert.match(messages(SAMPLE.replace('>PL<', '>POL<'))[0] ?? '', /KodKraju/);
    assert.match(messages(SAMPLE.replace('1111111111', '0111111111'))[0] ?? '', /NIP/);
  });
});
