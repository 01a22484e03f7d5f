'use strict';
const { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');

const PROJECT = join(__dirname, '..');

/** A file of seconds for each test file of the last run. */
const FOLDER = join(PROJECT, 'node_modules/.cache/test-costs');

/** A test file that takes more processor time than this is named by `npm run check`. */
const MAX_SECONDS = 4;

const TICKS_A_SECOND = 100;

/** Processor seconds of this process, and of the processes that it has started and that have ended. */
function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + spentByChildren();
}

function spentByChildren() {
  try {
    // proc(5): cutime and cstime are the 16th and 17th field; the second, a name in parentheses, may have blanks.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
  } catch {
    // Only Linux tells it.
    return 0;
  }
}

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
      keep(join(FOLDER, encodeURIComponent(relative(PROJECT, file))), (now - before).toFixed(1));
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
