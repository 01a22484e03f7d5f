'use strict';

/** Whether `npm test` runs a file. What proves by volume lies in the folders of `test/proofs`: `npm run proofs`. */
exports.isTest = (file) => file.endsWith('.test.ts') && !/^test\/proofs\/.*\//.test(file);
