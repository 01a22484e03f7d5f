import assert from 'node:assert/strict';
import { Escape, XPathError } from 'en16931-rules/engine/runtime/errors.ts';
import type { PackModule } from 'en16931-rules/engine/engine.ts';
import type { PackCode } from 'en16931-rules/engine/match/program.ts';
import { numberOf } from 'en16931-rules/engine/runtime/casts.ts';
import { decimalToDouble } from 'en16931-rules/engine/runtime/decimal.ts';
import type { Decimal } from 'en16931-rules/engine/runtime/decimal.ts';
import { decimalOfDouble } from 'en16931-rules/engine/runtime/double.ts';
import { operations, raise } from 'en16931-rules/engine/runtime/operations.ts';
import type { Runtime } from 'en16931-rules/engine/runtime/runtime.ts';
import { PROBES } from './probes.ts';
import type { Probe } from './probes.ts';
import { judge, runModule, schemaOf, summary, trialOf } from './trial.ts';
import type { Trial } from './trial.ts';

describe('rules in edge cases', () => {
  for (const probe of PROBES) {
    it(probe.it, async () => {
      assert.equal(summary(judge(await trialOf(schemaOf(probe.pack)), probe.xml)), probe.fires);
    });
  }
});

type Operations = Partial<Record<keyof typeof operations, (...args: never[]) => unknown>>;

/** The engine with one fault: other functions for the generated code, other tables, or changed behaviour. */
interface Sabotage {
  readonly what: string;
  readonly operations?: Operations;
  readonly raise?: Runtime['raise'];
  readonly module?: (module: PackModule) => PackModule;
}

const asDouble = (compute: (a: number, b: number) => number) => (a: Decimal, b: Decimal) =>
  decimalOfDouble(compute(decimalToDouble(a), decimalToDouble(b)));

/** Each of these faults passes nearly all recorded verdicts. */
const SABOTAGES: readonly Sabotage[] = [
  {
    what: 'decimals are doubles',
    operations: {
      decimalAdd: asDouble((a, b) => a + b),
      decimalSubtract: asDouble((a, b) => a - b),
      decimalMultiply: asDouble((a, b) => a * b),
      decimalEqual: (a: Decimal, b: Decimal) => decimalToDouble(a) === decimalToDouble(b),
    },
  },
  { what: 'integers are doubles', operations: { integerFromString: (text: string) => Number(text) } },
  {
    what: 'a text that is no boolean counts as false',
    operations: { booleanFromString: (text: string) => text === 'true' },
  },
  {
    what: 'a text that is no number counts as NaN',
    operations: { doubleFromString: (text: string) => numberOf(text) },
  },
  { what: 'every rule that matches runs', module: everyRule },
  { what: 'an error in a context is an error', module: raisingContexts },
  {
    what: 'more items than one are taken',
    raise: ((code) => (code === 'XPTY0004' ? undefined : raise(code))) as Runtime['raise'],
  },
];

function everyRule({ tables, link }: PackModule): PackModule {
  const patterns = tables.patterns.flatMap(({ rules }) => rules.map((rule) => ({ rules: [rule] })));
  return { tables: { ...tables, patterns }, link };
}

function raisingContexts({ tables, link }: PackModule): PackModule {
  const raising = (code: PackCode): PackCode => ({
    ...code,
    conditions: code.conditions.map((condition) => (node) => {
      try {
        return condition(node);
      } catch (error) {
        throw error instanceof XPathError ? new Escape('internal', error.message) : error;
      }
    }),
  });
  return { tables, link: (runtime, vocabulary) => raising(link(runtime, vocabulary)) };
}

function sabotaged(module: PackModule, sabotage: Sabotage): PackModule {
  const { tables, link } = sabotage.module?.(module) ?? module;
  return {
    tables,
    link: (runtime, vocabulary) =>
      link(
        {
          ...runtime,
          operations: { ...operations, ...sabotage.operations } as Runtime['operations'],
          raise: sabotage.raise ?? runtime.raise,
        },
        vocabulary,
      ),
  };
}

describe('a fault in the engine', () => {
  const trials: { probe: Probe; trial: Trial }[] = [];
  before(async () => {
    for (const probe of PROBES) trials.push({ probe, trial: await trialOf(schemaOf(probe.pack)) });
  });

  for (const sabotage of SABOTAGES) {
    it(`is found if ${sabotage.what}`, () => {
      const noticed = trials.filter(({ probe, trial }) => summary(runModule(sabotaged(trial.source, sabotage), probe.xml)) !== probe.fires); // prettier-ignore
      assert.notEqual(noticed.length, 0);
    });
  }
});
