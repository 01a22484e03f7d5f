'use strict';
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');

const PROJECT = join(__dirname, '../..');

/** Processor time of each file in the last run: of its process from the end of the file before, and of the processes that it has ended. */
const COSTS = join(PROJECT, 'node_modules/.cache/test-costs');

const TICKS_A_SECOND = 100;

/** Seconds of this process and of its children that have ended. Linux alone tells the latter. */
function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + ofChildren();
}

function ofChildren() {
  try {
    // proc(5): cutime and cstime are the 16th and 17th field; the second, a name in parentheses, may have blanks.
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND;
  } catch {
    return 0;
  }
}

let before = 0;
let file;

module.exports = {
  COSTS,
  mochaHooks: {
    beforeEach() {
      file ??= this.currentTest.file;
    },
    afterAll() {
      const now = spent();
      if (file) {
        const name = relative(PROJECT, file);
        mkdirSync(COSTS, { recursive: true });
        writeFileSync(join(COSTS, name.replaceAll(/[\\/]/g, '+')), String(now - before));
      }
      before = now;
      file = undefined;
    },
  },
};
