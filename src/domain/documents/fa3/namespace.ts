export * from '../../../../validators/vocabulary/fa3-namespace.ts';
