// Every bad answer to every call, also from the intake to the end; `npm test` has one for each call (test/support/volume.ts).
import '../../adapters/rails/pl-ksef/bad-answers.test.ts';
import '../../adapters/rails/pl-ksef/bad-answers-to-the-end.test.ts';
