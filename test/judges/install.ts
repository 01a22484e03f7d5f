import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  DEBIAN_PACKAGES,
  exists,
  folderOf,
  isInstalled,
  type Judge,
  type Registry,
  whyMissing,
} from '../support/judges.ts';

const MAX_TRIES = 3;
const MAX_TRY_MS = 180_000;
/** A program that is compiled here. */
const MAX_BUILD_MS = 1_200_000;
const PAUSE_MS = 5_000;

/** Runs a program. @returns why it failed, if it did. */
export type Run = (program: string, ...args: readonly string[]) => Promise<string | undefined>;

export interface Tools {
  readonly run: Run;
  readonly pauseMs: number;
  /** Packages of Debian can be installed. */
  readonly isDebianRoot: boolean;
}

const TOOLS: Tools = {
  run,
  pauseMs: PAUSE_MS,
  isDebianRoot: process.getuid?.() === 0 && exists('apt-get'),
};

/**
 * Installs the judges that are missing, each in up to three tries.
 * @returns those that are missing still, by name, with the reason.
 */
export async function installJudges(
  judges: readonly Judge[],
  tools: Tools = TOOLS,
): Promise<ReadonlyMap<string, string>> {
  const missing = judges.filter((judge) => whyMissing(judge) !== undefined);
  const ofDebian = [...new Set(missing.flatMap(debianPackages))];
  const refused = await installInTurn(ofDebian, (name) => installFromDebian(name, tools), tools);
  const others = Object.keys(INSTALLERS) as (keyof typeof INSTALLERS)[];
  const failed = await Promise.all(
    others.map((registry) =>
      installInTurn(
        missing.filter((judge) => judge.registry === registry && !isInstalled(judge)),
        (judge) => installInFolder(judge, INSTALLERS[registry], tools),
        tools,
      ),
    ),
  );
  const reasons = new Map(failed.flatMap((some) => [...some]));
  return new Map(
    missing.flatMap((judge) => {
      const why = whyMissing(judge);
      const cause =
        reasons.get(judge) ??
        debianPackages(judge)
          .map((name) => refused.get(name))
          .find(Boolean);
      return why === undefined ? [] : [[judge.name, cause ?? why] as const];
    }),
  );
}

/** The packages of Debian that a judge lacks: its own, and those of programs that install or run it. */
function debianPackages(judge: Judge): readonly string[] {
  const { registry, needs = [], provides = [] } = judge;
  const own = provides.every(exists) ? [] : packagesOf(judge).map(([name]) => name);
  const programs = [...needs, ...(NEEDED_TO_INSTALL[registry] ?? [])].filter((program) => !exists(program));
  return [...own, ...programs.map((program) => DEBIAN_PACKAGES[program] ?? program)];
}

const NEEDED_TO_INSTALL: Partial<Record<Registry, readonly string[]>> = {
  cargo: ['cargo'],
  go: ['go'],
  maven: ['java', 'mvn'],
  pypi: ['python3'],
};

/** One after another. After a failure in all tries the registry may be out of reach: the others get one try each. */
async function installInTurn<T>(
  things: readonly T[],
  install: (thing: T) => Promise<string | undefined>,
  { pauseMs }: Tools,
): Promise<ReadonlyMap<T, string>> {
  const failed = new Map<T, string>();
  for (const thing of things) {
    const tries = failed.size === 0 ? MAX_TRIES : 1;
    let reason = await install(thing);
    for (let tried = 1; reason !== undefined && tried < tries; tried++) {
      await setTimeout(pauseMs * tried);
      reason = await install(thing);
    }
    if (reason !== undefined) failed.set(thing, reason);
  }
  return failed;
}

async function installFromDebian(name: string, { run, isDebianRoot }: Tools): Promise<string | undefined> {
  if (!isDebianRoot) return `needs Debian's package ${name}: apt-get install ${name}`;
  const install = () => run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name);
  // The lists of packages may be old, or empty.
  if ((await install()) === undefined) return undefined;
  return (await run('apt-get', 'update', '-qq')) ?? (await install());
}

type Installer = (judge: Judge, folder: string, run: Run) => Promise<string | undefined>;

