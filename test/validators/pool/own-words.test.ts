import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import type { PackOrigin } from 'en16931-rules/vocabulary/layer.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import checkInThread from '../../../src/adapters/piscina/check-thread.ts';
import { DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';
import { emptyFolder } from '../../support/folder.ts';
import { bringSmallPacks, document, smallRules } from '../../support/small-packs.ts';

const OFFICIAL = smallRules(
  `<rule context="/*"><assert id="S-1" test="s:Total >= 0">[S-1] A total shall be positive.</assert></rule>
   <rule context="s:Note"><assert id="N-1" test="normalize-space()">[N-1] A note shall say something.</assert>
     <assert id="N-2" test="not(. = 'x')">[N-2] Not x.</assert>
     <assert test="not(. = 'y')">Not y.</assert></rule>`,
);
const OURS = smallRules(
  `<rule context="s:Total"><assert id="S-1" test=". >= 0">The total is negative (<value-of select="."/> stated).</assert></rule>
   <rule context="s:Note"><assert id="N-1" test="normalize-space()">Note <value-of select="count(preceding-sibling::s:Note) + 1"/> is empty.</assert></rule>`,
);

/** Checked by the official pack, with the pack written here beside it. */
async function judged(bytes: Uint8Array, ours = OURS, edit = same): Promise<Layer> {
  const { path, remove } = emptyFolder();
  try {
    return await judgedIn(path, bytes, ours, edit);
  } finally {
    remove();
  }
}

const same = (folder: string): string => folder;

async function judgedIn(
  rulesDir: string,
  bytes: Uint8Array,
  ours: string,
  edit: (folder: string) => string,
): Promise<Layer> {
  const packs: readonly (readonly [PackOrigin, string])[] = [
    ['official', OFFICIAL],
    ['built-in', ours],
  ];
  for (const [origin, text] of packs) await bringSmallPacks(rulesDir, [{ layer: 'en16931', text, origin }]);
  const { entries } = await readInstalled(rulesDir);
  const [official] = entries.filter(({ origin }) => origin === 'official');
  const [own] = entries.filter(({ origin }) => origin === 'built-in');
  assert.ok(official);
  const ownWords = own && { ...own.ref, folder: edit(own.ref.folder) };
  const { layers } = await checkInThread({
    rulesDir,
    bytes,
    layers: [
      {
        layer: 'en16931',
        source: 'EN16931',
        advisory: false,
        entry: {
          pack: { id: official.id, version: official.version, origin: 'official' },
          ref: official.ref,
          kind: 'schematron',
          engines: ['compiled'],
          xsdEngine: DEFAULT_XSD_ENGINE,
          ...(ownWords && { ownWords }),
        },
      },
    ],
    severities: new Map(),
    crossCheck: false,
    layerMs: 60_000,
  });
  const [layer] = layers;
  assert.ok(layer);
  return layer;
}

const words = ({ findings }: Layer): readonly (readonly [string, string, string | undefined])[] =>
  findings.map(({ code, message, officialMessage }: Finding) => [code, english(message), officialMessage]);

describe('a finding of an official pack', () => {
  it('is reported in our text with the figures, for every published rule', async () => {
    const layer = await judged(document('-5'));
    assert.equal(layer.outcome, 'invalid');
    assert.deepEqual(words(layer), [
      ['S-1', 'The total is negative (-5 stated).', '[S-1] A total shall be positive.'],
    ]);
  });

  it('has the text for its own position', async () => {
    const official = '[N-1] A note shall say something.';
    assert.deepEqual(words(await judged(document('5', '<Note/><Note>a</Note><Note/>'))), [
      ['N-1', 'Note 1 is empty.', official],
      ['N-1', 'Note 3 is empty.', official],
    ]);
  });

  it('keeps the publisher’s text if we have none for it', async () => {
    assert.deepEqual(words(await judged(document('5', '<Note>x</Note>'))), [
      ['N-2', '[N-2] Not x.', '[N-2] Not x.'],
    ]);
  });

  it('has no second message if its rule has no id', async () => {
    assert.deepEqual(words(await judged(document('5', '<Note>y</Note>'))), [
      ['EI-RULE', 'Not y.', undefined],
    ]);
  });

  it('keeps the publisher’s text, and its verdict, if our rules are missing', async () => {
    const layer = await judged(document('-5'), OURS, () => 'nowhere');
    assert.equal(layer.outcome, 'invalid');
    const official = '[S-1] A total shall be positive.';
    assert.deepEqual(words(layer), [['S-1', official, official]]);
  });

  it('keeps the publisher’s text, and its verdict, if our rules end with an error', async () => {
    const broken = smallRules(
      `<rule context="s:Total"><assert id="S-1" test="xs:date(.) = xs:date(.)">No.</assert></rule>`,
    );
    const layer = await judged(document('-5'), broken);
    assert.equal(layer.outcome, 'invalid');
    assert.equal(english(layer.findings[0]?.message), '[S-1] A total shall be positive.');
  });
});

describe('a rule that an invoice breaks at too many places', () => {
  it('is reported at the first locations, and the last finding has the number of the others', async () => {
    const { findings } = await judged(document('5', '<Note/>'.repeat(50)));
    assert.equal(findings.length, 20);
    assert.deepEqual(
      findings.map(({ truncated }) => truncated).filter((left) => left !== undefined),
      [30],
    );
    assert.equal(findings.at(-1)?.truncated, 30);
  });
});
