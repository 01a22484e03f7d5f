export { type CheckOptions, type InvoiceRules, PROFILES, type RulesReport } from './invoice-rules.ts';
export type { PackInside } from './rules-index.ts';
export type { DocumentKind } from '../pool/document-kind.ts';
export type { Finding } from '../vocabulary/finding.ts';
export type { Layer } from '../vocabulary/layer.ts';
