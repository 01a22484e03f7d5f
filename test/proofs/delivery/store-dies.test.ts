import { LASTING_SERVERS } from '../../../scripts/mongo-server.ts';
import { drillsOn } from './store-drill.ts';

const isHere = LASTING_SERVERS['stand-in'].isHere();
const why = isHere ? '' : ' (the reference data has none)';

(isHere ? describe : describe.skip)(
  `a store that dies, freezes and loses replies, on its stand-in${why}`,
  () => drillsOn('stand-in', { kills: 10 }),
);
