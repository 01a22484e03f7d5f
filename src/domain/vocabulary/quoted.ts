export * from '../../../validators/vocabulary/quoted.ts';
