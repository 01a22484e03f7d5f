// A death before and after each call of invoices that leave together; `npm test` has one of both for each call (test/support/volume.ts).
import '../../application/sending/together.test.ts';
