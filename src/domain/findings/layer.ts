export * from '../../../validators/vocabulary/layer.ts';
