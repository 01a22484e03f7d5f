// Each outcome proved to a reader, on each store; `npm test` has another one on each (test/support/volume.ts).
import '../../smoke/smoke.test.ts';
