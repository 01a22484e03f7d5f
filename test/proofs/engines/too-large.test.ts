// Every pack made to keep the compiler busy; `npm test` leaves out the dearest (test/support/volume.ts).
import '../../validators/engine/compile/too-large.test.ts';
