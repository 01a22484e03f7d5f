import { describeOnSqliteStore } from '../../support/each-store.ts';
import { killedAtEveryStep } from './kills.ts';

describeOnSqliteStore('kill -9 at every step of a delivery', killedAtEveryStep);
