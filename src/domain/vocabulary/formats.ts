export * from '../../../validators/vocabulary/formats.ts';
