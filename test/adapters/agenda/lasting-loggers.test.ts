import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import '../../../src/adapters/agenda/lasting-loggers.ts';
import createDebug from 'debug';

describe('loggers of Agenda', () => {
  it('are derived once per name', () => {
    const logger = createDebug('jobs');
    assert.equal(logger.extend('run'), logger.extend('run'));
    assert.equal(logger.extend('run').namespace, 'jobs:run');
    assert.equal(logger.extend('run', '/').namespace, 'jobs/run');
    assert.equal(logger.extend('stop').namespace, 'jobs:stop');
  });

  it('come from the copy of debug that Agenda loads', () => {
    const ours = createRequire(import.meta.url);
    for (const name of ['agenda', '@agendajs/mongo-backend'])
      assert.equal(createRequire(ours.resolve(name)).resolve('debug'), ours.resolve('debug'));
  });
});
