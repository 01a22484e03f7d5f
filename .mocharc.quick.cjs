'use strict';
const whole = require('./.mocharc.cjs');

/** What needs no process, browser or benchmark, without what takes longest. */
module.exports = {
  ...whole,
  spec: [
    'test/{application,docs,domain,examples,rules,validators}/**/*.test.ts',
    'test/adapters/{catalogue,http,prometheus,sealing,system}/**/*.test.ts',
  ],
  ignore: [
    'test/adapters/http/{large-bodies,refusals}.test.ts',
    'test/domain/checks/early-rules/{parity,peppol,romania,route-rules-official}.test.ts',
    'test/domain/documents/{generated,recorded-cases}.test.ts',
    'test/rules/{cii-schema,coverage,mutants}.test.ts',
    'test/rules/{cii,cius-ro,fr-ctc,peppol}/**',
    'test/validators/engine/{compile,saxon,xml}/**',
    'test/validators/engine/runtime/{decimal,regex}.test.ts',
    'test/validators/{packs,pool,xsd}/**',
  ],
  jobs: 2,
};
