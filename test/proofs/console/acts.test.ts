// Every act, list and dialog in each width, language and row; `npm test` has one of each (test/support/volume.ts).
import '../../console/address.test.ts';
import '../../console/answers.test.ts';
import '../../console/buyer-asks.test.ts';
import '../../console/care.test.ts';
import '../../console/convert.test.ts';
import '../../console/correct.test.ts';
import '../../console/cut-words.test.ts';
import '../../console/filters.test.ts';
import '../../console/first-day.test.ts';
import '../../console/focus.test.ts';
import '../../console/long-cells.test.ts';
import '../../console/print.test.ts';
import '../../console/search.test.ts';
import '../../console/styles.test.ts';
