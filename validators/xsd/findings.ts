import { type Text, withStrings } from '../vocabulary/message.ts';
import type { Finding, Severity } from '../vocabulary/finding.ts';

/** The result of a schema on a document; an escape is no verdict. */
export type XsdRun =
  | { readonly kind: 'verdict'; readonly findings: readonly Finding[] }
  | { readonly kind: 'escape'; readonly reason: string };

/**
 * Codes of the findings of this layer. A schema violation has no code of its own: its text is libxml2's. The other two codes are those of
 * the XML safety layer, which reads finished files first. Who fixes a finding depends on the author of the document, which is unknown here.
 */
export const XSD_CODES = { violation: 'EI-XSD', syntax: 'EI-XML-SYNTAX', doctype: 'EI-XML-DTD' } as const;

/** A broken element is often reported again for each of its neighbours; more help no reader. */
export const MAX_XSD_FINDINGS = 100;

/** Validators quote the value that they refuse, which may be an attachment of megabytes. */
const MAX_MESSAGE_LENGTH = 500;

/** An unreadable file has lines, but no nodes. */
export const lineOnly = (line: number): Pick<Finding, 'location'> =>
  line > 0 ? { location: { xpath: '/', line } } : {};

/** A finding of this layer. */
export function xsdFinding(
  code: string,
  message: Text,
  severity: Severity = 'error',
  more: Pick<Finding, 'location'> = {},
): Finding {
  return { code, severity, source: 'XSD', message: withStrings(message, shorten), ...more };
}

const shorten = (message: string): string =>
  message.length > MAX_MESSAGE_LENGTH
    ? `${message.slice(0, MAX_MESSAGE_LENGTH).replace(/[\ud800-\udbff]$/, '')}…`
    : message;
