// A death before and after each call of a consent, of the daily look and of the end; `npm test` has one of both for each call
// (test/support/volume.ts).
import '../../application/connections/connections.test.ts';
