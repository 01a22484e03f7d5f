import type { RecordedVerdict } from '../verdicts/reference.ts';
import { type Firings, possible } from './firings.ts';
import type { Raiser, Reason } from './reasons.ts';
import type { Assertion } from './tested-pack.ts';

type Verdicts = readonly Pick<RecordedVerdict, 'layers'>[];

/** `runs/firing.md`. */
export function firingPage(all: readonly Firings[], verdicts: Verdicts): string {
  return `# Asserts and what fires them

<!-- Written by \`npx tsx test/proofs/firing/command.ts --write\` from the official packs in REFERENCE_DATA. -->

For every assert and report of the official rule packs documents are written until one of them fires it. They are made
from the rules themselves: a node that the rule's context matches, and around it what its test objects to. They are no
invoices, and nothing but this page is kept of them: the same rules always give the same documents. A document counts
only if it has a verdict, as the service would give it.

Where Java and Saxon-HE are, \`npx tsx test/proofs/firing/command.ts --judge saxon-he\` has them all judged by the second engine too: ids,
counts, texts and places have to agree. Elsewhere SaxonJS can stand in (\`--judge saxon-js\`), slowly.

| pack | asserts and reports | fire | cannot fire | not known | of those that can |
| --- | --- | --- | --- | --- | --- |
${all.map(row).join('\n')}

Why an assert cannot fire:

- **constant**: whatever the document, its test has one value for all that its rule matches. Most read nothing at all:
  publishers so take back a rule and keep its id.
- **shadowed**: earlier rules of the pattern match all that its rule matches, and only the first rule runs.
- **not visited**: its rule matches attributes, and the publisher's stylesheet offers elements only.
- **hidden**: whenever it would fire, another assert of the pack ends in a dynamic error, so there is no verdict. The
  number says in how many documents that was so; there was none in which it was not.

Numbers in brackets are lines of the pack's file.
${all.map((firings) => section(firings, verdicts)).join('')}`;
}

function row(firings: Firings): string {
  const { name, pack, found, silent } = firings;
  const unknown = silent.filter(({ reason }) => reason.kind === 'unknown').length;
  const share = Math.floor((found.fired.size / possible(firings)) * 1000) / 10;
  return `| ${name} | ${pack.assertions.length} | ${found.fired.size} | ${silent.length - unknown} | ${unknown} | ${share} % |`;
}

function section({ name, pack, found, silent }: Firings, verdicts: Verdicts): string {
  const recorded = recordedIds(name, verdicts);
  const ids = pack.assertions.filter(({ index }) => found.fired.has(index)).map(({ test }) => test.id ?? '');
  const alone = ids.filter((id) => id !== '' && !recorded.has(id));
  return `
## ${name}

${found.documents.length} documents.${silent.length > 0 ? ' These do not fire:' : ' Everything fires.'}
${silent.length > 0 ? `\n| assert | why |\n| --- | --- |\n${silent.map(({ assertion, reason }) => `| ${label(assertion)} | ${why(reason)} |`).join('\n')}\n` : ''}
Fired by no recorded case, only by documents written here: ${wrapped([...new Set(alone)])}
`;
}

const label = ({ test }: Assertion): string => `${test.id ?? 'without id'} (${test.at.line})`;

const raised = ({ assertion, isVariable }: Raiser): string =>
  isVariable ? `a variable for ${label(assertion)}` : label(assertion);

function why(reason: Reason): string {
  switch (reason.kind) {
    case 'constant':
    case 'not visited':
      return reason.kind;
    case 'shadowed':
      return `shadowed by the ${reason.by.length > 1 ? 'rules' : 'rule'} of ${reason.by.map(({ at }) => `line ${at.line}`).join(', ')}`;
    case 'raises':
      return `hidden by an error of ${reason.by.map(raised).join(', ')}: ${reason.documents} documents`;
    case 'unknown':
      return 'not known: no document has made it fire';
    default:
      return reason satisfies never;
  }
}

/** Ids that the recorded verdicts have for the pack. */
function recordedIds(name: string, verdicts: Verdicts): ReadonlySet<string> {
  return new Set(
    verdicts
      .flatMap(({ layers }) => layers)
      .filter(({ pack, schematron }) => `${pack}/${schematron}` === name)
      .flatMap(({ fired }) => Object.keys(fired ?? {})),
  );
}

/** In lines, so that a diff is readable. */
function wrapped(ids: readonly string[]): string {
  if (ids.length === 0) return 'none.';
  const lines: string[] = [''];
  for (const id of ids) {
    if ((lines.at(-1) + id).length > 110) lines.push('');
    lines[lines.length - 1] += `${id}, `;
  }
  return `${ids.length}.\n\n${lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/,$/, '.')}`;
}
