import type { Finding } from '../../client/problem.ts';
import type { Style, Terminal } from './terminal.ts';

const STYLE_OF: Readonly<Record<NonNullable<Finding['severity']>, Style>> = {
  error: 'red',
  warning: 'yellow',
  information: 'dim',
};

type Shown = Pick<
  Finding,
  'code' | 'severity' | 'field' | 'location' | 'term' | 'message' | 'fix_hint' | 'truncated'
>;

/** A finding as lines: code, place, what is wrong, what to do. */
export function printFinding(terminal: Terminal, finding: Shown, indent = '  '): void {
  const { code, severity = 'error', field, location, term, message, fix_hint: hint, truncated } = finding;
  const line = location?.line === undefined ? undefined : `line ${location.line}`;
  const place = [field ?? location?.xpath, line, term].filter((part) => part !== undefined).join(', ');
  const head = terminal.paint(STYLE_OF[severity], severity.padEnd(7));
  terminal.line(`${indent}${head}  ${terminal.paint('bold', code)}${place ? `  ${place}` : ''}`);
  const inner = `${indent}         `;
  if (message !== undefined) terminal.prose(message, inner);
  if (hint !== undefined && !message?.includes(hint)) terminal.prose(terminal.paint('dim', hint), inner);
  if (truncated !== undefined) terminal.line(`${inner}${truncated} more are not listed.`);
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
