import type { En16931Invoice } from '../invoice/en16931.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type {
  AttributeForm,
  ConditionForm,
  DocumentForm,
  ElementForm,
  SayingForm,
  ValuePlace,
} from './document-form.ts';
import { Walk } from './walk.ts';
import { attribute, escapeText } from './xml.ts';

/**
 * Writes an invoice as XML, UTF-8, in the order of the form. Nothing depends on time, place or machine: the same invoice gives the same
 * bytes. No empty element is written (PEPPOL-EN16931-R008).
 */
export function writeDocument(form: DocumentForm, invoice: En16931Invoice): string {
  const namespaces = form.namespaces
    .map(([prefix, uri]) => attribute(prefix ? `xmlns:${prefix}` : 'xmlns', uri))
    .join('');
  const content = new Writer(new Walk(invoice)).elements(form.elements, '  ');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${form.root}${namespaces}>\n${content}</${form.root}>\n`;
}

/**
 * Writes elements at the position of a walk. Pieces are joined level by level: concatenated pieces would stay apart in memory until the
 * end.
 */
export class Writer {
  constructor(private readonly walk: Walk) {}

  /** Whether the element is written here, whatever list it belongs to. */
  isWritten(form: ElementForm): boolean {
    return this.write(form, '') !== '';
  }

  /** Lines of XML; empty if none of them has content of the invoice. */
  elements(forms: readonly ElementForm[], indent: string): string {
    const written: string[] = [];
    let isStated = false;
    for (const form of forms) {
      const xml = this.element(form, indent);
      if (xml !== '' && !form.isFixed) isStated = true;
      written.push(xml === '' && form.otherwise !== undefined ? otherwise(form, indent) : xml);
    }
    return isStated || forms.every(({ isFixed }) => isFixed) ? written.join('') : '';
  }

  private element(form: ElementForm, indent: string): string {
    if (form.readOnly || (form.once && !this.walk.isFirst)) return '';
    if (!form.list) return this.write(form, indent);
    const written: string[] = [];
    this.walk.each(form.list, () => written.push(this.write(form, indent)));
    return written.join('');
  }

  private write(form: ElementForm, indent: string): string {
    const { name, elements, conditions } = form;
    if (conditions.length > 0 && !conditions.every((one) => this.holds(one))) return '';
    if (elements.length > 0) {
      const content = this.elements(elements, `${indent}  `);
      if (content === '') return form.always ? `${indent}<${name}/>\n` : '';
      return `${indent}<${name}${this.attributes(form)}>\n${content}${indent}</${name}>\n`;
    }
    const content = escapeText(this.content(form));
    return content === '' ? '' : `${indent}<${name}${this.attributes(form)}>${content}</${name}>\n`;
  }

  private holds({ value, like, holds }: ConditionForm): boolean {
    const text = this.textOf(value);
    return holds === (like ? like.test(text) : text !== '');
  }

  private content({ value, opening, says }: ElementForm): string {
    if (!value) return says ? this.writeSaying(says) : '';
    const text = this.textOf(value);
    const opens = text === '' || !opening ? '' : this.textOf(opening.value);
    return opens === '' || !opening ? text : opening.before + opens + opening.after + text;
  }

  private attributes({ attributes }: ElementForm): string {
    let written = '';
    for (const form of attributes) {
      const text = form.once && !this.walk.isFirst ? '' : this.attributeText(form);
      if (text !== '') written += attribute(form.name, text);
    }
    return written;
  }

  private attributeText({ value, says }: AttributeForm): string {
    if (value) return this.textOf(value);
    return says ? this.writeSaying(says) : '';
  }

  private writeSaying({ write = '' }: SayingForm): string {
    return typeof write === 'string' ? write : this.textOf(write);
  }

  private textOf(place: ValuePlace): string {
    const { kind, form, codes } = place;
    const value = this.walk.at(place);
    if (value instanceof Decimal) return digits(value, form.decimals);
    if (typeof value !== 'string') return '';
    if (kind === 'date' && form.date) return dateAs(form.date, value);
    return codes?.get(value) ?? value;
  }
}

const otherwise = ({ name, otherwise: fallback = '' }: ElementForm, indent: string): string =>
  `${indent}<${name}>${escapeText(fallback)}</${name}>\n`;

/** Decimal point, no exponent, no thousands separator, no negative zero. */
function digits(value: Decimal, decimals: number | undefined): string {
  const written = decimals === undefined ? value.toFixed() : value.toFixed(decimals);
  return /^-[0.]+$/.test(written) ? written.slice(1) : written;
}

/** @param pattern `YYYYMMDD`. @param date `YYYY-MM-DD`. */
const dateAs = (pattern: string, date: string): string =>
  pattern.replace('YYYY', date.slice(0, 4)).replace('MM', date.slice(5, 7)).replace('DD', date.slice(8, 10));
