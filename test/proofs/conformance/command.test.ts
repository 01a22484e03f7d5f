import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RecordedVerdict } from '../verdicts/reference.ts';
import { builtConformance } from '../../support/built.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const reference = process.env['REFERENCE_DATA'] ?? join(root, '../shared');
const verdictsFile = join(reference, 'conformance/verdicts.jsonl');

describe('npx tsx test/proofs/conformance/command.ts', function () {
  let folder: string;
  let verdict: RecordedVerdict;

  const conformance = (verdicts: readonly unknown[]) => {
    const file = join(folder, 'verdicts.jsonl');
    writeFileSync(file, verdicts.map((each) => JSON.stringify(each)).join('\n'));
    const command = [builtConformance(), '--cases', join(folder, 'cases'), '--verdicts', file, '--strict'];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
    return { status, stdout: `${stdout}${stderr}` };
  };

  before(function () {
    if (existsSync(verdictsFile)) return;
    console.log(`      skipped: no recorded verdicts at ${verdictsFile}; set REFERENCE_DATA`);
    this.skip();
  });

  beforeEach(() => {
    const recorded = readFileSync(verdictsFile, 'utf8')
      .split('\n')
      .map((line) => JSON.parse(line || '{}') as Partial<RecordedVerdict>);
    verdict = recorded.find(
      ({ xsd_valid: valid, layers = [] }) => valid && Object.keys(layers[0]?.fired ?? {}).length === 1,
    ) as RecordedVerdict;
    folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    const copy = join(folder, 'cases', verdict.case);
    mkdirSync(dirname(copy), { recursive: true });
    copyFileSync(join(reference, 'conformance/cases', verdict.case), copy);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('succeeds if every layer has the recorded verdict', () => {
    const { status, stdout } = conformance([verdict]);
    assert.equal(status, 0, stdout);
    assert.match(stdout, /1 cases, \d layers, 0 without a pack, 0 differences/);
  });

  it('names each difference and fails: a schema verdict, a rule, a missing pack, a file without a verdict', () => {
    writeFileSync(join(folder, 'cases/stray.xml'), '<a/>');
    const layers = verdict.layers.map((layer) => ({
      ...layer,
      fired: { ...layer.fired, 'BR-99': { flag: 'fatal', count: 1 } },
    }));
    const { status, stdout } = conformance([
      {
        ...verdict,
        xsd_valid: false,
        layers: [...layers, { pack: 'gone-1', schematron: 'g.sch', fired: {} }],
      },
    ]);
    assert.equal(status, 1);
    assert.match(stdout, /xsd: valid, recorded as invalid/);
    assert.match(stdout, /missing BR-99/);
    assert.match(stdout, /stray\.xml: no verdict names this file/);
    assert.match(stdout, /1 without a pack/);
  });
});
