import type { components } from '../../../client/client.ts';
import { type Operation, applyPatch, PatchFailed, pointerOf } from '../../app/source/json-patch.ts';
import { readDay, readFigure } from '../../app/written-values.ts';
import { type Located, locate, rootOf, textValue, walk } from '../../app/source/json-source.ts';

type Finding = components['schemas']['Finding'];

/** A change that settles a finding. Where the right value cannot be known there is none: a guess would send money astray. */
export interface Remedy {
  /** The button names the result: "Use 169.50". */
  readonly kind: 'use' | 'rename' | 'leave-out';
  readonly value: string;
  readonly operations: readonly Operation[];
}

interface Found {
  readonly text: string;
  readonly finding: Finding;
  readonly at: Located;
  /** The text or number that stands there. */
  readonly value: string | undefined;
}

/** What the form of a value leaves no doubt about. Each looks at a finding by itself; all that fit are offered, in this order. */
const REMEDIES: readonly ((finding: Found) => Remedy | undefined)[] = [
  withoutTotal,
  decimalPoint,
  calendarDate,
  countryPrefix,
  meantName,
];

interface Offer {
  readonly text: string;
  readonly remedies: readonly Remedy[];
}

/** Of each finding in the text that was last looked at: the list, its field and the bar at the foot ask at each drawing. */
const offers = new WeakMap<Finding, Offer>();

/** The service's own patch comes first. What no longer fits the text is not offered. */
export function remediesFor(text: string, finding: Finding): readonly Remedy[] {
  const before = offers.get(finding);
  if (before?.text === text) return before.remedies;
  const all = [...patchOf(finding), ...ownRemedies(text, finding)];
  const remedies = all.filter(({ operations }) => fits(text, operations));
  offers.set(finding, { text, remedies });
  return remedies;
}

function patchOf({ patch }: Finding): readonly Remedy[] {
  const [first] = patch ?? [];
  return patch && first ? [{ kind: 'use', value: first.value, operations: patch }] : [];
}

function ownRemedies(text: string, finding: Finding): readonly Remedy[] {
  const at = finding.field === undefined ? undefined : locate(text, finding.field);
  if (!at || at.missing.length > 0) return [];
  const value = textValue(text, at.place.value);
  return REMEDIES.flatMap((remedy) => remedy({ text, finding, at, value }) ?? []);
}

function fits(text: string, operations: readonly Operation[]): boolean {
  try {
    applyPatch(text, operations);
    return true;
  } catch (error) {
    if (error instanceof PatchFailed) return false;
    throw error;
  }
}

const use = ({ at }: Found, value: string, written: unknown = value): Remedy => ({
  kind: 'use',
  value,
  operations: [{ op: 'replace', path: pointerOf(at.path), value: written }],
});

/** The totals of the ERP may be left out: the service computes its own. */
function withoutTotal({ finding: { code }, at }: Found): Remedy | undefined {
  if (code !== 'EI-TOTALS-MISMATCH') return undefined;
  return { kind: 'leave-out', value: '', operations: [{ op: 'remove', path: pointerOf(at.path) }] };
}

/** `1.234,56` and `12,5` can be read in one way; `1,234` is either a thousand or a little more than one. */
function decimalPoint(finding: Found): Remedy | undefined {
  const { value = '' } = finding;
  const figure = value.includes(',') ? readFigure(value) : undefined;
  if (finding.finding.code !== 'EI-SCHEMA' || typeof figure !== 'object') return undefined;
  return use(finding, figure.value);
}

/** `05.10.2026`; in a date also `20261005`. With slashes the month may be unknown. */
function calendarDate(matchingFinding: Found): Remedy | undefined {
  const { finding, at, value = '' } = matchingFinding;
  const isDate = /date$/.test(String(at.path.at(-1))) || value.includes('.');
  const day = isDate ? readDay(value) : undefined;
  if (finding.code !== 'EI-SCHEMA' || typeof day !== 'object' || day.value === value) return undefined;
  return use(matchingFinding, day.value);
}

/** A VAT number begins with its country; Greece writes EL (EN 16931, BR-CO-09). */
function countryPrefix(finding: Found): Remedy | undefined {
  const { text, at, value = '' } = finding;
  const root = rootOf(text);
  if (!root || at.path.at(-1) !== 'vat_id' || !/^\d[0-9A-Z]+$/.test(value)) return undefined;
  const country = walk(text, root, [...at.path.slice(0, -1), 'address', 'country']);
  const code = country.missing.length === 0 ? textValue(text, country.place.value) : undefined;
  if (code === undefined || !/^[A-Z]{2}$/.test(code)) return undefined;
  return use(finding, (code === 'GR' ? 'EL' : code) + value);
}

/** The hint of an unknown member names the one that is most like it. */
const MEANT = /^Is (\w+) meant\?/;

function meantName({ at, finding }: Found): Remedy | undefined {
  const [, name] = MEANT.exec(finding.fix_hint ?? '') ?? [];
  if (name === undefined) return undefined;
  const path = pointerOf([...at.path.slice(0, -1), name]);
  return { kind: 'rename', value: name, operations: [{ op: 'move', from: pointerOf(at.path), path }] };
}
