// A death before and after each call of a deletion; `npm test` has one of both for each call (test/support/volume.ts).
import '../../application/clients/deletion.test.ts';
