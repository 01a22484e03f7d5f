import type { PackIr } from '../compile/pack.ts';
import type { Beside, Slot, Unit } from '../compile/ir.ts';
import type { Plain } from '../compile/walk.ts';
import { runtime } from '../runtime/runtime.ts';
import { FunctionEmitter } from './function-emitter.ts';
import { slotName } from './loop-emitter.ts';
import type { ModuleNames } from './loop-emitter.ts';
import { Pool } from './pool.ts';
import { Numbering } from './tables.ts';
import { quote } from './writer.ts';

/**
 * Turns a pack into the text of an ES module:
 * - `tables`: the data (`match/tables.ts`);
 * - `link(runtime, vocabulary)`: the code (`match/program.ts`), over the run time of the thread that loads it.
 *
 * The module imports nothing, so it can be in any folder; its identifiers are counted, so a pack cannot choose one.
 */
export function emitSource(ir: PackIr): string {
  return new ModuleEmitter(ir).text();
}

/** Columns of the document that code reads directly. */
const COLUMNS = {
  name: 'name',
  parent: 'parent',
  last: 'last',
  nextSame: 'nextSame',
  attributesOf: 'firstAttribute',
  attributeName: 'attributeName',
} as const;

class ModuleEmitter {
  private readonly pool = new Pool();
  private readonly numbering: Numbering;
  private readonly sets = new Set<Unit>();
  private readonly neighbours = new Set<Beside>();
  private readonly names: ModuleNames;

  constructor(private readonly ir: PackIr) {
    this.numbering = new Numbering(ir);
    this.names = {
      pool: this.pool,
      listOf: (paths) => this.numbering.list(paths),
      setOf: (unit) => {
        this.sets.add(unit);
        return `s${unit.id}`;
      },
      neighboursOf: (cond) => {
        this.neighbours.add(cond);
        return `n${cond.texts.id}`;
      },
    };
  }

  text(): string {
    const { conditions, tests } = this.numbering;
    const functions = [
      ...conditions.map(({ node, cond }, index) => this.function(`c${index}`, [node], cond!)),
      ...tests.map(({ node, fires }, index) => this.function(`a${index}`, [node], fires)),
      ...tests.map(({ node, message }, index) => this.function(`m${index}`, [node], message)),
      ...this.ir.functions.map(({ id, params, body }) => this.function(`f${id}`, params, body)),
      ...this.ir.units.map((unit) => this.unit(unit)),
      ...[...this.sets].map((unit) => onceUnit(`s${unit.id}`, `new StringSet(u${unit.id}())`)),
      ...[...this.neighbours].map((cond) => onceUnit(`n${cond.texts.id}`, this.neighboursMade(cond))),
    ];
    return [
      '// Generated from a rule pack. Do not edit.',
      `export const tables = ${JSON.stringify(this.numbering.tables())};`,
      'export function link(runtime, vocabulary) {',
      `const { ${Object.keys(runtime).join(', ')} } = runtime;`,
      ...this.pool.lines(),
      `let D, list, ${Object.keys(COLUMNS).join(', ')}, run = 0;`,
      ...functions,
      this.open(),
      this.close(),
      `return { open, close, conditions: [${number('c', conditions.length)}],`,
      `tests: [${number('a', tests.length)}], messages: [${number('m', tests.length)}] };`,
      '}',
      '',
    ].join('\n');
  }

  private function(name: string, params: readonly Slot[], body: Plain): string {
    const emitter = new FunctionEmitter(this.names);
    return `function ${name}(${params.map(slotName).join(', ')}) {\n${emitter.returning(body)}\n}`;
  }

  private unit(unit: Unit): string {
    const { id, context, body } = unit;
    const compute = this.function(`b${id}`, context ? [context] : [], body);
    if (!context) return `${compute}\n${onceUnit(`u${id}`, `b${id}()`)}`;
    return `${compute}\nlet wu${id}, ru${id} = 0, nu${id};
function u${id}(n) {
if (ru${id} !== run || nu${id} !== n) { wu${id} = b${id}(n); nu${id} = n; ru${id} = run; }
return wu${id};
}`;
  }

  private neighboursMade({ axis, paths, texts }: Beside): string {
    return `new Neighbours(D, ${quote(axis)}, list(${this.numbering.list(paths)}), u${texts.id})`;
  }

  private open(): string {
    const columns = Object.entries(COLUMNS).map(([name, column]) => `${name} = D.${column};`);
    return `function open(document, lists) { run++; D = document; list = lists; ${columns.join(' ')} }`;
  }

  /** Releases the document: kept values may be slices of its text. */
  private close(): string {
    const names = [
      ...this.ir.units.map(({ id }) => `wu${id}`),
      ...[...this.sets].map(({ id }) => `ws${id}`),
      ...[...this.neighbours].map(({ texts }) => `wn${texts.id}`),
    ];
    const all = ['D', 'list', ...Object.keys(COLUMNS), ...names];
    return `function close() { run++; ${all.map((name) => `${name} = undefined;`).join(' ')} }`;
  }
}

/** Computed at its first use in a run. */
function onceUnit(name: string, computed: string): string {
  return `let w${name}, r${name} = 0;
function ${name}() { if (r${name} !== run) { w${name} = ${computed}; r${name} = run; } return w${name}; }`;
}

const number = (prefix: string, count: number): string =>
  Array.from({ length: count }, (_, i) => prefix + i).join(', ');
