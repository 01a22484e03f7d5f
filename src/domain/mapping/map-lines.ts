import { say } from 'en16931-rules/vocabulary/message.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { type Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { JsonNumber } from '../json/json-number.ts';
import { UNITS } from '../invoice/codes/units.ts';
import { applyRules, firstValue, numberAt, pathOf, type Scope, textAt } from './apply-rule.ts';
import { foundAt, isAmong, jsonNumber, memberOf, numberFrom } from './export-values.ts';
import type { ExportObject, LineRules, RefusedValue, VatRule } from './mapping.ts';
import { mappingFinding, named } from './mapping-finding.ts';

interface VatOfLine {
  readonly category: string;
  readonly rate?: Decimal;
}

/** A share of the document's discount, by VAT rate. */
interface Allocated {
  readonly vat: VatOfLine;
  readonly amount: Decimal;
  /** Of the first line with a share. */
  readonly field: string;
}

/** Turns the rows of an export into lines; remarks join the line before them, shares of the document's discount become allowances. */
export function mapLines(object: ExportObject, scope: Scope): void {
  const { lines } = scope.mapping;
  const rows = memberOf(scope.node, object.lines);
  scope.draft.expect('lines', { field: object.lines });
  if (!Array.isArray(rows)) {
    const hint = say('mapping.ask-erp-for-object-with-its-lines-expanded');
    scope.findings.push(
      mappingFinding(object.lines, say('mapping.is-missing-list-of-lines', { field: object.lines }), hint),
    );
    return;
  }
  const allocated = new Map<string, Allocated>();
  let count = 0;
  for (const [index, node] of (rows as readonly unknown[]).entries()) {
    if (!isRow(node)) {
      const field = `${object.lines}[${index}]`;
      scope.findings.push(mappingFinding(field, say('mapping.must-be-object', { field })));
      scope.draft.markReported('lines');
      continue;
    }
    const row: Scope = { ...scope, node, prefix: `${object.lines}[${index}]`, target: `lines[${count}]` };
    const kind = lines.kind === undefined ? undefined : memberOf(node, lines.kind);
    if (isAmong(kind, lines.skipped)) continue;
    if (isAmong(kind, lines.notes)) {
      joinNote(row, lines, count);
      continue;
    }
    mapLine(row, lines, allocated);
    count += 1;
  }
  for (const share of allocated.values()) addAllowance(share, scope, lines);
}

const isRow = (node: unknown): boolean =>
  typeof node === 'object' && node !== null && !Array.isArray(node) && !(node instanceof JsonNumber);

function joinNote(row: Scope, { noteText }: LineRules, count: number): void {
  const value = firstValue([noteText], row);
  if (!value || typeof value.value !== 'string') return;
  const { draft } = row;
  // A remark before all lines is a note of the invoice.
  if (count === 0) return draft.set(`invoice.notes[${notesIn(draft)}]`, value.value, { field: value.path });
  const path = `lines[${count - 1}].note`;
  const before = draft.term(path);
  const text = before ? `${String(before.value)}\n${value.value}` : value.value;
  draft.set(path, text, { field: before?.field ?? value.path });
}

export const notesIn = ({ document }: Scope['draft']): number => {
  const notes = memberOf(memberOf(document, 'invoice'), 'notes');
  return Array.isArray(notes) ? notes.length : 0;
};

function mapLine(row: Scope, lines: LineRules, allocated: Map<string, Allocated>): void {
  refuseValues(lines.refused, row);
  applyRules(lines.fields, row);
  if (lines.signToQuantity) moveSign(row);
  mapUnit(row, lines);
  const vat = mapVat(row, lines);
  if (vat && lines.allocation) {
    const { from, label } = lines.allocation;
    const share = numberAt(from, row, label);
    if (share && !share.isZero()) add(allocated, vat, share, pathOf(from, row));
  }
}

/** BT-146 must not be negative: minus two at five is two at minus five. */
function moveSign({ draft, target }: Scope): void {
  const price = draft.term(`${target}.unit_price`);
  const quantity = draft.term(`${target}.quantity`);
  const [amount, count] = [numberFrom(price?.value), numberFrom(quantity?.value)];
  if (!price || !quantity || !amount?.isNegative() || amount.isZero() || !count) return;
  draft.set(price.path, jsonNumber(amount.negated()), price);
  draft.set(quantity.path, jsonNumber(count.negated()), quantity);
}

function mapUnit(row: Scope, { unit }: LineRules): void {
  const field = pathOf(unit.from, row);
  const to = `${row.target}.unit`;
  row.draft.expect(to, { field, label: unit.label });
  const before = row.findings.length;
  const written = textAt(unit.from, row, unit.label)?.value;
  if (row.findings.length > before) return;
  if (written === undefined) {
    row.findings.push(
      mappingFinding(
        field,
        say('mapping.is-empty', { field: named(unit.label, field) }),
        say('mapping.give-line-unit'),
      ),
    );
    return;
  }
  const code = rowOf(row.mapping.units, written.toUpperCase()) ?? (UNITS.has(written) ? written : undefined);
  if (code !== undefined) return row.draft.set(to, code, { field, label: unit.label });
  const hint = say('mapping.use-unit-that-mapping-has-or-code-of', {
    connector: row.mapping.connector,
    version: row.mapping.version,
  });
  row.findings.push(
    mappingFinding(
      field,
      say('mapping.holds-unit-that-mapping-does-not-know', { field: named(unit.label, field) }),
      hint,
    ),
  );
}

