// Every bad answer to every call, from the intake to the end; `npm test` has one for each call (test/support/volume.ts).
import '../../adapters/rails/fr-pa/ends.test.ts';
import '../../adapters/rails/fr-pa/message-ends.test.ts';
