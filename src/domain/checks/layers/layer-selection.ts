export * from '../../../../validators/layers/layer-selection.ts';
