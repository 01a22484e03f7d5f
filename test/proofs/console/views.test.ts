// Every page in each width, colour and language; `npm test` has one of each (test/support/volume.ts).
import '../../console/clients.test.ts';
import '../../console/console.test.ts';
import '../../console/document.test.ts';
import '../../console/every-page.test.ts';
import '../../console/next.test.ts';
import '../../console/playground.test.ts';
import '../../console/repair.test.ts';
import '../../console/rules.test.ts';
import '../../console/timeline.test.ts';
import '../../console/webhooks.test.ts';
