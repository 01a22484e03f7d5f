import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { ran } from '../../support/programs.ts';

const fileIn = (path: string): string => readFileSync(join(projectFolder(), path), 'utf8');
const { version } = JSON.parse(fileIn('package.json')) as { version: string };
const FOLDER = `dist/release/${version}`;

interface Locked {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly version?: string;
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}
const isOfTools = ({ properties = [] }: Component): boolean =>
  properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');

describe('what a release publishes', () => {
  let said = '';
  before(function () {
    said = ran(process.execPath, [join(projectFolder(), 'scripts/release.mjs'), '--dry']);
  });

  it('has packages, a bill of materials and the sum of each file', () => {
    const sums = fileIn(`${FOLDER}/SHA256SUMS`)
      .trim()
      .split('\n')
      .map((line) => line.split('  '));
    const names = sums.map(([, name]) => name!);
    assert.deepEqual([...names, 'SHA256SUMS'].sort(), readdirSync(join(projectFolder(), FOLDER)).sort());
    for (const start of ['invoice-delivery-service', 'en16931-rules', 'en16931-rule-sources'])
      assert.ok(names.includes(`${start}-${version}.tgz`), start);
    for (const [sum, name] of sums)
      assert.equal(
        createHash('sha256')
          .update(readFileSync(join(projectFolder(), FOLDER, name!)))
          .digest('hex'),
        sum,
      );
  });

  it('names each package of the lock file, and marks those of tools', () => {
    const bill = JSON.parse(fileIn(`${FOLDER}/sbom-${version}.cdx.json`)) as {
      bomFormat: string;
      components: readonly Component[];
    };
    assert.equal(bill.bomFormat, 'CycloneDX');
    const ofTools = new Map(bill.components.map((one) => [`${one.name}@${one.version}`, isOfTools(one)]));
    const { packages } = JSON.parse(fileIn('package-lock.json')) as { packages: Record<string, Locked> };
    const ships = new Map<string, boolean>();
    for (const [path, { dev = false, link, version: locked }] of Object.entries(packages)) {
      const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${locked}`;
      if (path.startsWith('node_modules/') && !link) ships.set(name, ships.get(name) || !dev);
    }
    const wrong = [...ships].filter(([name, is]) => !ofTools.has(name) || (is && ofTools.get(name)));
    assert.deepEqual(wrong, []);
    assert.equal(bill.components.filter(({ name }) => name === 'mocha').every(isOfTools), true);
  });

  it('says what this machine cannot make, and publishes nothing', () => {
    assert.match(said, /Nothing was published\.\s*$/);
    const hasChart = readdirSync(join(projectFolder(), FOLDER)).includes(`invoice-delivery-${version}.tgz`);
    assert.equal(/Not made: the chart/.test(said), !hasChart);
    const isThere = (program: string, ...words: string[]): boolean =>
      spawnSync(program, [...words, 'version'], { stdio: 'ignore' }).status === 0;
    assert.equal(said.includes('helm is not installed here'), !isThere('helm'));
    assert.equal(said.includes('docker buildx is not installed here'), !isThere('docker', 'buildx'));
  });
});