function mapVat(row: Scope, { vat }: LineRules): VatOfLine | undefined {
  const { draft, target, findings } = row;
  const rateField = pathOf(vat.rate, row);
  const codeField = pathOf(vat.code, row);
  draft.expect(`${target}.vat_rate`, { field: rateField, label: vat.rateLabel });
  draft.expect(`${target}.vat_category`, { field: codeField, label: vat.codeLabel });
  const before = findings.length;
  const rate = numberAt(vat.rate, row, vat.rateLabel);
  const stated = vat.category === undefined ? undefined : textAt(vat.category, row, vat.codeLabel);
  const category = stated ? stated.value : categoryOf(rate, row, vat);
  const isRefused = (): boolean =>
    findings.length > before || 'several' in foundAt(row.node, vat.rate, row.prefix);
  if (!isRefused()) refuseVat({ category, rate }, row, vat);
  if (category === undefined || isRefused()) {
    draft.markReported(`${target}.vat_rate`, `${target}.vat_category`);
    return undefined;
  }
  const origin = stated
    ? { field: stated.path, label: vat.codeLabel }
    : rate && !rate.isZero()
      ? { field: rateField, label: vat.rateLabel }
      : { field: codeField, label: vat.codeLabel };
  draft.set(`${target}.vat_category`, category, origin);
  // EN 16931 has no rate outside the scope of VAT (BR-O-5).
  if (category === 'O' || rate === undefined) return { category };
  draft.set(`${target}.vat_rate`, jsonNumber(rate), { field: rateField, label: vat.rateLabel });
  return { category, rate };
}

/** Refuses VAT that is incomplete or below zero. */
function refuseVat({ category, rate }: Partial<VatOfLine>, row: Scope, vat: VatRule): void {
  const { findings, mapping } = row;
  const rateField = pathOf(vat.rate, row);
  const codeField = pathOf(vat.code, row);
  if (rate === undefined && category !== 'O') {
    const message = say('mapping.is-empty', { field: named(vat.rateLabel, rateField) });
    findings.push(mappingFinding(rateField, message, say('mapping.give-line-vat-rate-in-erp')));
  } else if (rate?.lessThan(ZERO)) {
    const message = say('mapping.must-not-be-below-0', { field: named(vat.rateLabel, rateField) });
    findings.push(mappingFinding(rateField, message, say('mapping.correct-vat-rate-of-line-in-erp')));
  } else if (category === undefined) {
    const hint = say('mapping.use-tax-code-that-mapping-lists-for-lines', {
      connector: mapping.connector,
      version: mapping.version,
    });
    const message = say('mapping.has-no-tax-code-with-reason-why-no', {
      field: named(vat.codeLabel, codeField),
    });
    findings.push(mappingFinding(codeField, message, hint));
  }
}

function categoryOf(rate: Decimal | undefined, row: Scope, vat: VatRule): string | undefined {
  if (rate !== undefined && rate.greaterThan(ZERO)) return 'S';
  const code = textAt(vat.code, row, vat.codeLabel)?.value;
  return code === undefined ? undefined : rowOf(row.mapping.vatCategories, code.toUpperCase());
}

function add(allocated: Map<string, Allocated>, vat: VatOfLine, share: Decimal, field: string): void {
  const key = `${vat.category} ${vat.rate?.toFixed() ?? ''}`;
  const before = allocated.get(key);
  allocated.set(key, { vat, field: before?.field ?? field, amount: (before?.amount ?? ZERO).plus(share) });
}

function addAllowance({ vat, amount, field }: Allocated, { draft }: Scope, { allocation }: LineRules): void {
  if (amount.isZero()) return;
  const list = memberOf(draft.document, 'allowances');
  const place = `allowances[${Array.isArray(list) ? list.length : 0}]`;
  const origin = { field, ...(allocation && { label: allocation.label }) };
  draft.set(`${place}.amount`, jsonNumber(amount), origin);
  draft.set(`${place}.reason`, allocation?.reason ?? '', { field: '' });
  draft.set(`${place}.vat_category`, vat.category, origin);
  if (vat.rate) draft.set(`${place}.vat_rate`, jsonNumber(vat.rate), origin);
}

/** Refuses values that cannot be mapped, such as prices that include tax. */
export function refuseValues(refused: readonly RefusedValue[], scope: Scope): void {
  for (const { member, label, is, because } of refused) {
    const value = firstValue([member], scope);
    if (value && isAmong(value.value, is))
      scope.findings.push(
        mappingFinding(value.path, say('mapping.refused', { field: named(label, value.path), because })),
      );
  }
}
