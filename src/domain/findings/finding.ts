export * from '../../../validators/vocabulary/finding.ts';
