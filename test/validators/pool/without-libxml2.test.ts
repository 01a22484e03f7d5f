import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { BRIEF_FLAGS, builtProgram } from '../../support/built.ts';
import { emptyFolder } from '../../support/folder.ts';
import { bringSmallPacks, document, SMALL_SCHEMA, TOTAL_RULES } from '../../support/small-packs.ts';

const PROGRAM = builtProgram('support/check-without-libxml2.ts');

const DOCUMENT = new TextDecoder().decode(document('5', '<Note>n</Note>'));

/** What a program prints that checks one document in a thread's program, in a process that cannot load libxml2. */
const printed = (rulesDir: string, engine: string): unknown =>
  JSON.parse(
    execFileSync(process.execPath, [...BRIEF_FLAGS, PROGRAM, rulesDir, engine, DOCUMENT], {
      encoding: 'utf8',
    }),
  );

describe('a thread that checks schemas by our own engine', function () {
  const folder = emptyFolder();
  before(() =>
    bringSmallPacks(folder.path, [
      { layer: 'xsd', text: SMALL_SCHEMA },
      { layer: 'en16931', text: TOTAL_RULES },
    ]),
  );
  after(() => folder.remove());

  it('does not load libxml2', () =>
    assert.deepEqual(printed(folder.path, 'own'), ['xsd valid', 'en16931 valid']));

  it('would load it for that engine, which cannot be had here', () =>
    assert.deepEqual(printed(folder.path, 'libxml2'), ['xsd not_run', 'en16931 valid']));
});
