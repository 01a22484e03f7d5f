import type { DocumentForm } from '../../src/domain/documents/document-form.ts';
import { limitsOf } from '../../src/domain/documents/limits.ts';
import type { En16931Invoice } from '../../src/domain/invoice/en16931.ts';
import { TERMS, type TermId, type TermKind } from '../../src/domain/invoice/terms.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

type Members = Record<string, unknown>;

/** Texts that a faulty writer or reader breaks. */
const ODD = [
  '<a> & "b" \'c\' ]]>',
  ' blanks around ',
  'two\nlines',
  'tab\tand\rreturn',
  'Straße 中 😀',
  '0',
  '-',
  '&amp;',
];
const CODES: { readonly [term: string]: readonly string[] } = {
  'BT-3': ['380', '381', '384', '877'],
  'BT-5': ['EUR'],
  'BT-6': ['PLN'],
  'BT-8': ['3', '35', '432'],
  'BT-21': ['AAI', 'REG'],
};
const DIGITS: { readonly [kind in TermKind]?: number } = { 'unit-price': 8, quantity: 8, percent: 4 };

/** Models with any selection of terms and odd values. The same seed gives the same models. */
export class ModelGenerator {
  constructor(private state: number) {}

  /** A model that the syntaxes can state: terms that others require are added. */
  next(formsOf: (typeCode: string) => readonly DocumentForm[]): En16931Invoice {
    const model = this.group('') as unknown as En16931Invoice;
    for (;;) {
      const [limit] = formsOf(model.typeCode).flatMap((form) => limitsOf(form, model));
      if (!limit) return model;
      this.repair(model as unknown as Members, limit.of, [...limit.indices]);
    }
  }

  /** @param prefix the beginning of the terms' paths */
  private group(prefix: string): Members {
    const members: Members = {};
    for (const { name, term } of namesBehind(prefix)) {
      const key = name.replace('[]', '');
      if (name.endsWith('[]'))
        members[key] = Array.from({ length: this.upTo(4) }, () => this.group(`${prefix}${name}.`)).filter(
          (entry) => Object.keys(entry).length > 0,
        );
      else if (term) {
        if (this.isStated(term)) members[key] = this.value(term);
      } else if (this.random() < 0.8) {
        const group = this.group(`${prefix}${name}.`);
        if (Object.keys(group).length > 0) members[key] = group;
      }
    }
    // What is after the first one cannot be told from it alone.
    if (members['invoicedObject'] === undefined && members['furtherObjects']) members['furtherObjects'] = [];
    return members;
  }

  /** Terms that distinguish documents are always present, as are the identifier of a scheme and the text of a note. */
  private isStated(term: TermId): boolean {
    return (
      /\.id$|^(typeCode|currency|number)$|notes\[\]\.text$/.test(TERMS[term].path) || this.random() < 0.8
    );
  }

  private value(term: TermId): string | Decimal {
    const { kind } = TERMS[term];
    switch (kind) {
      case 'text':
        return `${term} ${this.pick(ODD)}`;
      case 'identifier':
        return `${term}/${this.upTo(1000)}`;
      case 'code':
        return this.pick(CODES[term] ?? [`C${this.upTo(100)}`]);
      case 'date':
        return `20${10 + this.upTo(30)}-0${1 + this.upTo(9)}-${10 + this.upTo(18)}`;
      case 'binary':
        return btoa('x'.repeat(this.upTo(20) + 1));
      default:
        return new Decimal(((this.random() - 0.3) * 10 ** this.upTo(9)).toFixed(DIGITS[kind] ?? 2)).plus(0);
    }
  }

  private repair(model: Members, of: string, indices: number[]): void {
    if (of === 'BG-3') return void (model['precedingInvoices'] as unknown[]).splice(indices.at(-1) ?? 0);
    const names = TERMS[of as TermId].path.split('.');
    let at = model;
    for (const name of names.slice(0, -1)) {
      const key = name.replace('[]', '');
      at = (at[key] ??= emptyGroup(key)) as Members;
      if (name.endsWith('[]')) at = (at as unknown as Members[])[indices.shift() ?? 0] ?? {};
    }
    at[names.at(-1) ?? ''] = this.value(of as TermId);
  }

  private upTo(below: number): number {
    return Math.floor(this.random() * below);
  }

  private pick<T>(from: readonly T[]): T {
    return from[this.upTo(from.length)]!;
  }

  /** Linear congruential (the constants of ANSI C). */
  private random(): number {
    this.state = (this.state * 1_103_515_245 + 12_345) % 2 ** 31;
    return this.state / 2 ** 31;
  }
}

/** A group has its lists, also empty ones. */
const emptyGroup = (name: string): Members => (name === 'payment' ? { accounts: [] } : {});

interface Name {
  readonly name: string;
  /** An empty group. */
  readonly term: TermId | undefined;
}

const namesByPrefix = new Map<string, readonly Name[]>();

/** The next terms after a path, in order. Computed once, for thousands of models. */
function namesBehind(prefix: string): readonly Name[] {
  const names = namesByPrefix.get(prefix) ?? findNames(prefix);
  namesByPrefix.set(prefix, names);
  return names;
}

function findNames(prefix: string): readonly Name[] {
  const found = new Map<string, TermId | undefined>();
  for (const [term, { path }] of Object.entries(TERMS)) {
    const [name = '', ...more] = path.slice(prefix.length).split('.');
    if (path.startsWith(prefix) && !found.has(name))
      found.set(name, more.length === 0 ? (term as TermId) : undefined);
  }
  return [...found].map(([name, term]) => ({ name, term }));
}
