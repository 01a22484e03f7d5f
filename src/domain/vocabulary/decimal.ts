export * from '../../../validators/vocabulary/decimal.ts';