const INSTALLERS: Readonly<Record<Exclude<Registry, 'debian'>, Installer>> = {
  cargo: ({ package: name, version }, folder, run) =>
    run('cargo', 'install', name, '--version', version, '--locked', '--root', folder),
  // A module is a library: the program that asks it is in a folder of this one, by the judge's name.
  go: async ({ name, package: module, version }, folder, run) => {
    copyFileSync(new URL(`${name}/main.go`, import.meta.url), join(folder, 'main.go'));
    return (
      (await run('go', '-C', folder, 'mod', 'init', 'judge')) ??
      (await run('go', '-C', folder, 'get', `${module}@v${version}`)) ??
      (await run('go', '-C', folder, 'build', '-o', 'judge', '.'))
    );
  },
  maven: (judge, folder, run) => {
    const pom = join(folder, 'pom.xml');
    writeFileSync(pom, pomOf(judge));
    return run('mvn', '-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`);
  },
  npm: (judge, folder, run) => {
    const packages = packagesOf(judge).map(([name, version]) => `${name}@${version}`);
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
    return run('npm', 'install', ...flags, ...packages);
  },
  pypi: async (judge, folder, run) => {
    const python = await findPython(judge.python ?? '3', run);
    if (python === undefined) return `needs Python ${judge.python ?? '3'} or later`;
    const packages = packagesOf(judge).map(([name, version]) => `${name}==${version}`);
    // A source package would run code while it is installed.
    const flags = ['-q', '--only-binary', ':all:', ...(judge.alone ? ['--no-deps'] : [])];
    return (
      (await run(python, '-m', 'venv', folder)) ??
      (await run(join(folder, 'bin/python'), '-m', 'pip', 'install', ...flags, ...packages))
    );
  },
};

/**
 * Installs into a folder of its own, to which the judge's path is linked at last: a judge is installed whole or not at
 * all, also by two installers at once. Virtual environments of Python contain their path, so they cannot be moved.
 */
async function installInFolder(judge: Judge, install: Installer, tools: Tools): Promise<string | undefined> {
  const path = folderOf(judge);
  mkdirSync(dirname(path), { recursive: true });
  const folder = mkdtempSync(`${path}.`);
  const reason = await install(judge, folder, tools.run);
  if (reason !== undefined) {
    rmSync(folder, { recursive: true });
    return reason;
  }
  symlinkSync(folder, `${folder}.link`);
  renameSync(`${folder}.link`, path);
  return undefined;
}

const packagesOf = (judge: Judge): readonly (readonly [name: string, version: string])[] => [
  [judge.package, judge.version],
  ...Object.entries(judge.with ?? {}),
];

function pomOf(judge: Judge): string {
  const dependencies = packagesOf(judge).map(([name, version]) => {
    const [group, artifact] = name.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>judges</groupId><artifactId>${judge.name}</artifactId><version>1</version>
<dependencies>${dependencies.join('\n')}</dependencies></project>
`;
}

async function findPython(lowest: string, run: Run): Promise<string | undefined> {
  const versions = join(homedir(), '.pyenv/versions');
  const ofPyenv = existsSync(versions)
    ? readdirSync(versions).map((one) => join(versions, one, 'bin/python3'))
    : [];
  const isOldEnough = `import sys; sys.exit(sys.version_info < (${lowest.replaceAll('.', ',')},))`;
  for (const python of ['python3', 'python3.13', 'python3.12', ...ofPyenv])
    if (exists(python) && (await run(python, '-c', isOldEnough)) === undefined) return python;
  return undefined;
}

const ERROR_LINE = /^(?:npm error(?: \w+)?|ERROR:|E:|error:|\[ERROR\])\s*/;
const MAX_REASON_CHARS = 300;

function run(program: string, ...args: readonly string[]): Promise<string | undefined> {
  // `npm run -s` would keep npm from stating why it fails.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', npm_config_loglevel: 'error' };
  const timeout = ['cargo', 'go'].includes(program) ? MAX_BUILD_MS : MAX_TRY_MS;
  const options = { env, timeout, killSignal: 'SIGKILL', maxBuffer: 16_000_000 } as const;
  return new Promise((resolve) =>
    execFile(program, [...args], options, (error, stdout, stderr) => {
      if (!error) return resolve(undefined);
      if (error.killed) return resolve(`${program} took longer than ${timeout / 1000} s`);
      const lines = `${stdout}\n${stderr}`.split('\n').map((line) => line.trim());
      const errors = lines
        .filter((line) => ERROR_LINE.test(line))
        .map((line) => line.replace(ERROR_LINE, ''));
      const text =
        errors.length > 0
          ? errors.join(' ')
          : (lines.findLast((line) => line !== '') ?? error.message.trim());
      resolve(`${program}: ${text.slice(0, MAX_REASON_CHARS)}`);
    }),
  );
}
