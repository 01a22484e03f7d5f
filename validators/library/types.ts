export type { OpenOptions } from './open-with.ts';
export { type CheckOptions, type OpenedRules, PROFILES, type RulesReport } from './opened-rules.ts';
export type { PackInside } from './rules-index.ts';
export type { DocumentKind } from '../pool/document-kind.ts';
export type { Finding } from '../vocabulary/finding.ts';
export type { Layer } from '../vocabulary/layer.ts';
