import { documentDbServer, hasDocumentDb, type MongoServer } from '../../../scripts/mongo-server.ts';
import type { StoreInUse } from '../../support/each-store.ts';
import { emptyFolder } from '../../support/folder.ts';
import { freshDatabase } from '../../support/mongo-server.ts';
import { killedAtEveryStep } from './kills.ts';

/** The engine of a large cloud's database: what fails here fails there. */
const suite = hasDocumentDb() ? describe : describe.skip;
const why = hasDocumentDb() ? '' : ' (the reference data has none)';

suite(`kill -9 at every step of a delivery, on DocumentDB${why}`, () => {
  let server: MongoServer;
  before(async () => (server = await documentDbServer()));
  after(() => void server.process?.kill());

  const open = (): StoreInUse => {
    const { path, remove } = emptyFolder();
    return { folder: path, env: { STORE_URL: freshDatabase(server.url) }, remove };
  };
  killedAtEveryStep(open, { kills: 40, name: 'documentdb' });
});
