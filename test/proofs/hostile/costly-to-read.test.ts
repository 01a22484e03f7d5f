import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stringValue, textNodes } from 'en16931-rules/engine/xml/values.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { ADVERSARIES } from './adversarial.ts';
import { read } from '../../validators/engine/xml/reading.ts';

/** Processor time, because other programs may run. A harmless document of 5 MB takes a twentieth of it. */
const ALLOWED_MS = 4_000;

describe('a document made to cost as much as possible', () => {
  for (const [name, { make, parser }] of Object.entries(ADVERSARIES))
    it(`is read within the limit: ${name}`, function () {
      const bytes = Buffer.from(make());
      assert.ok(bytes.length <= 5_000_000, String(bytes.length));
      const shared = new Vocabulary();
      const before = process.cpuUsage();
      const result = read(bytes, shared);
      if (!('kind' in result))
        for (const element of [0, 1, 2]) if (element < result.count) touch(result, element);
      const { user, system } = process.cpuUsage(before);
      assert.equal('kind' in result ? result.kind : 'reads', parser);
      assert.ok((user + system) / 1000 < ALLOWED_MS, `${String((user + system) / 1000)} ms`);
      assert.equal(shared.version, new Vocabulary().version, 'nothing is left behind');
    });

  // In a process with many regular expressions, as one with rules is, V8 stops optimising them: then they need more memory.
  it('is read with the same result if regular expressions are not optimised', () => {
    const program = fileURLToPath(new URL('read-adversaries.ts', import.meta.url));
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--no-regexp-optimization', '--import=tsx', program],
      { encoding: 'utf8' },
    );
    assert.equal(stdout + stderr, '');
  });
});

function touch(document: Parameters<typeof stringValue>[0], element: number): void {
  stringValue(document, element);
  if (element > 0) textNodes(document, element);
}
