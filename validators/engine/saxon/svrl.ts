import { SaxesParser, type SaxesTagNS } from 'saxes';
import { type FiredTest, type Firing, MAX_FIRINGS, type RuleRun } from '../result.ts';
import { SVRL_NAMESPACE } from './output.ts';

type Entry = Omit<FiredTest, 'count' | 'firings'> & { count: number; firings: Firing[] };

/**
 * Reads the report of a publisher's own stylesheet. Its places keep the stylesheet's form.
 * @throws SyntaxError if it is no report.
 */
export function readSvrl(svrl: string): RuleRun {
  const parser = new SaxesParser({ xmlns: true });
  const fired = new Map<string, Entry>();
  let reached = false;
  let root: string | undefined;
  let firing: { readonly entry: Entry; readonly location: string | undefined; text: string } | undefined;
  let inText = false;
  parser.on('error', (error) => {
    throw new SyntaxError(`not a report: ${error.message}`);
  });
  parser.on('opentag', (tag) => {
    root ??= nameOf(tag);
    const name = nameOf(tag);
    if (name === 'fired-rule') reached = true;
    if (name === 'failed-assert' || name === 'successful-report')
      firing = { entry: entryFor(fired, name, tag), location: attribute(tag, 'location'), text: '' };
    if (name === 'text') inText = true;
  });
  const addText = (text: string): void => {
    if (firing && inText) firing.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', (tag) => {
    if (nameOf(tag) === 'text') inText = false;
    if (!firing || !/^(failed-assert|successful-report)$/.test(nameOf(tag) ?? '')) return;
    const { entry, location, text } = firing;
    entry.count++;
    if (entry.firings.length < MAX_FIRINGS)
      entry.firings.push({
        text: text.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, ''),
        location: location ? { xpath: location } : undefined,
      });
    firing = undefined;
  });
  parser.write(svrl).close();
  if (root !== 'schematron-output') throw new SyntaxError('not a report');
  // Some stylesheets leave out the rules that they reached; a rule that fired was reached in any case.
  return { kind: 'verdict', reached: reached || fired.size > 0, fired: [...fired.values()] };
}

const nameOf = (tag: SaxesTagNS): string | undefined => (tag.uri === SVRL_NAMESPACE ? tag.local : undefined);

const attribute = (tag: SaxesTagNS, name: string): string | undefined =>
  tag.attributes[name]?.value || undefined;

function entryFor(fired: Map<string, Entry>, kind: string, tag: SaxesTagNS): Entry {
  const [id, flag, role] = [attribute(tag, 'id'), attribute(tag, 'flag'), attribute(tag, 'role')];
  // Without an id the test is the best name; several tests may share an id.
  const key = JSON.stringify([kind, id ?? attribute(tag, 'test') ?? null, flag ?? null, role ?? null]);
  const entry = fired.get(key) ?? { id, flag, role, count: 0, firings: [] };
  fired.set(key, entry);
  return entry;
}
