export * from '../../../validators/vocabulary/pdf-header.ts';
