export * from '../../../../validators/layers/pack-in-force.ts';
