export * from '../../../validators/vocabulary/facturx.ts';
