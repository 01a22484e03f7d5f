import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding, RelatedFinding } from 'en16931-rules/vocabulary/finding.ts';
import { schemaFinding } from '../findings/schema-finding.ts';
import type { CanonicalInvoice } from '../invoice/canonical.ts';
import { fieldAt } from '../invoice/canonical-places.ts';
import type { CompleteInvoice } from '../invoice/en16931.ts';
import { characterFindings } from './fa3/characters.ts';
import type { Fa3Element } from './fa3/element.ts';
import { type Misfit, misfits } from './fa3/lexical-forms.ts';
import { FA3_FORM, LEFT_OUT, FORM_RULES } from './fa3/form-rules.ts';
import { fa3Elements } from './fa3/write-fa3.ts';
import { type CallerPlace, type DocumentPlace, findCallerPlace } from './caller-place.ts';
import { leftOutBy, findBreaches } from './held-by.ts';
import type { Located, Locates } from './locate.ts';
import type { PreparedDocument } from './prepared-document.ts';
import { attribute, escapeText } from './xml.ts';

/** The schema of FA(3) would refuse what is written there. */
const BY_SCHEMA = { code: 'EI-XSD', source: 'XSD' } as const satisfies RelatedFinding;

/** FA(3) of the Ministry of Finance, schema 1-0E. It is no syntax of EN 16931: its elements are computed, not looked up in a table. */
export class Fa3Document implements PreparedDocument, Locates {
  readonly syntax = 'fa3';
  readonly specification = null;
  private readonly root: Fa3Element;

  constructor(
    private readonly stated: CanonicalInvoice,
    complete: CompleteInvoice,
  ) {
    this.root = fa3Elements(complete);
  }

  limits(): readonly Finding[] {
    const refused = findBreaches(FORM_RULES, this.stated, FA3_FORM);
    const reported = new Set(refused.map(({ field }) => field));
    const misfitting = misfits(this.root).map((misfit) => this.finding(misfit));
    return [
      ...refused,
      ...characterFindings(this.stated),
      ...misfitting.filter(({ field }) => !reported.has(field)),
    ];
  }

  notWritten(): readonly Finding[] {
    return leftOutBy(LEFT_OUT, this.stated);
  }

  xml(): string {
    return fa3Xml(this.root);
  }

  places(places: readonly DocumentPlace[]): readonly CallerPlace[] {
    return places.map((place) => findCallerPlace(place, this, this.stated));
  }

  /** @param xpath names with positions, `/Faktura/Fa/FaWiersz[3]/P_7`; a star stands for any name, as libxml2 writes it. */
  locate(xpath: string): Located | undefined {
    const [root = '', ...steps] = xpath.split('/').slice(1);
    let at: Fa3Element | undefined = childOf([this.root], root);
    for (const step of steps.filter((one) => !one.startsWith('@'))) at = at && childOf(at.elements, step);
    return at && locate(at);
  }

  private finding({ element, says }: Misfit): Finding {
    const { terms, indices, field } = locate(element);
    const [term] = terms;
    const member = term === undefined ? field : fieldAt(term, indices, this.stated);
    const [index] = indices;
    // A computed value belongs to its line, or to all lines.
    const computed = index === undefined ? 'lines' : `lines[${index}]`;
    const related = [BY_SCHEMA];
    return schemaFinding(member ?? computed, say('fa3.fa-allows-here', { says, element: element.name }), {
      term,
      fixHint: say('fa3.change-value-fa-allows', { says }),
      related,
    });
  }
}

/** @param step `FaWiersz[3]`, or `*[3]` for the third of all. */
function childOf(elements: readonly Fa3Element[], step: string): Fa3Element | undefined {
  const [, name = '', position = '1'] = /^([^[]*)(?:\[(\d+)\])?$/.exec(step) ?? [];
  return elements.filter((one) => name === '*' || one.name === name)[Number(position) - 1];
}

/** The terms of an element, its own first; all of one entry. */
function locate(element: Fa3Element): Located {
  const origins = [...findOrigins(element)];
  const [field] = origins.flatMap((one) => ('field' in one ? [one.field] : []));
  const [indices = []] = origins.flatMap((one) => ('term' in one ? [one.indices ?? []] : []));
  const own = new Set(origins.flatMap((one) => ('term' in one ? [one.term] : [])));
  // A computed value of a line belongs to the line.
  const terms = own.has('BT-131') ? [...own, 'BG-25'] : [...own];
  return { terms, indices, ...(terms.length === 0 && field !== undefined && { field }) };
}

function* findOrigins({ origin, elements }: Fa3Element): Generator<NonNullable<Fa3Element['origin']>> {
  if (origin) yield origin;
  for (const element of elements) yield* findOrigins(element);
}

/** UTF-8 without a byte order mark; the same invoice gives the same text. */
export const fa3Xml = (root: Fa3Element): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;

function write({ name, attributes, text, elements }: Fa3Element, indent: string): string {
  let tag = name;
  for (const [key, value] of Object.entries(attributes ?? {})) tag += attribute(key, value);
  if (elements.length === 0) return `${indent}<${tag}>${escapeText(text)}</${name}>\n`;
  let content = '';
  for (const element of elements) content += write(element, `${indent}  `);
  return `${indent}<${tag}>\n${content}${indent}</${name}>\n`;
}
