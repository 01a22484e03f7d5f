// Each term of a file in each spelling of it; `npm test` has a part of them (test/support/volume.ts).
import '../../console/source/xml-terms.test.ts';
