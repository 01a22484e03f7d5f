// A death before and after each call of a collection; `npm test` has one of both for each call (test/support/volume.ts).
import '../../application/received/collect-packages.test.ts';
