import type { RulesReport } from './opened-rules.ts';

export type { OpenOptions } from './open-with.ts';
export { type CheckOptions, type OpenedRules, PROFILES, type RulesReport } from './opened-rules.ts';
export type { PackInside } from './rules-index.ts';
export type { DocumentKind } from '../pool/document-kind.ts';
export type Finding = RulesReport['findings'][number];
export type Layer = RulesReport['layers'][number];
