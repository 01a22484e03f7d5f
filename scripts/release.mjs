// `npm run release -- --dry` makes everything that a release publishes, in dist/release/<version>/, and publishes nothing (docs/releasing.md).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './pack-folder.mjs';

if (process.argv[2] !== '--dry' || process.argv.length > 3) {
  console.error(
    'Nothing is published from here: npm run release -- --dry makes the files (docs/releasing.md).',
  );
  process.exit(2);
}

const MAX_PRINTED = 64 * 1024 * 1024;
/** The mark of npm. */
const OF_TOOLS = 'cdx:npm:package:development';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = join(root, 'dist/release', version);
/** What cannot be made on this machine, and why. */
const missing = [];

const start = (program, words, stdout) =>
  spawnSync(program, words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: MAX_PRINTED,
    stdio: ['ignore', stdout, 'inherit'],
  });

/** @returns what it prints, if `stdout` is `pipe`. */
function run(program, words, stdout = 'inherit') {
  const ended = start(program, words, stdout);
  if (ended.status !== 0) throw new Error(`${[program, ...words].join(' ')} failed.`, { cause: ended.error });
  return ended.stdout;
}

/** Runs a program that a machine may lack, or a part of it. */
function runIfThere(what, name, words) {
  const [program, ...parts] = name.split(' ');
  const look = spawnSync(program, [...parts, 'version'], { stdio: 'ignore' });
  if (look.status !== 0) missing.push(`${what}: ${name} is not installed here`);
  else if (start(program, [...parts, ...words], 'inherit').status !== 0)
    missing.push(`${what}: ${name} ${words[0]} failed, as it says above`);
}

/**
 * By npm, whose two faults (11.19) are corrected: with `--omit=dev` it leaves out packages that tools need, too, and a version that is
 * installed twice, for a tool and for the service, has the mark of a tool.
 */
function billOfMaterials() {
  const bill = JSON.parse(run('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], 'pipe'));
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const shipped = new Set(
    Object.entries(packages)
      .filter(([, { dev }]) => !dev)
      .map(([path, { version: of }]) => `${path.split('node_modules/').at(-1)}@${of}`),
  );
  const components = bill.components.map((one) => {
    const properties = one.properties.filter(({ name }) => name !== OF_TOOLS);
    const isMarked = properties.length < one.properties.length;
    return isMarked && shipped.has(`${one.name}@${one.version}`)
      ? { ...one, scope: 'required', properties }
      : one;
  });
  return { ...bill, components };
}

// The rules first: they build the service, which empties dist/.
run('npm', ['run', '--silent', 'pack:rules']);
run('npm', ['run', '--silent', 'pack:client']);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(join(root, 'dist')))
  if (name.endsWith(`-${version}.tgz`)) cpSync(join(root, 'dist', name), join(folder, name));

writeFileSync(join(folder, `sbom-${version}.cdx.json`), JSON.stringify(billOfMaterials(), null, 2));

runIfThere('the chart', 'helm', ['package', 'deploy/helm/invoice-delivery', '--destination', folder]);
const archive = `type=oci,dest=${join(folder, `invoice-delivery-${version}.oci.tar`)}`;
runIfThere('the image', 'docker buildx', [
  ...['build', '--platform', 'linux/amd64,linux/arm64'],
  ...['--output', archive, '.'],
]);

const names = readdirSync(folder).sort();
const sums = names.map((name) => {
  const sum = createHash('sha256').update(readFileSync(join(folder, name)));
  return `${sum.digest('hex')}  ${name}\n`;
});
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));

console.log(`\n${folder}:\n${[...names, 'SHA256SUMS'].map((name) => `  ${name}`).join('\n')}`);
for (const reason of missing) console.log(`Not made: ${reason}.`);
console.log('Nothing was published.');
