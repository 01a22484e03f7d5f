export * from '../../../../validators/layers/pack-age.ts';
