import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import type { CheckAnswer, XsdEngine } from 'en16931-rules/pool/task.ts';
import { sourceOf } from 'en16931-rules/layers/layer-selection.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import checkInThread from '../../../src/adapters/piscina/check-thread.ts';
import { emptyFolder } from '../../support/folder.ts';
import { SMALL_SCHEMA, TOTAL_RULES, bringSmallPacks, document } from '../../support/small-packs.ts';

/** A constraint that our own engine does not know: notes differ from each other. */
const UNIQUE = SMALL_SCHEMA.replace(
  '</xs:complexType></xs:element>',
  '</xs:complexType><xs:unique name="u"><xs:selector xpath="*"/><xs:field xpath="."/></xs:unique></xs:element>',
);

const NOTE = '<Note>n</Note>';
/** libxml2 refuses an empty section between elements; XML Schema part 1, 3.4.4, does not. */
const SECTION = `${NOTE}<![CDATA[]]>${NOTE}`;

describe('a document whose schema is to be checked by our own engine', () => {
  const folder = emptyFolder();
  const known = `${folder.path}/known`;
  const unknown = `${folder.path}/unknown`;
  before(async () => {
    for (const [rulesDir, schema] of [
      [known, SMALL_SCHEMA],
      [unknown, UNIQUE],
    ] as const)
      await bringSmallPacks(rulesDir, [
        { layer: 'xsd', text: schema },
        { layer: 'en16931', text: TOTAL_RULES },
      ]);
  });
  after(() => folder.remove());

  async function checked(
    rulesDir: string,
    bytes: Uint8Array,
    xsdEngine: XsdEngine,
    crossCheck = false,
  ): Promise<CheckAnswer> {
    const { entries } = await readInstalled(rulesDir);
    return checkInThread({
      rulesDir,
      bytes,
      layers: entries
        .toSorted((a, b) => b.layer.localeCompare(a.layer))
        .map(({ id, version, origin, layer, ref, kind, engines }) => ({
          layer,
          source: sourceOf(layer),
          advisory: false,
          entry: { pack: { id, version, origin }, ref, kind, engines, xsdEngine },
        })),
      severities: new Map(),
      crossCheck,
      layerMs: 60_000,
    });
  }

  const outcomes = ({ layers }: CheckAnswer): readonly string[] =>
    layers.map(({ layer, outcome }) => `${layer} ${outcome}`);

  it('is checked by it, and then by the rules', async () => {
    assert.deepEqual(outcomes(await checked(known, document('5', NOTE), 'own')), [
      'xsd valid',
      'en16931 valid',
    ]);
    assert.deepEqual(outcomes(await checked(known, document('5', SECTION), 'own')), [
      'xsd valid',
      'en16931 valid',
    ]);
    const wrong = await checked(known, document('5', '\n<Other/>'), 'own');
    assert.deepEqual(outcomes(wrong), ['xsd invalid', 'en16931 not_run']);
    const [finding] = wrong.layers[0]!.findings;
    assert.match(
      english(finding?.message ?? ''),
      /^Other is not allowed at this place: Note may stand here\./,
    );
    assert.deepEqual(finding?.location, { xpath: '/Invoice/Other', line: 2 });
  });

  it('is checked by libxml2 if the engine does not know its schema', async () => {
    assert.deepEqual(outcomes(await checked(unknown, document('5', NOTE), 'own'))[0], 'xsd valid');
    assert.deepEqual(outcomes(await checked(unknown, document('5', NOTE + NOTE), 'own'))[0], 'xsd invalid');
  });

  it('is checked by libxml2 if the engine has no verdict on it', async () => {
    const stated = `<Invoice xmlns="urn:small" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
      xmlns:xs="http://www.w3.org/2001/XMLSchema"><Total xsi:type="xs:NOTATION">5</Total></Invoice>`;
    const answer = await checked(known, new TextEncoder().encode(stated), 'own');
    assert.deepEqual(outcomes(answer)[0], 'xsd invalid');
  });

  it('is not read if it is not well-formed', async () => {
    const answer = await checked(known, document('5', '<Note>'), 'own');
    assert.deepEqual(
      answer.layers[0]!.findings.map(({ code }) => code),
      ['EI-XML-SYNTAX'],
    );
  });

  it('is checked by both engines in a cross-check, and a difference is reported', async () => {
    const ours = await checked(known, document('5', SECTION), 'own', true);
    const theirs = await checked(known, document('5', SECTION), 'libxml2', true);
    assert.deepEqual([outcomes(ours)[0], outcomes(theirs)[0]], ['xsd valid', 'xsd invalid']);
    assert.deepEqual(ours.differences, [
      { layer: 'xsd', pack: 'small-xsd 1', ids: [], kinds: ['valid', 'invalid'] },
    ]);
    assert.deepEqual(theirs.differences, [
      { layer: 'xsd', pack: 'small-xsd 1', ids: [], kinds: ['invalid', 'valid'] },
    ]);
    assert.deepEqual((await checked(known, document('5', NOTE), 'own', true)).differences, []);
    assert.deepEqual((await checked(known, document('5', '<Note>'), 'libxml2', true)).differences, []);
  });
});
