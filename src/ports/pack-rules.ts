import type { JudgingLayer } from 'en16931-rules/layers/layer-selection.ts';
import type { PackOrigin } from 'en16931-rules/vocabulary/layer.ts';
import type { Syntax } from 'en16931-rules/vocabulary/syntax.ts';

/** The texts of the rules of installed packs, as published. A pack is named `ID-VERSION.ORIGIN`, or `ID-VERSION`: official before built-in. */
export interface PackRules {
  /** Rule files only; the declarations of a schema are no rules. Undefined if no such pack is installed. */
  rules(name: string): Promise<RulesOfPack | undefined>;
  /** What differs from one pack to another. Undefined if one of them is not installed. */
  changes(before: string, after: string): Promise<PackChanges | undefined>;
}

export interface PackName {
  readonly id: string;
  readonly version: string;
  readonly origin: PackOrigin;
}

interface Entry {
  readonly layer: JudgingLayer;
  readonly syntaxes: readonly Syntax[];
  readonly customizations: readonly string[];
}

/** A rule; several asserts with one id are one rule, a line each. */
export interface PackRule {
  readonly id: string;
  readonly severity?: string;
  /** `…` stands for a value of the document. */
  readonly text?: string;
  /** The condition, as it is written. */
  readonly test?: string;
}

export interface RulesOfPack {
  readonly pack: PackName;
  readonly entries: readonly (Entry & { readonly rules: readonly PackRule[] })[];
}

export interface PackChanges {
  readonly before: PackName;
  readonly after: PackName;
  readonly entries: readonly (Entry & {
    /** Which of the packs has this entry. */
    readonly in: 'both' | 'before' | 'after';
    readonly added: readonly PackRule[];
    readonly removed: readonly PackRule[];
    readonly changed: readonly ChangedRule[];
    /** Variables, functions and code lists that differ: rules that use them may give other verdicts. */
    readonly shared: readonly string[];
  })[];
}

export interface ChangedRule {
  readonly id: string;
  /** Where they differ. */
  readonly in: readonly ('context' | 'test' | 'severity' | 'words' | 'declaration')[];
  readonly before: PackRule;
  readonly after: PackRule;
}
