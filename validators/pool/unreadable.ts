import { type Message, say, type Text, withStrings } from '../vocabulary/message.ts';
import { visible } from '../vocabulary/quoted.ts';
import type { Finding, Location, NonEmpty } from '../vocabulary/finding.ts';
import type { RuleRun } from '../engine/result.ts';
import type { XmlFailure, XmlFailureKind } from '../engine/xml/failure.ts';

const CODES: Readonly<Record<XmlFailureKind, string>> = {
  doctype: 'EI-XML-DTD',
  syntax: 'EI-XML-SYNTAX',
  encoding: 'EI-XML-SYNTAX',
  limit: 'EI-XML-SYNTAX',
};

/**
 * The finding for the sender of a file that is not read: the sender has to correct it, whatever other programs do with it.
 * @param source of the finding.
 */
export function unreadableXml(
  { kind, message, line, column }: XmlFailure,
  source: string,
): NonEmpty<Finding> {
  return [
    {
      code: CODES[kind],
      severity: 'error',
      source,
      message: sentence(message, { line, column }),
      whoFixes: 'erp',
      location: { xpath: '/', line, column },
    },
  ];
}

/** The finding for the sender of a text that is longer than a rule can try. */
export const tooLong = (
  { reason, location }: Extract<RuleRun, { kind: 'escape' }>,
  source: string,
): NonEmpty<Finding> => [
  {
    code: CODES.limit,
    severity: 'error',
    source,
    message: sentence(reason, location),
    whoFixes: 'erp',
    ...(location && { location }),
  },
];

/** The place is said, too: a person who reads the answer of a call sees its messages first. */
function sentence(text: Text, { line, column }: Partial<Location> = {}): Message {
  const reason = withStrings(text, visible);
  return line === undefined || column === undefined
    ? say('xml.sentence', { reason })
    : say('xml.sentence-at', { line: String(line), column: String(column), reason });
}
