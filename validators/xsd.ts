import { ParseOption, XmlDocument, XmlLibError, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import type { Finding, Severity } from '../src/domain/findings/finding.ts';
import { type SchemaFiles, withSchemaFiles } from './xsd/schema-files.ts';

/** What a schema says about a document; an escape is no verdict. */
export type XsdRun =
  | { readonly kind: 'verdict'; readonly findings: readonly Finding[] }
  | { readonly kind: 'escape'; readonly reason: string };

/**
 * Codes of the findings of this layer. A schema violation has no code of its own anywhere: the text is libxml2's, in its
 * words. The other two are those of the XML safety layer, which sees pass-through files first.
 * Who fixes a finding depends on who wrote the document, which is not known here.
 */
export const XSD_CODES = { violation: 'EI-XSD', syntax: 'EI-XML-SYNTAX', doctype: 'EI-XML-DTD' } as const;

/** A broken element is often reported again for each of its neighbours; nobody reads further. */
export const MAX_XSD_FINDINGS = 100;

/** No network, no entities, and line numbers beyond 65,535. */
const PARSING = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_BIG_LINES;

const SCHEMA_PARSING = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE;

/** A compiled schema. Its memory lies outside the heap of JavaScript: `dispose()` when it is not needed any more. */
export class XsdSchema {
  #validator: XsdValidator | undefined;

  private constructor(validator: XsdValidator) {
    this.#validator = validator;
  }

  /**
   * Compiles a schema set: about 0.1 s for UBL, so once per thread.
   * @throws XmlLibError when a file is missing or not a schema.
   */
  static compile(set: SchemaFiles): XsdSchema {
    return withSchemaFiles(set, (address) => {
      const bytes = set.files.get(set.entry);
      if (!bytes) throw new RangeError(`the schema set has no file ${set.entry}`);
      const document = XmlDocument.fromBuffer(bytes, { url: address, option: SCHEMA_PARSING });
      try {
        return new XsdSchema(XsdValidator.fromDoc(document));
      } finally {
        document.dispose();
      }
    });
  }

  check(bytes: Uint8Array): XsdRun {
    try {
      return { kind: 'verdict', findings: this.#findingsIn(bytes) };
    } catch (error) {
      return { kind: 'escape', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  dispose(): void {
    this.#validator?.dispose();
    // libxml2 would go on with freed memory and find every document valid.
    this.#validator = undefined;
  }

  #findingsIn(bytes: Uint8Array): readonly Finding[] {
    if (!this.#validator) throw new ReferenceError('the schema has been disposed of');
    const parsed = parse(bytes);
    if (!(parsed instanceof XmlDocument)) return parsed;
    try {
      if (parsed.dtd) return [finding(XSD_CODES.doctype, 'A DOCTYPE is declared.')];
      this.#validator.validate(parsed);
      return [];
    } catch (error) {
      // Anything else is libxml2 failing, not the document.
      if (!(error instanceof XmlValidateError)) throw error;
      return findingsOf(error, XSD_CODES.violation);
    } finally {
      parsed.dispose();
    }
  }
}

function parse(bytes: Uint8Array): XmlDocument | readonly Finding[] {
  try {
    return XmlDocument.fromBuffer(bytes, { option: PARSING });
  } catch (error) {
    if (!(error instanceof XmlLibError) || OUT_OF_MEMORY.test(error.message)) throw error;
    return findingsOf(error, XSD_CODES.syntax);
  }
}

const OUT_OF_MEMORY = /memory allocation failed|out of memory/i;

const WARNING_LEVEL = 1;

/** libxml2 quotes the value that it refuses, which may be an attachment of megabytes. */
const LONGEST_MESSAGE = 500;

function findingsOf(error: XmlLibError, code: string): readonly Finding[] {
  const findings = error.details.slice(0, MAX_XSD_FINDINGS).map(({ message, line, xpath, level }) => {
    const location = xpath ? { location: { xpath, ...(line > 0 && { line }) } } : lineOnly(line);
    return finding(code, message.trim(), level === WARNING_LEVEL ? 'warning' : 'error', location);
  });
  // libxml2 has refused the document: that stands even if every remark it kept is a mere warning.
  return findings.some(({ severity }) => severity === 'error')
    ? findings
    : [finding(code, error.message || 'refused'), ...findings];
}

/** A file that cannot be read has no nodes to point at, only lines. */
const lineOnly = (line: number): Pick<Finding, 'location'> =>
  line > 0 ? { location: { xpath: '/', line } } : {};

function finding(
  code: string,
  message: string,
  severity: Severity = 'error',
  more: Pick<Finding, 'location'> = {},
): Finding {
  return { code, severity, source: 'XSD', message: shortened(message), ...more };
}

const shortened = (message: string): string =>
  message.length > LONGEST_MESSAGE
    ? `${message.slice(0, LONGEST_MESSAGE).replace(/[\ud800-\udbff]$/, '')}…`
    : message;
