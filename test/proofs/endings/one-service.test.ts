// One service with every network, whole on each store; `npm test` has on MongoDB one of each outcome (test/support/volume.ts).
import '../../smoke/smoke.test.ts';
