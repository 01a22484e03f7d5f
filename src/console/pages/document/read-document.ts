import type { components } from '../../../client/client.ts';
import { dataOf } from '../../app/answer.ts';
import { type Direction, readFile, xmlKindOf } from '../../app/document-facts.ts';
import { causesOf } from '../../app/findings.ts';
import { nameOfInvoice } from '../../app/invoice-name.ts';
import { service } from '../../app/session.ts';
import { inLines } from '../../app/source/json-source.ts';

export type Finding = components['schemas']['Finding'];
export type Report = components['schemas']['ValidationReport'];
type Layer = Report['layers'][number];

/** A file of the invoice as text. */
export interface Source {
  readonly name: 'xml' | 'json';
  readonly kind: string;
  readonly text: string;
  readonly bytes: number;
}

export interface ReadDocument {
  readonly of: Direction;
  readonly id: string;
  readonly name: string;
  readonly reference: string;
  readonly state: string;
  readonly documents: components['schemas']['Invoice']['documents'];
  readonly sources: readonly Source[];
  readonly layers: readonly Layer[];
  readonly checkedAt: string | undefined;
  /** Of the checks, and of the network if it has refused the invoice. */
  readonly findings: readonly Finding[];
}

/** The events after which an invoice has been checked. */
const CHECKED: ReadonlySet<string> = new Set(['validated', 'validation_failed', 'source_error']);

export async function readDocument(of: Direction, id: string, signal: AbortSignal): Promise<ReadDocument> {
  const [invoice, events] = await readRecord(of, id, signal);
  const { errors = [], documents } = invoice;
  const file = (kind: string): Promise<string> => readFile(of, id, kind, signal);
  const has = (kind: string): boolean => documents.some((document) => document.kind === kind);
  const xmlKind = xmlKindOf(invoice);
  const [xml, json, report] = await Promise.all([
    xmlKind ? file(xmlKind).then((text) => sourceOf('xml', xmlKind, text)) : undefined,
    has('canonical') ? file('canonical').then((text) => sourceOf('json', 'canonical', text)) : undefined,
    has('validation-report') ? file('validation-report') : undefined,
  ]);
  const layers = report === undefined ? [] : (JSON.parse(report) as Report).layers;
  return {
    of,
    id,
    documents,
    layers,
    name: nameOfInvoice(invoice),
    reference: invoice.invoice_ref,
    state: invoice.state,
    sources: [xml, json].flatMap((source) => source ?? []),
    checkedAt: events.find(({ status }) => CHECKED.has(status))?.occurred_at,
    findings: besides(causesOf(layers.flatMap(({ findings }) => findings)), errors),
  };
}

/** The same document with the findings of another check. */
export const withReport = (document: ReadDocument, { layers }: Report): ReadDocument => ({
  ...document,
  layers,
  findings: causesOf(layers.flatMap(({ findings }) => findings)),
  checkedAt: undefined,
});

async function readRecord(of: Direction, id: string, signal: AbortSignal) {
  const { api } = service();
  const params = { path: { id } };
  if (of === 'received')
    return Promise.all([
      dataOf(api.GET('/received/{id}', { params, signal })),
      dataOf(api.GET('/received/{id}/events', { params, signal })).then(({ data }) => data),
    ] as const);
  return Promise.all([
    dataOf(api.GET('/invoices/{id}', { params: { ...params, query: { figures: true } }, signal })),
    dataOf(api.GET('/invoices/{id}/events', { params, signal })).then(({ data }) => data),
  ] as const);
}

function sourceOf(name: Source['name'], kind: string, text: string): Source {
  const bytes = new Blob([text]).size;
  return { name, kind, bytes, text: name === 'json' ? inLines(text) : text };
}

/** The record repeats what the report has; the report knows the line. */
function besides(ofReport: readonly Finding[], ofRecord: readonly Finding[]): readonly Finding[] {
  const codes = new Set(
    ofReport.flatMap(({ code, related = [] }) => [code, ...related.map((each) => each.code)]),
  );
  return [...ofReport, ...ofRecord.filter(({ code }) => !codes.has(code))];
}
