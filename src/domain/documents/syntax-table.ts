export * from '../../../validators/vocabulary/syntax-table.ts';
