export * from '../../../../validators/vocabulary/identifiers.ts';
