import '../../adapters/mongo/intake-races.test.ts';
