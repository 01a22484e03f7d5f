export * from '../../../../validators/layers/registries.ts';
