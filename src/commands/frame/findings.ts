import type { Finding } from '../../client/problem.ts';
import { overlayText } from '../../domain/words/overlay-text.ts';
import { ENGLISH } from './english.ts';
import type { Style, Terminal } from './terminal.ts';

const STYLE_OF: Readonly<Record<NonNullable<Finding['severity']>, Style>> = {
  error: 'red',
  warning: 'yellow',
  information: 'dim',
};

const WORD_OF: Readonly<Record<NonNullable<Finding['severity']>, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'remark',
};

type Shown = Pick<
  Finding,
  'code' | 'severity' | 'field' | 'location' | 'term' | 'message' | 'fix_hint' | 'truncated' | 'overlay'
>;

/** A finding as lines: code, place, what is wrong, what to do. */
export function printFinding(terminal: Terminal, finding: Shown, indent = '  '): void {
  const {
    code,
    severity = 'error',
    field,
    location,
    term,
    message,
    fix_hint: hint,
    truncated,
    overlay,
  } = finding;
  const line = location?.line === undefined ? undefined : `line ${location.line}`;
  const place = [field ?? location?.xpath, line, term].filter((part) => part !== undefined).join(', ');
  const head = terminal.paint(STYLE_OF[severity], WORD_OF[severity].padEnd(7));
  const inner = `${indent}         `;
  const [first, room] = [`${indent}${head}  ${terminal.paint('bold', code)}`, inner.length + code.length + 2];
  if (room + place.length <= terminal.width) terminal.line(place ? `${first}  ${place}` : first);
  else {
    terminal.line(first);
    terminal.prose(place, inner);
  }
  if (message !== undefined) terminal.prose(message, inner);
  if (hint !== undefined && !message?.includes(hint)) terminal.prose(hint, inner);
  if (overlay !== undefined) terminal.prose(overlayText(overlay, ENGLISH), inner);
  if (truncated !== undefined) terminal.line(`${inner}Not listed: ${truncated} more.`);
}

/** A remedy that several findings share is printed once. */
export function printFindings(terminal: Terminal, findings: readonly Shown[]): void {
  const printed = new Set<string>();
  for (const { fix_hint: hint, ...finding } of findings) {
    const isNew = hint !== undefined && !printed.has(hint);
    printFinding(terminal, isNew ? { ...finding, fix_hint: hint } : finding);
    if (isNew) printed.add(hint);
  }
}
