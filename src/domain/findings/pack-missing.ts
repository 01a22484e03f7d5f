import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { MissingPack } from 'en16931-rules/vocabulary/missing-pack.ts';
import { quotedName } from 'en16931-rules/vocabulary/quoted.ts';
import { EDITION_NOT_JUDGED } from 'en16931-rules/vocabulary/coming-edition.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';

export const PACK_MISSING = 'EI-PACK-MISSING';

/**
 * The finding about a document that no installed rule pack is for.
 * @param subject a specification identifier (BT-24), or a syntax.
 * @param pack undefined if this version of the service knows none.
 */
export const packMissing = (subject: string, pack: MissingPack | undefined): Finding => ({
  code: PACK_MISSING,
  severity: 'error',
  source: 'validator',
  message: pack
    ? say('findings.no-rule-pack-is-installed-another-has-its-rules', {
        element: quotedName(subject),
        ...valuesOf(pack),
      })
    : say('findings.no-rule-pack-is-installed-none-is-known', { element: quotedName(subject) }),
  fixHint: pack
    ? say('findings.operator-runs-then-send-invoice-again-under-new', { command: pack.command })
    : say('findings.send-invoice-in-another-syntax-such-as-ubl'),
  whoFixes: 'us',
  term: 'BT-24',
});

/** The finding about own rules that cannot run: a document is not checked without them. */
export const ownRulesMissing = (name: string): Finding => ({
  code: PACK_MISSING,
  severity: 'error',
  source: 'validator',
  message: say('findings.own-rules-are-not-compiled', { name: quotedName(name) }),
  fixHint: say('findings.operator-runs-then-send-invoice-again-under-new', {
    command: `ids packs compile ${name}`,
  }),
  whoFixes: 'us',
});

/** Overlays that cannot be read: one of them may be stricter than its publisher. */
export const OVERLAYS_UNREADABLE: Finding = {
  code: PACK_MISSING,
  severity: 'error',
  source: 'validator',
  message: say('findings.overlays-cannot-be-read'),
  fixHint: say('findings.operator-runs-then-send-invoice-again-under-new', { command: 'ids doctor' }),
  whoFixes: 'us',
};

export const nameOf = (pack: MissingPack): Text => say('findings.pack', valuesOf(pack));

const valuesOf = ({ id, version, origin }: MissingPack) => ({ origin, name: id, version });

/** The codes of checks that lack rules: none is installed, or none is published. */
export const WITHOUT_RULES: ReadonlySet<string> = new Set([PACK_MISSING, EDITION_NOT_JUDGED]);

/** The finding of a check that lacked rules. */
export const packMissingIn = (layers: readonly Layer[]): Finding | undefined =>
  layers.flatMap(({ findings }) => findings).find(({ code }) => WITHOUT_RULES.has(code));
