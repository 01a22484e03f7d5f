import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: object;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const jsonIn = <T>(path: string): T => JSON.parse(readFileSync(join(projectFolder(), path), 'utf8')) as T;

const whole = jsonIn<Package & { readonly workspaces: readonly string[] }>('package.json');
const locked = jsonIn<{ readonly packages: Readonly<Record<string, Partial<Package>>> }>('package-lock.json');

describe('the packages', () => {
  for (const folder of whole.workspaces)
    describe(folder, () => {
      const {
        name,
        version,
        license,
        engines,
        dependencies = {},
      } = jsonIn<Package>(`${folder}/package.json`);

      it('has the version, the licence and the Node of the whole', () =>
        assert.deepEqual([version, license, engines], [whole.version, whole.license, whole.engines]));

      it('depends on what the whole depends on', () => {
        for (const [each, wanted] of Object.entries(dependencies))
          assert.equal(wanted, whole.dependencies?.[each], each);
      });

      it('is locked as it is', () => {
        assert.deepEqual(locked.packages[`node_modules/${name}`], { resolved: folder, link: true });
        assert.equal(locked.packages[folder]?.version, version);
        assert.deepEqual(locked.packages[folder]?.dependencies ?? {}, dependencies);
      });

      it('is there before an image installs its packages', () => {
        const dockerfile = readFileSync(join(projectFolder(), 'Dockerfile'), 'utf8');
        const before = dockerfile.slice(0, dockerfile.indexOf('RUN npm ci'));
        assert.match(before, new RegExp(`COPY ${folder}/package.json ./${folder}/`));
      });
    });
});
