import { say } from 'en16931-rules/vocabulary/message.ts';
import { type Finding, firstFindings } from 'en16931-rules/vocabulary/finding.ts';
import { MAX_SCHEMA_FINDINGS } from '../findings/schema-finding.ts';
import type { Route } from '../vocabulary/route.ts';
import { isLongerThan } from '../vocabulary/text.ts';
import { applyRules, firstValue, type Scope } from './apply-rule.ts';
import { CanonicalDraft, type Origin, type Term } from './canonical-draft.ts';
import { mapLines, notesIn, refuseValues } from './map-lines.ts';
import type { AppliedMapping, ConnectorSettings, TotalName } from './mapping.ts';
import { mappingFinding, named } from './mapping-finding.ts';
import { recogniseObject } from './recognise.ts';
import { readTable } from './table.ts';
import { withTablePlaces } from './table-places.ts';

/** An export in canonical form. */
export interface MappedExport {
  /** As parsed JSON; numbers as `JsonNumber`. */
  readonly document: unknown;
  /** Values that the mapping cannot read. */
  readonly findings: readonly Finding[];
  /** The first finding is past a limit on exports (contract 4.0). */
  readonly pastLimit: boolean;
  /** The members that were set, each with its origin, in the order of the mapping. */
  readonly terms: readonly Term[];
  /** By canonical path; includes missing members. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** Canonical paths that have a finding already. */
  readonly reportedPaths: ReadonlySet<string>;
  /** The ERP's own totals, in the form of `erp_totals`. */
  readonly totals: Readonly<Partial<Record<TotalName, unknown>>>;
}

/** Contract 4.0, point 4. */
const MAX_NUMBER_LENGTH = 40;

/**
 * Maps a recognised export.
 * @param route undefined while it is to be chosen.
 */
export function mapExport(applied: AppliedMapping, exported: unknown, route?: Route): MappedExport {
  const { csv } = applied.mapping;
  if (!csv) return mapObject(applied, exported, route);
  const read = readTable(csv, exported);
  if (!read.ok) throw new Error('a table is mapped after it was recognised');
  return withTablePlaces(mapObject(applied, read.table.node, route), read.table);
}

function mapObject(applied: AppliedMapping, exported: unknown, route?: Route): MappedExport {
  const { mapping, settings } = applied;
  const recognised = recogniseObject(mapping, exported);
  if (!recognised.ok) throw new Error('an export is mapped after it was recognised');
  const { object } = recognised;
  const draft = new CanonicalDraft();
  const findings: Finding[] = [];
  const scope: Scope = { ...applied, node: exported, prefix: '', target: '', route, draft, findings };
  addSettings(scope, settings);
  refuseValues(mapping.refused, scope);
  applyRules(object.fields, scope);
  applyRules(mapping.fields, scope);
  addNotes(scope, settings);
  mapLines(object, scope);
  const long = tooLong(draft);
  return {
    document: draft.document,
    findings: firstFindings(long ? [long] : findings, MAX_SCHEMA_FINDINGS),
    pastLimit: long !== undefined,
    terms: draft.terms,
    origins: withTotals(draft.origins, scope),
    reportedPaths: draft.reportedPaths,
    totals: totalsOf(scope),
  };
}

/** A value of the export comes later and wins. */
function addSettings({ draft, mapping }: Scope, settings: ConnectorSettings): void {
  const field = `connectors.${mapping.connector}`;
  for (const group of ['seller', 'payment'] as const) {
    draft.expect(group, { field: `${field}.${group}` });
    const value = settings[group];
    if (value !== undefined) draft.setGroup(group, value, { field: `${field}.${group}` });
  }
}

function addNotes({ draft, mapping }: Scope, { notes = [] }: ConnectorSettings): void {
  for (const [index, note] of notes.entries())
    draft.setGroup(`invoice.notes[${notesIn(draft)}]`, note, {
      field: `connectors.${mapping.connector}.notes[${index}]`,
    });
}

function tooLong(draft: CanonicalDraft): Finding | undefined {
  const number = draft.term('invoice.number');
  if (typeof number?.value !== 'string' || !isLongerThan(number.value, MAX_NUMBER_LENGTH)) return undefined;
  const message = say('mapping.has-more-than-characters', {
    field: named(number.label ?? '', number.field),
    n: MAX_NUMBER_LENGTH,
  });
  return mappingFinding(number.field, message, say('mapping.use-series-of-shorter-numbers-in-erp-export'));
}

function totalsOf(scope: Scope): MappedExport['totals'] {
  const totals = scope.mapping.totals.flatMap(({ name, from }) => {
    const value = firstValue([from], scope)?.value;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(totals);
}

function withTotals(origins: ReadonlyMap<string, Origin>, { mapping }: Scope): ReadonlyMap<string, Origin> {
  const totals = mapping.totals.map(
    ({ name, from, label }) => [`erp_totals.${name}`, { field: from, label }] as const,
  );
  return new Map([...origins, ...totals]);
}
