'use strict';
const { 'node-option': options, reporter, timeout } = require('./.mocharc.cjs');

/** For one test file of `test/proofs`, which `npm run proofs` names. */
module.exports = { 'node-option': options, reporter, timeout, exit: true };
