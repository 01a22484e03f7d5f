export * from '../../../validators/vocabulary/file-kinds.ts';
