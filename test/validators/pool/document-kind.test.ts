import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { documentFacts, factForms } from '../../../src/domain/documents/document-facts.ts';
import { ROUTES } from '../../../src/domain/routes/all.ts';
import { readSyntaxes } from '../../../src/processes/read-syntaxes.ts';
import { parseUtf8 } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { editionsIn, expandPack } from 'en16931-rules/packs/expand/expand.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { kindOf } from 'en16931-rules/pool/document-kind.ts';
import { rootOf } from 'en16931-rules/xml/xml-tree.ts';

const FORMS = factForms(readSyntaxes());

const xmlIn = (folder: string): readonly string[] =>
  readdirSync(join(projectFolder(), folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.xml'))
    .map((entry) => join(entry.parentPath, entry.name));

function rootIn(text: string) {
  const { document } = parseUtf8(new TextEncoder().encode(text), new Vocabulary());
  assert.ok(document);
  return rootOf(document);
}

function factsOf(text: string) {
  const facts = documentFacts(FORMS, rootIn(text))?.facts;
  return facts && { syntax: facts.syntax, specification: facts.specification, issueDate: facts.issueDate };
}

describe('the kind of a document', () => {
  const files = ['examples', 'schematron/self-tests', 'test/expected'].flatMap(xmlIn);

  it('is that of its facts, for every example', () => {
    assert.ok(files.length > 10);
    const seen = new Set<string | undefined>();
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      const kind = kindOf(rootIn(text));
      assert.deepEqual(kind, factsOf(text), file);
      seen.add(kind?.syntax);
    }
    for (const syntax of ['ubl-invoice', 'ubl-creditnote', 'cii', 'fa3', 'fa-rr'] as const)
      assert.ok(seen.has(syntax), syntax);
  });

  const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
  const ubl = (content: string) =>
    `<Invoice xmlns="${UBL}:Invoice-2" xmlns:c="${UBL}:CommonBasicComponents-2">${content}</Invoice>`;
  for (const content of [
    '',
    '<c:CustomizationID>  </c:CustomizationID>',
    '<c:CustomizationID> a\u00a0</c:CustomizationID><c:CustomizationID>b</c:CustomizationID>',
    '<c:IssueDate> 2026-10-05Z </c:IssueDate>',
    '<c:IssueDate>2026-02-30</c:IssueDate>',
  ])
    it(`is that of its facts, for ${JSON.stringify(content)}`, () =>
      assert.deepEqual(kindOf(rootIn(ubl(content))), factsOf(ubl(content))));

  it('is unknown for a root that is none of an invoice', () => {
    assert.equal(kindOf(rootIn('<Order/>')), undefined);
    assert.equal(kindOf(rootIn('<constructor/>')), undefined);
  });
});

describe('the explanations of a built-in pack', () => {
  it('name routes of the service', () => {
    const folder = join(projectFolder(), 'schematron');
    const packs = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of packs) {
      const files = readdirSync(join(folder, name));
      if (!files.includes('pack.json')) continue;
      for (const { version } of editionsIn(join(folder, name)))
        for (const { code, routes } of expandPack(join(folder, name), version).catalogue)
          for (const route of routes) assert.ok(ROUTES.includes(route), `${name} ${code}: ${route}`);
    }
  });
});
