import { Decimal } from '../vocabulary/decimal.ts';
import type { Binding, FixedBinding, Format, GroupBinding, ListBinding, TermBinding } from './binding.ts';
import type { Note } from '../invoice/en16931.ts';
import { attribute, escapeText } from './xml.ts';

export interface DocumentForm {
  readonly root: string;
  /** Prefix to namespace; the empty prefix is the default namespace. */
  readonly namespaces: Readonly<Record<string, string>>;
  readonly bindings: readonly Binding[];
}

/** BT-5 and BT-6, which amounts carry as attributes. */
export interface Currencies {
  readonly currency: string;
  readonly vatCurrency?: string;
}

/**
 * Writes a model as XML, UTF-8, in the order of the bindings. Nothing depends on time, place or machine: the same model
 * gives the same bytes. No empty element is written (PEPPOL-EN16931-R008).
 */
export function writeDocument(form: DocumentForm, model: Currencies & object): string {
  const writer = new Writer(model);
  const namespaces = Object.entries(form.namespaces)
    .map(([prefix, uri]) => attribute(prefix ? `xmlns:${prefix}` : 'xmlns', uri))
    .join('');
  const content = writer.children(form.bindings, model, '  ');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${form.root}${namespaces}>\n${content}</${form.root}>\n`;
}

class Writer {
  readonly #currencies: Currencies;

  constructor(currencies: Currencies) {
    this.#currencies = currencies;
  }

  /** Lines of XML; empty when nothing bound has a value. */
  children(bindings: readonly Binding[], at: unknown, indent: string): string {
    const written = bindings.map((binding) => this.#write(binding, at, indent));
    const bound = written.some((xml, index) => xml !== '' && bindings[index]?.kind !== 'fixed');
    return bound ? written.join('') : '';
  }

  #write(binding: Binding, at: unknown, indent: string): string {
    switch (binding.kind) {
      case 'term':
        return this.#term(binding, at, indent);
      case 'fixed':
        return fixedElement(binding, indent);
      case 'group':
        return this.#group(binding, at, indent);
      case 'list':
        return this.#list(binding, at, indent);
    }
  }

  #term({ element, path, format, attributes }: TermBinding, at: unknown, indent: string): string {
    const value = follow(at, path);
    if (value === undefined) return '';
    const content = escapeText(written(value, format));
    if (content === '') return '';
    const bound = attributes.map((one) => {
      const said = 'path' in one ? follow(at, one.path) : one.value;
      return said === undefined ? '' : attribute(one.name, String(said));
    });
    return `${indent}<${element}${bound.join('')}${this.#currency(format)}>${content}</${element}>\n`;
  }

  /** Every amount of UBL carries its currency (PEPPOL-EN16931-R051). */
  #currency(format: Format): string {
    const { currency, vatCurrency } = this.#currencies;
    if (format === 'amount' || format === 'price') return attribute('currencyID', currency);
    return format === 'vat-amount' && vatCurrency ? attribute('currencyID', vatCurrency) : '';
  }

  #group({ element, path, children }: GroupBinding, at: unknown, indent: string): string {
    const part = follow(at, path);
    if (part === undefined) return '';
    const content = this.children(children, part, `${indent}  `);
    return content === '' ? '' : `${indent}<${element}>\n${content}${indent}</${element}>\n`;
  }

  #list({ path, item }: ListBinding, at: unknown, indent: string): string {
    const entries = follow(at, path);
    return Array.isArray(entries) ? entries.map((entry) => this.#write(item, entry, indent)).join('') : '';
  }
}

function follow(at: unknown, path: readonly string[]): unknown {
  let value = at;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

function fixedElement({ element, content }: FixedBinding, indent: string): string {
  return typeof content === 'string'
    ? `${indent}<${element}>${escapeText(content)}</${element}>\n`
    : `${indent}<${element}>\n${fixedElement(content, `${indent}  `)}${indent}</${element}>\n`;
}

function written(value: unknown, format: Format): string {
  if (value instanceof Decimal) return digits(value, format);
  if (format !== 'note') return String(value);
  const { subjectCode, text } = value as Note;
  return subjectCode === undefined ? text : `#${subjectCode}#${text}`;
}

/** Decimal point, no exponent, no thousands separator, no negative zero. */
function digits(value: Decimal, format: Format): string {
  const places = format === 'amount' || format === 'vat-amount' ? 2 : undefined;
  const written = places === undefined ? value.toFixed() : value.toFixed(places);
  return /^-[0.]+$/.test(written) ? written.slice(1) : written;
}
