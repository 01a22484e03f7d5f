import type { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { isObject } from 'en16931-rules/vocabulary/object.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import type { BuiltDocument } from '../../domain/documents/built-document.ts';
import { lossesBesideTerms } from '../../domain/documents/beside-terms.ts';
import { FA_RR_ROOT } from '../../domain/documents/fa-rr/read-facts.ts';
import { compareTerms } from '../../domain/documents/compare-terms.ts';
import { DocumentBuilder, type RouteDocuments } from '../../domain/documents/document-builder.ts';
import type { Difference, Loss } from '../../domain/documents/loss.ts';
import {
  AS_IT_IS,
  asTerms,
  type CanonicalReading,
  differencesOf,
  lossesOfRefused,
  readCanonical,
  readRrPage,
  type TakenTerms,
} from '../../domain/documents/read-canonical.ts';
import { ALWAYS_CORE } from '../../domain/documents/specifications.ts';
import type { Syntaxes } from '../../domain/documents/syntaxes.ts';
import { schemaFinding } from '../../domain/findings/schema-finding.ts';
import type { CanonicalInvoice } from '../../domain/invoice/canonical.ts';
import type { CanonicalJson } from '../../domain/invoice/canonical-of.ts';
import { completeInvoice } from '../../domain/invoice/complete-invoice.ts';
import type { CompleteInvoice, Totals } from '../../domain/invoice/en16931.ts';
import { parseCanonical } from '../../domain/invoice/parse-canonical.ts';
import type { Partly } from '../../domain/invoice/partly.ts';
import { isCounted } from '../../domain/invoice/line-types.ts';
import { leaveOut } from '../../domain/invoice/without-refused.ts';
import { invoicePage } from '../../domain/page/invoice-page.ts';
import type { Page } from '../../domain/page/page.ts';
import { profileOf, ROUTE_PROFILES } from '../../domain/routes/all.ts';
import type {
  Conversion,
  ConversionOrder,
  ConversionTarget,
  Converted,
  ConvertedAttachment,
} from '../../ports/converter.ts';
import { snakeCase } from '../../domain/vocabulary/snake-case.ts';
import { openBody } from '../reading/opened-body.ts';
import { plainNumbers } from './plain-numbers.ts';

interface Ports {
  readonly syntaxes: Syntaxes;
  /** Of XML, or of the XML in a PDF. */
  readonly readRoot: (
    bytes: Uint8Array,
  ) => { readonly root: XmlElement } | { readonly refused: NonEmpty<Finding> };
  /** The finding for a root that is no invoice. */
  readonly noInvoice: (root: string) => Finding;
  readonly sha256: (bytes: Uint8Array) => string;
  readonly pdf: (page: Page) => Promise<Uint8Array>;
  readonly hybrid: (parts: NonNullable<BuiltDocument['hybrid']>, xml: Uint8Array) => Promise<Uint8Array>;
}

/** Most entries of a list in the answer. */
const MAX_ENTRIES = 1_000;
/** Characters of a value; a hostile file states megabytes. */
const MAX_VALUE_LENGTH = 500;
/** Each round leaves out what the target does not take. */
const MAX_ROUNDS = 5;

/** Documents of EN 16931 that claim no further specification. */
const CORE: RouteDocuments = {
  completion: null,
  clientDefaults: null,
  formats: [
    { format: 'ubl', build: { syntax: 'ubl', under: ALWAYS_CORE } },
    { format: 'cii', build: { syntax: 'cii', under: ALWAYS_CORE } },
    { format: 'facturx', build: { syntax: 'cii', under: ALWAYS_CORE, hybrid: true } },
  ],
};

type BuiltTarget = Exclude<ConversionTarget, 'canonical' | 'view'>;

/** Turns an invoice into another form, and tells what the other form does not say. */
export class ConvertDocument {
  private readonly ofRoutes: DocumentBuilder;
  private readonly core: DocumentBuilder;

  constructor(private readonly ports: Ports) {
    this.ofRoutes = new DocumentBuilder(ports.syntaxes, profileOf);
    this.core = new DocumentBuilder(ports.syntaxes, () => CORE);
  }

  async run(order: ConversionOrder): Promise<Conversion> {
    const read =
      order.form === 'canonical'
        ? this.ofJson(order.bytes)
        : this.ofFile(order.bytes, order.to === 'view' ? 'every-term' : 'terms-of-profile');
    if ('findings' in read && !('document' in read)) return { converted: false, findings: read.findings };
    switch (order.to) {
      case 'canonical':
        return this.asCanonical(read, order.attachments);
      case 'view':
        return this.answer(read, {
          file: { mediaType: PDF, bytes: await this.view(read) },
          losses: read.losses.filter(({ path, term }) => path !== undefined && term === undefined),
        });
      default:
        return this.asFile(read, order.to);
    }
  }

  private ofFile(bytes: Uint8Array, takes?: TakenTerms): CanonicalReading | Refused {
    const read = this.ports.readRoot(bytes);
    if ('refused' in read) return { findings: read.refused };
    if (read.root.name === FA_RR_ROOT)
      return takes === 'every-term' ? readRrPage(read.root) : { findings: [NO_OTHER_FORM] };
    return (
      readCanonical(this.ports.syntaxes, read.root, takes) ?? {
        findings: [this.ports.noInvoice(read.root.name)],
      }
    );
  }

  private ofJson(bytes: Uint8Array): CanonicalReading | Refused {
    const opened = openBody(bytes);
    if (!opened.ok) return { findings: [schemaFinding(opened.path, opened.reason)] };
    const parsed = parseCanonical(opened.json);
    if (!parsed.ok) return { findings: parsed.findings };
    const model = completeInvoice(parsed.invoice, AS_IT_IS);
    return {
      syntax: 'canonical',
      model,
      document: plainNumbers(opened.json) as CanonicalJson,
      invoice: parsed.invoice,
      findings: [],
      losses: [],
      furtherLosses: 0,
      differences: [],
      totals: { stated: {}, computed: model.totals },
      places: new Map(),
      shownAs: {},
    };
  }

  private asCanonical(read: CanonicalReading, attachments: ConversionOrder['attachments']): Converted {
    const { findings, differences } = read;
    if (attachments === 'inline')
      return this.answer(read, { document: read.document, findings, differences });
    const { document, losses } = withoutContents(read.document);
    return this.answer(read, { document, findings, differences, losses: [...read.losses, ...losses] });
  }

  private view({ invoice, model, shownAs }: CanonicalReading): Promise<Uint8Array> {
    return this.ports.pdf(invoicePage(model, { lang: invoice?.lang, ...shownAs }));
  }

  private async asFile(read: CanonicalReading, to: BuiltTarget): Promise<Conversion> {
    const refused: Loss[] = [];
    let { document, invoice } = read;
    let findings = read.findings;
    for (let round = 0; round < MAX_ROUNDS && invoice; round += 1) {
      const built = await this.build(invoice, read, to);
      if (built.ok) return this.built(read, built.document, built.remarks, document, refused);
      findings = built.findings;
      const less = leaveOut(document, findings);
      const parsed = less && parseCanonical(less.document);
      if (!less || !parsed?.ok) break;
      document = less.document;
      invoice = parsed.invoice;
      refused.push(...lossesOfRefused(less.refused));
    }
    const [first, ...more] = findings;
    if (!first) throw new Error('a document is refused without a finding');
    return { converted: false, findings: [first, ...more] };
  }

  /** @param read whose amounts the document has, if it is one that states them. */
  private build(invoice: CanonicalInvoice, { model, syntax }: CanonicalReading, to: BuiltTarget) {
    const amounts = syntax === 'canonical' ? {} : model;
    const profile = ROUTE_PROFILES.find(({ formats }) => formats.some(({ format }) => format === to));
    if (!profile) throw new Error(`no route has ${to}`);
    const isCore = CORE.formats.some(({ format }) => format === to);
    return (isCore ? this.core : this.ofRoutes).convert(invoice, profile.name, to, amounts);
  }

  /** What the document says is read from it, as its receiver reads it. */
  private async built(
    read: CanonicalReading,
    { bytes, hybrid }: BuiltDocument,
    remarks: readonly Finding[],
    document: CanonicalJson,
    refused: readonly Loss[],
  ): Promise<Converted> {
    const again = this.ofFile(bytes);
    if (!('model' in again)) throw new Error('a document that was written cannot be read');
    const losses = [...read.losses.filter(({ why }) => why !== 'no-member'), ...refused];
    const apart = differencesOf(
      compareTerms(asTerms(read.model), asTerms(withPlacesOf(read.invoice, again.model))),
      read.places,
      losses,
      read.invoice,
    );
    const file = hybrid
      ? { mediaType: PDF, bytes: await this.ports.hybrid(hybrid, bytes) }
      : { mediaType: 'application/xml' as const, bytes };
    const left = remarks.filter(({ code }) => code === 'EI-NOT-WRITTEN');
    const named = new Set(left.map(({ field }) => field));
    const beside = lossesBesideTerms(document, again.document, hybrid !== undefined).filter(
      ({ field }) => !named.has(field),
    );
    return this.answer(read, {
      file,
      losses: [...losses, ...left.map((one) => lossOfRemark(one, document)), ...beside, ...apart.losses],
      differences: apart.differences,
    });
  }

  private answer(
    read: CanonicalReading,
    parts: Partial<Pick<Converted, 'document' | 'file' | 'findings' | 'losses' | 'differences'>>,
  ): Converted {
    const { model, syntax, totals } = read;
    const { losses = read.losses, differences = [], findings = [], document, file } = parts;
    return {
      converted: true,
      source: {
        syntax,
        ...(model.specification && { specification: cut(model.specification) }),
        ...(model.process !== undefined && { process: cut(model.process) }),
      },
      ...(document && { document }),
      ...(file && { file }),
      findings,
      losses: losses.slice(0, MAX_ENTRIES).map((one) => ({ ...one, value: cut(one.value) })),
      furtherLosses: read.furtherLosses + Math.max(0, losses.length - MAX_ENTRIES),
      differences: differences.slice(0, MAX_ENTRIES).map(shortened),
      furtherDifferences: Math.max(0, differences.length - MAX_ENTRIES),
      totals: {
        stated: decimals(totals.stated),
        ...(totals.computed && { computed: decimals(totals.computed) }),
      },
      attachments: this.attachmentsOf(model),
    };
  }

  private attachmentsOf({ attachments = [] }: Partly<CompleteInvoice>): readonly ConvertedAttachment[] {
    return attachments.flatMap(({ id, filename, mime, contentBase64 }, index) => {
      if (contentBase64 === undefined) return [];
      const bytes = Buffer.from(contentBase64, 'base64');
      return [
        {
          field: `attachments[${index}]`,
          ...(id !== undefined && { id: cut(id) }),
          ...(filename !== undefined && { filename: cut(filename) }),
          ...(mime !== undefined && { mime: cut(mime) }),
          size: bytes.length,
          sha256: this.ports.sha256(bytes),
        },
      ];
    });
  }
}

/** The lines in the positions that they have in the invoice, if the document has only those that count. */
function withPlacesOf(
  invoice: CanonicalInvoice | undefined,
  model: CanonicalReading['model'],
): CanonicalReading['model'] {
  const { lines = [] } = model;
  if (!invoice || lines.length === invoice.lines.length) return model;
  const rest = lines.values();
  return { ...model, lines: invoice.lines.map((line) => (isCounted(line) && rest.next().value) || {}) };
}

interface Refused {
  readonly findings: NonEmpty<Finding>;
}

/** Its tax is a refund at a flat rate, of which no other form speaks. */
const NO_OTHER_FORM: Finding = {
  code: 'EI-XML-TYPE',
  severity: 'error',
  source: 'XML-safety',
  message: say('documents.invoice-vat-rr-has-no-other-form'),
  fixHint: say('documents.send-file-itself-or-convert-it-to-view'),
  whoFixes: 'erp',
  location: { xpath: '/' },
};

const PDF = 'application/pdf' as const;

/** Media type and file name belong to a content: a document without it has neither. */
function withoutContents(document: CanonicalJson): {
  readonly document: CanonicalJson;
  readonly losses: readonly Loss[];
} {
  const losses: Loss[] = [];
  const attachments = document['attachments'];
  if (!Array.isArray(attachments)) return { document, losses };
  const left = (attachments as CanonicalJson[]).map(
    ({ content_base64: content, mime, filename, ...one }, index) => {
      if (content === undefined)
        return { ...one, ...(mime !== undefined && { mime }), ...(filename !== undefined && { filename }) };
      const field = `attachments[${index}].content_base64`;
      losses.push({ why: 'by-reference', field, term: 'BT-125', value: String(filename ?? one['id'] ?? '') });
      return one;
    },
  );
  return { document: { ...document, attachments: left }, losses };
}

const lossOfRemark = ({ field, term, message }: Finding, document: CanonicalJson): Loss => ({
  why: 'no-member',
  ...(field !== undefined && { field }),
  ...(term !== undefined && { term }),
  value: jsonAt(document, field ?? ''),
  message,
});

/** A value of the document, an object as JSON. */
function jsonAt(document: CanonicalJson, field: string): string {
  let value: unknown = document;
  for (const [step] of field.matchAll(/[^.[\]][^.[\]]*/g))
    value = Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

const cut = (value: string): string =>
  value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;

const shortened = ({ stated, value, ...one }: Difference): Difference => ({
  ...one,
  ...(stated !== undefined && { stated: cut(stated) }),
  value: cut(value),
});

/** By the names of the canonical form, with two decimals at least. */
const decimals = (totals: Partly<Totals>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(totals as Readonly<Record<string, Decimal | undefined>>).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [[snakeCase(name), value.toFixed(Math.max(2, value.decimalPlaces()))] as const],
    ),
  );
