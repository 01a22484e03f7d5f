import type { TypeCode, VatCategory } from '../invoice/schema-codes.ts';
import type { Owner, Severity } from 'en16931-rules/vocabulary/finding.ts';
import DE from './words/de.json' with { type: 'json' };
import EN from './words/en.json' with { type: 'json' };
import FR from './words/fr.json' with { type: 'json' };
import PL from './words/pl.json' with { type: 'json' };
import RO from './words/ro.json' with { type: 'json' };

export type Label = keyof typeof EN.labels;

/** A text that is the same for every number, or its forms by number (CLDR, plural rules). */
export type Text = string | Forms;
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** All texts of a page in one language: a file in `words/`. `{name}` in a text is filled in. */
export interface Words {
  /** How the language writes numbers and days. */
  readonly decimalPoint: string;
  readonly thousands: string;
  /** `DD`, `MM` and `YYYY` are filled in. */
  readonly day: string;
  readonly labels: Readonly<Record<Label, Text>>;
  /** BT-3. */
  readonly types: Readonly<Record<TypeCode, string>>;
  /** BT-118. */
  readonly vatCategories: Readonly<Record<VatCategory, string>>;
  /** BT-8. */
  readonly vatDates: Readonly<Record<string, string>>;
  /** BT-81. */
  readonly means: Readonly<Record<string, string>>;
  /** BT-130. */
  readonly units: Readonly<Record<string, Text>>;
  /** BT-21. */
  readonly noteSubjects: Readonly<Record<string, string>>;
  /** BT-98, BT-140. */
  readonly allowanceReasons: Readonly<Record<string, string>>;
  /** BT-105, BT-145. */
  readonly chargeReasons: Readonly<Record<string, string>>;
  readonly owners: Readonly<Record<Owner, string>>;
  readonly severities: Readonly<Record<Severity, string>>;
}

export const WORDS = { de: DE, en: EN, fr: FR, pl: PL, ro: RO } as const satisfies Record<string, Words>;
export type Language = keyof typeof WORDS;
