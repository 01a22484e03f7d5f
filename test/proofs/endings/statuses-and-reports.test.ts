// A death before and after each call of a status, a report and a purchase, on each store; `npm test` has one for each call and store
// (test/support/volume.ts).
import '../../application/reports/payments.test.ts';
import '../../application/reports/report-purchase.test.ts';
import '../../application/reports/tax-reports.test.ts';
import '../../application/statuses/invoice-responses.test.ts';
import '../../application/statuses/later-rejections.test.ts';
import '../../application/statuses/outgoing-statuses.test.ts';
