import assert from 'node:assert/strict';
import { JUDGES, PEERS } from '../../support/judges.ts';
import { measuredRun } from './measured-run.ts';
import { PEER_PROGRAMS } from './peer-programs.ts';

describe('a peer of the bench', () => {
  const OUTPUTS: Readonly<Record<string, string>> = {
    'ids check': '[{"file":"a.xml","valid":true},{"file":"b.xml","valid":false}]',
    'en16931-cli': '[{"source":"a.xml","valid":true},{"source":"b.xml","valid":false},{"source":"c.xml"}]',
    phive: 'valid\ta.xml\ninvalid\tb.xml\nfailed\tc.xml\n',
    Mustang: 'status valid a.xml\nstatus invalid b.xml\n<report/>\nstatus none c.xml\n',
    'factur-x': 'valid\ta.xml\ninvalid\tb.xml\nfailed\tc.xml\n',
    libxml2: 'valid\ta.xml\ninvalid\tb.xml\nfailed\tc.xml\n',
  };

  for (const { name, verdicts } of PEER_PROGRAMS)
    it(`gives its verdicts by file, and none where it gives none: ${name}`, () => {
      const [, output = ''] = Object.entries(OUTPUTS).find(([start]) => name.startsWith(start)) ?? [];
      assert.deepEqual(
        [...verdicts(output)],
        [
          ['a.xml', 'valid'],
          ['b.xml', 'invalid'],
        ],
      );
    });

  it('is no judge, so no test needs it', () => {
    const names = new Set(JUDGES.map(({ name }) => name));
    assert.ok(PEERS.length > 0 && PEERS.every(({ name }) => !names.has(name)));
  });

  it('is measured by its processor time and its peak of memory', async () => {
    const busy = 'const end = Date.now() + 300; while (Date.now() < end); console.log("done")';
    const { output, cpuMs, peakMb } = await measuredRun(process.execPath, ['-e', busy]);
    assert.equal(output, 'done\n');
    assert.ok(cpuMs > 0 && peakMb > 10, `${cpuMs} ms, ${peakMb} MB`);
  });
});
