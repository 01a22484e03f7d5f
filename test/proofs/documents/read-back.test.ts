// Generated models with every term in UBL and CII; `npm test` has an eighth of them (test/support/volume.ts).
import '../../domain/documents/read-document.test.ts';
