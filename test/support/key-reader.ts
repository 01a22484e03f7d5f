import { mongoStores } from '../../src/adapters/mongo/mongo-stores.ts';
import { openMongo } from '../../src/adapters/mongo/open-mongo.ts';

// A process of a MongoDB store: it reads the data key of the client that a message names, and answers with it.
const mongo = await openMongo(process.argv[2]!, 'sandbox');
const { sealed } = mongoStores(mongo);
process.on('message', (client) => {
  void sealed.dataKey(String(client)).then((key) => process.send!({ key }));
});
process.on('disconnect', () => process.exit());
process.send!('ready');
