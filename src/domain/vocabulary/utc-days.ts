export * from '../../../validators/vocabulary/utc-days.ts';
