export * from '../../../validators/vocabulary/syntax.ts';
