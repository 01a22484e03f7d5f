// A pack is replaced thirty times beside its readers; in `npm test` six times (test/support/volume.ts).
import '../../validators/packs/install.test.ts';
