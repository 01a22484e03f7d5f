import { withEnglish } from '../support/words.ts';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { precheck } from '../../src/domain/checks/pre-check/precheck.ts';
import { isError } from 'en16931-rules/vocabulary/finding.ts';
import { CANONICAL_SCHEMA } from '../../src/domain/invoice/schema.ts';
import { checkRoute } from '../../src/domain/routes/check-route.ts';
import { defaultFormat } from '../../src/domain/routes/formats.ts';
import type { Route } from '../../src/domain/vocabulary/route.ts';
import { leaves } from '../domain/documents/member-samples.ts';
import { parsed } from '../domain/parsed.ts';
import type { Json } from '../domain/sample.ts';
import { EXPECTED } from '../expected/expected.ts';
import { DOCUMENTS } from '../support/documents.ts';
import { fa3Schema, officialSchemas } from '../support/official-schemas.ts';
import { describeByReference } from '../support/reference-data.ts';

const FOLDER = fileURLToPath(new URL('../../examples', import.meta.url));
const MEMBERS = join(FOLDER, 'members');

interface Example {
  readonly name: string;
  readonly route: Route;
  readonly document: Json;
}

const examplesIn = (folder: string): readonly Example[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((name) => ({
      name,
      ...(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Omit<Example, 'name'>),
    }));

/** Whether a document states a member, in any entry of its lists. */
function states(value: unknown, [name, ...inner]: readonly string[]): boolean {
  if (value === undefined || value === null) return false;
  if (name === undefined) return true;
  const member = (value as Json)[name.replace('[0]', '')];
  return Array.isArray(member) && name.endsWith('[0]')
    ? member.some((one) => states(one, inner))
    : states(member, inner);
}

async function built({ route, document }: Example) {
  const made = await DOCUMENTS.build(parsed(document), route, defaultFormat(route));
  assert.ok(made.ok, JSON.stringify(made));
  return made.document;
}

describe('the examples for the members of the canonical invoice', () => {
  it('state every member, with the other examples and the expected documents', () => {
    const documents = [...examplesIn(MEMBERS), ...examplesIn(FOLDER), ...EXPECTED].map((one) => one.document);
    const missing = leaves(CANONICAL_SCHEMA)
      .map(({ path }) => path)
      .filter((path) => !documents.some((document) => states(document, path.split('.'))));
    assert.deepEqual(missing, []);
  });

  for (const { name, route, document } of examplesIn(MEMBERS))
    it(`are taken: ${name}`, () => {
      const invoice = parsed(document);
      const findings = [
        ...checkRoute(invoice, route, defaultFormat(route)),
        ...DOCUMENTS.limits(invoice, route, defaultFormat(route)),
        ...precheck(invoice),
      ];
      assert.deepEqual(withEnglish(findings.filter(isError)), []);
    });
});

describeByReference('the examples for the members, held to the official schemas', () => {
  it('are valid', async () => {
    const schemas = { ...officialSchemas(), fa3: fa3Schema() };
    for (const example of examplesIn(MEMBERS)) {
      const { syntax, bytes } = await built(example);
      assert.ok(syntax !== 'fa-rr');
      assert.deepEqual(
        withEnglish(schemas[syntax].check(bytes)),
        { kind: 'verdict', findings: [] },
        example.name,
      );
    }
    Object.values(schemas).forEach((schema) => schema.dispose());
  });
});
