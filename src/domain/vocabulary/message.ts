export * from '../../../validators/vocabulary/message.ts';
