import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { MessageChannel } from 'node:worker_threads';
import sinon from 'sinon';
import type { FileReading } from '../../../src/domain/findings/file-reading.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { LAYER_SOURCES } from 'en16931-rules/layers/layer-selection.ts';
import { readInstalled } from 'en16931-rules/packs/installed.ts';
import workInThread from '../../../src/adapters/piscina/check-thread.ts';
import { DEFAULT_XSD_ENGINE, type CheckOrder, type LayerTask } from 'en16931-rules/pool/task.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { emptyFolder } from '../../support/folder.ts';
import {
  SMALL_FORMS,
  SMALL_SCHEMA,
  TOTAL_RULES,
  bringSmallPacks,
  document,
  smallRules,
} from '../../support/small-packs.ts';

const NOTES = smallRules(
  '<rule context="s:Note"><assert id="N-1" test="normalize-space()">Empty.</assert></rule>',
);
const LAYERS = ['xsd', 'en16931', 'xrechnung'] as const;

interface Answered {
  readonly reading: FileReading;
  readonly layers: readonly Layer[] | undefined;
  /** Every parsed document has its own names. */
  readonly parsed: number;
}

describe('a file that is read and then checked in one thread', () => {
  const folder = emptyFolder();
  let order: CheckOrder;

  before(async () => {
    await bringSmallPacks(folder.path, [
      { layer: 'xsd', text: SMALL_SCHEMA },
      { layer: 'en16931', text: TOTAL_RULES },
      { layer: 'xrechnung', text: NOTES },
    ]);
    const { entries } = await readInstalled(folder.path);
    const layers = LAYERS.map((layer): LayerTask => {
      const { id, version, origin, ref, kind, engines } = entries.find((entry) => entry.layer === layer)!;
      const pack = { id, version, origin };
      const entry = { pack, ref, kind, engines, xsdEngine: DEFAULT_XSD_ENGINE } as const;
      return { layer, source: LAYER_SOURCES[layer], advisory: false, entry };
    });
    order = { layers, severities: new Map(), crossCheck: false, layerMs: 60_000 };
  });
  after(() => folder.remove());
  const fakes = sinon.createSandbox();
  afterEach(() => fakes.restore());

  /** @param next what to check after the reading; nothing is checked if there is none. */
  async function handed(bytes: Uint8Array, next?: CheckOrder): Promise<Answered> {
    const names = fakes.spy(Vocabulary.prototype, 'extend');
    const { port1, port2 } = new MessageChannel();
    const read = new Promise<FileReading>((resolve) => port1.once('message', resolve));
    const task = { rulesDir: folder.path, bytes, asker: port2 };
    const answer = workInThread(task, SMALL_FORMS);
    const reading = await read;
    if (next) port1.postMessage(next);
    else port1.close();
    const layers = (await answer)?.layers;
    port1.close();
    names.restore();
    return { reading, layers, parsed: names.callCount };
  }

  const shown = ({ layers }: Answered) =>
    layers?.map(({ layer, outcome, findings }) => [layer, outcome, ...findings.map(({ code }) => code)]);

  it('is checked with packs that its thread loads after parsing it', async () => {
    const first = await handed(document('-1', '<Note>n</Note>'), order);
    assert.deepEqual(shown(first), [
      ['xsd', 'valid'],
      ['en16931', 'invalid', 'S-1'],
      ['xrechnung', 'valid'],
    ]);
  });

  it('is parsed once if its thread has the packs', async () => {
    const { reading, layers, parsed } = await handed(document('5', '<Note>n</Note>'), order);
    assert.ok(reading.reading === 'read');
    assert.deepEqual([reading.facts.number, reading.facts.specification], ['5', 'n']);
    assert.deepEqual(
      layers?.map(({ outcome }) => outcome),
      ['valid', 'valid', 'valid'],
    );
    assert.equal(parsed, 1);
  });

  it('is only read if no layer is requested', async () => {
    const { reading, layers, parsed } = await handed(document('5'));
    assert.deepEqual(withEnglish([reading.reading, layers, parsed]), ['read', undefined, 1]);
  });

  it('is refused if it is unreadable', async () => {
    const { reading } = await handed(document('5').slice(0, -3));
    assert.ok(reading.reading === 'refused');
    assert.equal(reading.findings[0].code, 'EI-XML-SYNTAX');
  });

  for (const [what, text, says] of [
    ['JSON', '{"invoice":{}}', 'the file is JSON, not XML'],
    ['a list in JSON after a byte order mark', '\xef\xbb\xbf\n[1]', 'the file is JSON, not XML'],
    ['a page', '<!DOCTYPE html>\n<html><body>', 'the file is HTML, not XML'],
    ['a page without a DOCTYPE', '<html lang=de><br>', 'the file is HTML, not XML'],
    ['an archive', 'PK\x03\x04\xff', 'the file is ZIP, not XML'],
    ['a compressed file', '\x1f\x8b\x08', 'the file is gzip, not XML'],
    ['EDIFACT', "UNA:+.? 'UNB+UNOC:3+", 'the file is EDIFACT, not XML'],
    ['a signed file', '0\x82\x12\x34\x06\x09', 'the file is PKCS #7 (.p7m), not XML'],
    ['blanks', ' \r\n', 'the file is empty'],
    ['a table', 'Nr;Datum\n1;2', 'no element: XML begins with "<"'],
    ['an invoice that breaks off', '<Invoice>', 'the document ends inside an element'],
  ] as const)
    it(`says what was sent if it is ${what}`, async () => {
      const { reading } = await handed(Buffer.from(text, 'latin1'));
      assert.ok(reading.reading === 'refused');
      assert.equal(english(reading.findings[0].message).replace(/^.*?: /, ''), `${says}.`);
    });
});
