// The sandbox of ANAF also at the limit of a minute, a thousand calls, which `npm test` leaves out (test/support/volume.ts).
import '../../sandbox/ro-efactura/behaviour.test.ts';
