export * from '../../../validators/vocabulary/row-of.ts';
