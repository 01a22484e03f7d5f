export * from '../../../validators/vocabulary/coming-edition.ts';
