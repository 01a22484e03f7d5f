import { choice, say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { round2 } from 'en16931-rules/vocabulary/decimal.ts';
import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { JsonNumber } from '../json/json-number.ts';
import type { CanonicalDraft } from './canonical-draft.ts';
import type { Route } from '../vocabulary/route.ts';
import { foundAt, isEmpty, jsonNumber, memberOf, numberFrom, textOfHtml } from './export-values.ts';
import type { AppliedMapping, Computation, FieldRule, Reader } from './mapping.ts';
import { mappingFinding, named } from './mapping-finding.ts';

/** The object of rules, the export or one of its rows, and the target of their values. */
export interface Scope extends AppliedMapping {
  readonly node: unknown;
  /** Path of the node in the export, `salesInvoiceLines[0]`; empty for the export itself. */
  readonly prefix: string;
  /** Path of the canonical group, `lines[0]`; empty for the document. */
  readonly target: string;
  /** Undefined while it is to be chosen. */
  readonly route: Route | undefined;
  readonly draft: CanonicalDraft;
  readonly findings: Finding[];
}

type Value = { readonly path: string; readonly value: unknown };
type TextValue = Value & { readonly value: string };

export function applyRules(rules: readonly FieldRule[], scope: Scope): void {
  for (const rule of rules) applyRule(rule, scope);
}

function applyRule(rule: FieldRule, scope: Scope): void {
  const { draft, settings, mapping } = scope;
  if (!isWanted(rule, scope)) return;
  const to = scope.target ? `${scope.target}.${rule.to}` : rule.to;
  const label = rule.label;
  if (rule.from.length > 0) draft.expect(to, { field: pathOf(rule.from[0]!, scope), label });
  if (rule.value !== undefined)
    return draft.isLeftOut(groupOf(to)) ? undefined : draft.set(to, rule.value, { field: '', label });
  const matchingValue = rule.computed ? compute(rule, rule.computed, scope) : firstValue(rule.from, scope);
  if (matchingValue) {
    const value = rule.computed ? matchingValue.value : readAs(rule.as, matchingValue, label, scope);
    if (value === undefined) return;
    if (!(rule.omitZero && isZero(value))) draft.set(to, value, { field: matchingValue.path, label });
    else if (isEntry(groupOf(rule.to))) draft.leaveOut(groupOf(to));
    return;
  }
  const setting = rule.setting === undefined ? undefined : memberOf(settings, rule.setting);
  if (setting !== undefined)
    return draft.set(to, setting, { field: `connectors.${mapping.connector}.${rule.setting}` });
  if (rule.required) missing(rule, scope);
}

/** `lines[0].allowances[0]` for its amount. */
const groupOf = (path: string): string => path.replace(/\.?(?<!\w)\w+$/, '');
const isEntry = (group: string): boolean => group.endsWith(']');

const isWanted = (rule: FieldRule, scope: Scope): boolean =>
  (rule.routes.length === 0 || (scope.route !== undefined && rule.routes.includes(scope.route))) &&
  (rule.if.length === 0 || rule.if.some((path) => !isZero(firstValue([path], scope)?.value ?? 0))) &&
  rule.unless.every((path) => firstValue([path], scope) === undefined);

export const pathOf = (path: string, { prefix }: Pick<Scope, 'prefix'>): string =>
  (prefix ? `${prefix}.${path}` : path).replaceAll('[only]', '[0]');

/** The only lists of which one entry is mapped are those of taxes. */
const ONE_TAX = say('mapping.line-has-one-vat-fixed-tax-beside-it');

/** The first path that has a value. A list with more than the one expected entry is a finding. */
export function firstValue(paths: readonly string[], scope: Scope): Value | undefined {
  for (const path of paths) {
    const value = foundAt(scope.node, path, scope.prefix);
    if ('several' in value) {
      const field = value.several;
      if (!scope.findings.some((one) => one.field === field))
        scope.findings.push(
          mappingFinding(field, say('mapping.must-have-exactly-one-entry', { field }), ONE_TAX),
        );
    } else if (!isEmpty(value.value, scope.mapping)) return value;
  }
  return undefined;
}

function missing({ from, label, setting }: FieldRule, scope: Scope): void {
  const field = pathOf(from[0]!, scope);
  const others = from.slice(1).map((path) => pathOf(path, scope));
  const elsewhere = [
    ...others,
    ...(setting
      ? [say('mapping.in-settings-of', { field: setting, connector: scope.mapping.connector })]
      : []),
  ];
  const hint =
    elsewhere.length > 0
      ? say('mapping.fill-it-in-erp-or', { fields: choice(elsewhere) })
      : say('mapping.fill-it-in-erp');
  scope.findings.push(mappingFinding(field, say('mapping.is-empty', { field: named(label, field) }), hint));
}

const READ: Record<Reader, (value: unknown) => unknown> = {
  text: textFrom,
  date: textFrom,
  html: (value) => (typeof value === 'string' ? textOfHtml(value) : undefined),
  capitals: (value) => textFrom(value)?.toUpperCase(),
  number: (value) => numberFrom(value),
};

const WANTED: Record<Reader, Text> = {
  text: say('mapping.text'),
  date: say('invoice.date'),
  html: say('mapping.text'),
  capitals: say('mapping.text'),
  number: say('mapping.number-with-decimal-point-without-thousands-separators-of'),
};

/** Numbers and dates of a table have the form of its mapping. */
function describeWanted(as: Reader, { mapping: { csv } }: Scope): Text {
  if (!csv) return WANTED[as];
  if (as === 'date') return say('mapping.date-such-as', { list: choice(csv.dates) });
  if (as !== 'number') return WANTED[as];
  return csv.decimal === ','
    ? say('mapping.number-with-decimal-comma', { other: '1.234' })
    : say('mapping.number-with-decimal-point', { other: '1,234' });
}

/** The fix for a value of the wrong form. */
function howTo(as: Reader, { mapping: { csv } }: Scope): Text {
  if (as !== 'number') return say('mapping.correct-it-in-erp');
  const example = csv?.decimal === ',' ? '1234,56' : '1234.56';
  return say('mapping.send-number-without-separators-of-thousands-for-example', { example });
}

function textFrom(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return value.text;
  return typeof value === 'string' ? value.trim() : undefined;
}

function readAs(as: Reader, { path, value }: Value, label: string, scope: Scope): unknown {
  const read = READ[as](value);
  if (read === undefined) {
    const message = say('invoice.must-be', {
      field: named(label, path),
      says: describeWanted(as, scope),
    });
    scope.findings.push(mappingFinding(path, message, howTo(as, scope)));
    return undefined;
  }
  return as === 'number' ? jsonNumber(read as Decimal) : read;
}

const isZero = (value: unknown): boolean => numberFrom(value)?.isZero() ?? false;

/** A number of the export; any other value is reported. */
export function numberAt(path: string, scope: Scope, label = ''): Decimal | undefined {
  const value = firstValue([path], scope);
  if (!value) return undefined;
  const read = numberFrom(value.value);
  if (!read && !scope.findings.some(({ field }) => field === value.path)) {
    const message = say('invoice.must-be', {
      field: named(label, value.path),
      says: describeWanted('number', scope),
    });
    scope.findings.push(mappingFinding(value.path, message, howTo('number', scope)));
  }
  return read;
}

/** A text of the export; any other value is reported. */
export function textAt(path: string, scope: Scope, label: string): TextValue | undefined {
  const matchingValue = firstValue([path], scope);
  if (!matchingValue) return undefined;
  const value = readAs('text', matchingValue, label, scope);
  return typeof value === 'string' ? { path: matchingValue.path, value } : undefined;
}

function compute({ from, to: member }: FieldRule, how: Computation, scope: Scope): Value | undefined {
  const taken: string[] = [];
  const amount = amountOf(how, (path) => {
    taken.push(path);
    return numberAt(path, scope, labelOf(path, scope));
  });
  if (amount) return { path: pathOf(from[0]!, scope), value: jsonNumber(amount) };
  if (isEntry(groupOf(member))) refuseMissing(taken, scope);
  // The amount that would be computed from a refused number gets no second finding.
  const fields = new Set(taken.map((path) => pathOf(path, scope)));
  if (scope.findings.some(({ field }) => fields.has(field ?? ''))) {
    const to = scope.target ? `${scope.target}.${member}` : member;
    scope.draft.markReported(to, groupOf(to));
  }
  return undefined;
}

/** An allowance without its amount would be refused in terms that the export does not have. */
function refuseMissing(paths: readonly string[], scope: Scope): void {
  const missing = paths.filter((path) => firstValue([path], scope) === undefined);
  for (const path of missing) {
    const field = pathOf(path, scope);
    if (scope.findings.some((finding) => finding.field === field)) continue;
    const message = say('mapping.is-empty', { field: named(labelOf(path, scope), field) });
    scope.findings.push(mappingFinding(field, message, say('mapping.fill-it-in-erp')));
  }
}

/** The label of the field in other rules; empty if only this rule reads it. */
function labelOf(path: string, { mapping: { fields, totals, lines } }: Scope): string {
  const rules = [...fields, ...lines.fields].filter(({ from }) => from.includes(path));
  return rules[0]?.label ?? totals.find(({ from }) => from === path)?.label ?? '';
}

/** Undefined if a number that it needs is missing. */
function amountOf(how: Computation, number: (path: string) => Decimal | undefined): Decimal | undefined {
  switch (how.how) {
    case 'percent-of': {
      const [of, percent] = [productOf(how.product, number), number(how.percent)];
      return of && percent && round2(of.times(percent).dividedBy(100));
    }
    case 'product-less': {
      const [of, amount] = [productOf(how.product, number), number(how.amount)];
      return of && amount && round2(of).minus(amount);
    }
    case 'less': {
      const [from, less] = [number(how.minuend), number(how.subtrahend)];
      return from && less && from.minus(less);
    }
  }
}

function productOf(
  paths: readonly string[],
  number: (path: string) => Decimal | undefined,
): Decimal | undefined {
  const factors = paths.map(number);
  return factors.reduce((one, other) => one && other && one.times(other));
}
