import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

/** The optional npm package whose helper runs: a Java class that validates one document against one schema, and ends. */
const PACKAGE = 'xsd-schema-validator';
const HELPER = 'support.XMLValidator';

/** The package, or a Java that runs its helper, is missing. */
export class JavaMissing extends Error {}

/** @returns the folder of the package. @throws JavaMissing */
export function helperFolder(): string {
  try {
    // lib/validator.js
    return join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '..');
  } catch {
    throw new JavaMissing(`the npm package ${PACKAGE} is not installed`);
  }
}

const run = promisify(execFile);

/**
 * Compiles the helper for the installed Java: the package has it as its author's Java compiled it, and its install script, which would
 * compile it, is not run. It is put in place in one step, since several processes may start at once.
 * @throws JavaMissing
 */
export async function compileHelper(folder: string): Promise<void> {
  const home = join(folder, 'support');
  const made = await mkdtemp(join(home, 'making-')).catch(({ message }: Error) => {
    throw new JavaMissing(`its helper cannot be compiled (${message})`);
  });
  try {
    await run(program('javac'), ['-d', made, join(home, 'XMLValidator.java')]);
    await rename(join(made, 'support/XMLValidator.class'), join(home, 'XMLValidator.class'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new JavaMissing(
      `its helper cannot be compiled (${code === 'ENOENT' ? 'there is no javac' : message})`,
    );
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

function program(name: 'java' | 'javac'): string {
  const { JAVA_HOME: home } = process.env;
  return home ? join(home, 'bin', name) : name;
}

/** The output of a run of the helper. */
export interface JavaRun {
  /** Null if it did not end by itself. */
  readonly code: number | null;
  readonly printed: string;
  readonly complaints: string;
  /** Why it did not end by itself. */
  readonly reason?: string;
}

const HEAP = '-Xmx1g';
const OPTIONS = [
  HEAP,
  // It runs for one document, so the better compiler never pays off.
  '-XX:TieredStopAtLevel=1',
  '-XX:+UseSerialGC',
  '-Dfile.encoding=UTF-8',
  '-Dstdout.encoding=UTF-8',
  '-Dstderr.encoding=UTF-8',
  '-Duser.language=en',
  '-Djavax.xml.accessExternalDTD=',
  '-Djavax.xml.accessExternalSchema=file',
];

/** A busy machine delays a JVM. */
const PATIENCE_MS = 20_000;

/**
 * Runs the helper without the package's own call. That call reports a document as valid if its Java was killed, and as invalid if its Java
 * could not start.
 */
export async function runHelper(folder: string, schema: string, document: Uint8Array): Promise<JavaRun> {
  const call = [...OPTIONS, '-classpath', folder, HELPER, '-stdin', `-schema=${schema}`];
  const child = spawn(program('java'), call, { timeout: PATIENCE_MS, killSignal: 'SIGKILL' });
  // The process may end before it has read everything; its exit decides.
  child.stdin.on('error', () => undefined);
  child.stdin.end(document);
  const [end, printed, complaints] = await Promise.all([
    endHelper(child),
    beginning(child.stdout),
    beginning(child.stderr),
  ]);
  return { ...end, printed, complaints };
}

const endHelper = (child: ChildProcess): Promise<Pick<JavaRun, 'code' | 'reason'>> =>
  new Promise((resolve) => {
    child.once('error', ({ message }) =>
      resolve({ code: null, reason: `Java cannot be started: ${message}` }),
    );
    child.once('close', (code, signal) =>
      resolve({ code, ...(signal && { reason: `Java was ended by ${signal}` }) }),
    );
  });

/** Thousands of findings; more help no reader. */
const MAX_CHARACTERS = 1_000_000;

/** Reads to the end and keeps the beginning: a process that cannot write would stop. */
async function beginning(stream: Readable): Promise<string> {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8'))
    if (rest.length < MAX_CHARACTERS) rest += chunk as string;
  return rest;
}
