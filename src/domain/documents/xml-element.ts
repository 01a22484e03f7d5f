export * from '../../../validators/vocabulary/xml-element.ts';
