'use strict';
const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');

const PROJECT = join(__dirname, '..');

/** A file of seconds for each test file of the last run. */
const FOLDER = join(PROJECT, 'node_modules/.cache/test-costs');

/** A test file that takes more processor time than this is named by `npm run check`. */
const MAX_SECONDS = 4;

const TICKS_A_SECOND = 100;

/**
 * Processor seconds of this process and of all that it has started, directly or not: a browser and a service that several files share still run
 * when a file ends.
 */
function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + ticksOf(process.pid, 'of those that have ended') / TICKS_A_SECOND;
}

/** Of a process, unless only its children that have ended are meant, and of those that it has started and that still run. */
function ticksOf(pid, whose) {
  try {
    // proc(5): utime and stime are the 14th and 15th field, those of children that have ended the next two; the second, a name in parentheses,
    // may have blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    const own = fields.slice(whose ? 13 : 11, 15).map(Number);
    return [...own, ...startedBy(pid).map((each) => ticksOf(each))].reduce((sum, ticks) => sum + ticks);
  } catch {
    // Only Linux tells it, and a process may just have ended.
    return 0;
  }
}

const startedBy = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap(
    (thread) => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').match(/\d+/g) ?? [],
  );

/** Each file costs what was spent since the end of the file before: its imports, hooks and tests. */
let before = 0;
let file;

exports.mochaHooks = {
  beforeEach() {
    file ??= this.currentTest.file;
  },
  afterAll() {
    const now = spent();
    if (file) {
      keep(join(FOLDER, encodeURIComponent(relative(PROJECT, file))), Math.max(0, now - before).toFixed(1));
    }
    before = now;
    file = undefined;
  },
};

/** Writes what a later run reads. A user who may not write there, after one who may, runs the tests without it. */
function keep(path, text) {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    if (!['EACCES', 'EROFS'].includes(error.code)) throw error;
  }
}

exports.keep = keep;

exports.spent = spent;

exports.forgetCosts = () => rmSync(FOLDER, { recursive: true, force: true });

/** @returns the files that cost too much, the dearest first. */
exports.dearFiles = () =>
  readdirSync(FOLDER)
    .map((name) => ({
      file: decodeURIComponent(name),
      seconds: Number(readFileSync(join(FOLDER, name), 'utf8')),
    }))
    .filter(({ seconds }) => seconds > MAX_SECONDS)
    .sort((one, other) => other.seconds - one.seconds);
