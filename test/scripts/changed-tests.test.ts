import assert from 'node:assert/strict';
import { allTests, testsReachedBy } from '../../scripts/changed-tests.mjs';

/** Changes of the past: the file, and the test that was changed with it. */
const PAST: readonly (readonly [commit: string, changed: string, test: string])[] = [
  ['84544240', 'src/adapters/sqlite/search-index.ts', 'test/adapters/sqlite/search-index.test.ts'],
  ['f5fb7296', 'openapi.yaml', 'test/docs/openapi.test.ts'],
  ['36b3fcb4', 'src/adapters/http/reference/invoice-html.ts', 'test/adapters/http/shares.test.ts'],
  ['a4828921', 'src/adapters/agenda/mongo-job-repository.ts', 'test/adapters/agenda/mongo-jobs.contract.test.ts'],
  ['e38cd51b', 'validators/packs/expand/rule-file.ts', 'test/rules/expand.test.ts'],
  ['93d79c72', 'src/application/statuses/create-status.ts', 'test/application/statuses/list-statuses.test.ts'],
  ['b8018843', 'src/console/components/timeline/plot.tsx', 'test/console/every-page.test.ts'],
  ['43be9265', 'src/domain/words/texts.ts', 'test/words/words.test.ts'],
  ['00fb4c76', 'src/console/pages/rules/stored-invoices.tsx', 'test/console/rules.test.ts'],
  ['54eade84', 'src/console/shell/shell.tsx', 'test/console/console.test.ts'],
  ['5d15b294', 'src/commands/radar.ts', 'test/commands/json.test.ts'],
  ['cae10156', 'validators/packs/compile/build.ts', 'test/validators/packs/self-test.test.ts'],
  ['b70b09e0', 'src/commands/care.ts', 'test/commands/service.test.ts'],
  ['405c7451', 'src/sandbox/ro-efactura/authorization.ts', 'test/sandbox/ro-efactura/behaviour.test.ts'],
  ['8d4c6e85', 'validators/pdf/rules/invoice.ts', 'test/adapters/piscina/hybrid-pdf.test.ts'],
  ['871ad562', 'src/application/received/check-received.ts', 'test/adapters/http/received.test.ts'],
  ['359cdb0d', 'src/domain/findings/related.ts', 'test/domain/findings/related.test.ts'],
  ['47c1342f', 'src/adapters/opentelemetry/traced-jobs.ts', 'test/adapters/opentelemetry/traced-jobs.test.ts'],
  ['ba10646c', 'src/adapters/rails/ro-efactura/lists.ts', 'test/adapters/rails/ro-efactura/bad-answers.test.ts'],
  ['131e537f', 'src/adapters/sealing/jose-sealer.ts', 'test/adapters/sealing/jose-sealer.test.ts'],
  ['cad99840', 'src/application/work/processor.ts', 'test/application/work/processor.test.ts'],
]; // prettier-ignore

describe('the tests that a change reaches', () => {
  for (const [commit, changed, test] of PAST)
    it(`are those of ${changed}, as in ${commit}`, () => assert.ok(testsReachedBy([changed]).includes(test)));

  it('include those that start a program which imports the rail of a route by its name', () => {
    for (const changed of ['src/adapters/rails/fr-pa/rail.ts', 'test/support/hasty-service.ts'])
      assert.ok(testsReachedBy([changed]).includes('test/smoke/smoke.test.ts'), changed);
  });

  it('include those that read modules as texts', () => {
    const reached = testsReachedBy(['src/application/work/processor.ts']);
    for (const test of [
      'domain/catalogue/own-codes',
      'domain/routes/only-in-its-folder',
      'processes/every-code',
      'docs/plain-words',
      'docs/decisions',
      'words/catalogue',
      'words/layer-name',
    ])
      assert.ok(reached.includes(`test/${test}.test.ts`), test);
    assert.ok(testsReachedBy(['src/commands/get.ts']).includes('test/docs/openapi.test.ts'));
  });

  it('are those that read it as a text, for a module of types alone', () => {
    const reached = testsReachedBy(['src/ports/caps.ts']);
    assert.ok(reached.length > 0 && reached.length < 10, reached.join(', '));
  });

  it('are few for a page of text', () => {
    const reached = testsReachedBy(['docs/ids.md']);
    assert.ok(reached.length > 0 && reached.length < allTests().length / 4, String(reached.length));
  });

  it('are all for a file whose readers are unknown', () =>
    assert.deepEqual(testsReachedBy(['package.json']), allTests()));

  it('are none for a file of the formatter', () =>
    assert.deepEqual(testsReachedBy(['.prettierrc.json']), []));
});
