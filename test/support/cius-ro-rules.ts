import type { RuleRun } from 'en16931-rules/engine/result.ts';
import { expandPack } from 'en16931-rules/packs/expand/expand.ts';
import { packFolder } from './built-in-rules.ts';
import { type Judge, judgeOf, textOf } from './compiled-pack.ts';
import { idInText } from './id-in-text.ts';

export const CIUS_RO_PACK = expandPack(packFolder('cius-ro'));

/** `schematron/cius-ro`, which agrees with the published rules. */
export const ciusRoRules = (): Promise<Judge> => judgeOf('cius-ro', () => textOf(CIUS_RO_PACK, 'ubl.sch'));

/** Ids with their severity, or how the run ended. */
export const said = (run: RuleRun): readonly string[] =>
  run.kind === 'verdict' ? run.fired.map(({ id, flag }) => `${id} ${flag}`).sort() : [run.kind];

/** Ids of severity error, which a test without one has, or how the run ended. */
export const fatalIds = (run: RuleRun): string[] =>
  run.kind === 'verdict'
    ? run.fired
        .filter(({ flag = 'fatal' }) => flag === 'fatal')
        .map(({ id, firings: [first] }) => id ?? idInText(first?.text ?? ''))
    : [run.kind];
