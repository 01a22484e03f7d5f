import { describeOnMongoStore } from '../../support/each-store.ts';
import { killedAtEveryStep } from './kills.ts';

describeOnMongoStore('kill -9 at every step of a delivery', killedAtEveryStep);
