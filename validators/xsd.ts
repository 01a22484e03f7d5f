import { ParseOption, XmlDocument, XmlLibError, XmlValidateError, XsdValidator } from 'libxml2-wasm';
import { type Finding, leavingOut } from './vocabulary/finding.ts';
import { stateExactTypes, withExactTypes } from './xsd/exact-types.ts';
import { MAX_XSD_FINDINGS, XSD_CODES, type XsdRun, lineOnly, xsdFinding } from './xsd/findings.ts';
import { say } from './vocabulary/message.ts';
import { inWords } from './xsd/in-words.ts';
import { NamedPaths } from './xsd/named-path.ts';
import { type SchemaFiles, withSchemaFiles } from './xsd/schema-files.ts';

/** No network, no entities, and line numbers beyond 65,535. */
const PARSING = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_BIG_LINES;

const SCHEMA_PARSING = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE;

/** A compiled schema. Its memory is outside the heap of JavaScript: `dispose()` frees it. */
export class XsdSchema {
  private validator: XsdValidator | undefined;

  private constructor(validator: XsdValidator) {
    this.validator = validator;
  }

  /**
   * Compiles a schema set: about 0.1 s for UBL, so once per thread.
   * @throws XmlLibError if a file is missing or is no schema.
   */
  static compile(set: SchemaFiles): XsdSchema {
    const exact = withExactTypes(set);
    return withSchemaFiles(exact, (address) => {
      const bytes = exact.files.get(set.entry);
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
      return { kind: 'verdict', findings: this.findingsIn(bytes) };
    } catch (error) {
      return { kind: 'escape', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  dispose(): void {
    this.validator?.dispose();
    // libxml2 would use freed memory and find every document valid.
    this.validator = undefined;
  }

  private findingsIn(bytes: Uint8Array): readonly Finding[] {
    if (!this.validator) throw new ReferenceError('the schema has been disposed of');
    const parsed = parse(bytes);
    if (!(parsed instanceof XmlDocument)) return parsed;
    try {
      if (parsed.dtd) return [xsdFinding(XSD_CODES.doctype, say('xsd.doctype-is-declared'))];
      stateExactTypes(parsed, bytes);
      this.validator.validate(parsed);
      return [];
    } catch (error) {
      // Any other error is a failure of libxml2, not of the document.
      if (!(error instanceof XmlValidateError)) throw error;
      const paths = new NamedPaths(parsed);
      return findingsOf(error, XSD_CODES.violation, (xpath) => paths.of(xpath));
    } finally {
      parsed.dispose();
    }
  }
}

function parse(bytes: Uint8Array): XmlDocument | readonly Finding[] {
  try {
    return XmlDocument.fromBuffer(bytes, { option: PARSING });
  } catch (error) {
    if (!(error instanceof XmlLibError)) throw error;
    return findingsOf(error, XSD_CODES.syntax);
  }
}

const WARNING_LEVEL = 1;

function findingsOf(
  error: XmlLibError,
  code: string,
  pathOf: (xpath: string) => string = (xpath) => xpath,
): readonly Finding[] {
  const { details } = error;
  // It has no words for its first error: it is short of memory, and says nothing about the document.
  if (!details[0]?.message) throw new RangeError('libxml2 has no memory left', { cause: error });
  const first = details.slice(0, MAX_XSD_FINDINGS).map(({ message, line, xpath, level }) => {
    const location = xpath
      ? { location: { xpath: pathOf(xpath), ...(line > 0 && { line }) } }
      : lineOnly(line);
    return xsdFinding(code, inWords(message.trim()), level === WARNING_LEVEL ? 'warning' : 'error', location);
  });
  const findings = leavingOut(first, details.length - first.length);
  // libxml2 has refused the document: it stays refused even if every kept finding is a mere warning.
  return findings.some(({ severity }) => severity === 'error')
    ? findings
    : [xsdFinding(code, error.message || 'refused'), ...findings];
}
