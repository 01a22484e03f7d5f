import type { TargetedEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { titleOf } from '../../app/figures.ts';
import { changeQuery, query } from '../../app/router.ts';
import { isNarrow } from '../../app/screen.ts';
import { placeInJson, placeInXml, type SourcePlace } from '../../app/source/places.ts';
import { language, wordsOf } from '../../app/words.ts';
import { CodeEditor, type Target } from '../../components/editor/code-editor.tsx';
import type { Mark } from '../../components/editor/code-mirror.ts';
import { nameOfKind } from '../../components/document-files.tsx';
import { Empty } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type Words from '../../words/en/document.json';
import type { Finding, ReadDocument, Source } from './read-document.ts';

const say = wordsOf<typeof Words>('document');

interface Props {
  readonly document: ReadDocument;
  /** With the places that the page knows. */
  readonly findings: readonly Finding[];
  readonly open: Source | undefined;
  readonly target: Target | undefined;
}

/** The files as text, with the findings at their lines; beside the page they are folded until the address names one. */
export function SourcePane({ document, findings, open, target }: Props) {
  const { sources, name } = document;
  const marks = useMemo(() => (open ? marksIn(open, findings) : []), [open, findings]);
  if (!open)
    return (
      <Panel title={say('source')}>
        <Empty title={say('source.none')} />
      </Panel>
    );
  const size = (
    <span class="size meta">
      {nameOfKind(open.kind, document.of)} ·{' '}
      {say('bytes', { bytes: new Intl.NumberFormat(language.value).format(open.bytes) })}
    </span>
  );
  const file = (
    <Tabs
      label={say('source')}
      tabs={sources.map((source) => ({ name: source.name, label: say(`source.${source.name}`) }))}
      open={open.name}
      onOpen={(next) => changeQuery({ source: next }, { replace: true })}
    >
      <CodeEditor
        key={open.name}
        name={say('source.name', { name, syntax: say(`source.${open.name}`) })}
        text={open.text}
        syntax={open.name}
        marks={marks}
        target={target}
        isReadOnly
      />
    </Tabs>
  );
  if (isNarrow.value)
    return (
      <section class="panel source" aria-label={say('source')}>
        {size}
        {file}
      </section>
    );
  const isOpen = query.value.has('source');
  return (
    <details class="panel source" open={isOpen} onToggle={showOpened}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          changeQuery({ source: isOpen ? undefined : open.name }, { replace: true });
        }}
      >
        <h2>{say('source')}</h2> {size}
      </summary>
      {isOpen && file}
    </details>
  );
}

/** A file that is opened below the fold comes into view. */
const showOpened = ({ currentTarget }: TargetedEvent<HTMLDetailsElement>): void => {
  if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' });
};

export const placeIn = ({ name, text }: Source, finding: Finding): SourcePlace | undefined =>
  name === 'xml' ? placeInXml(text, finding) : placeInJson(text, finding);

function marksIn(source: Source, findings: readonly Finding[]): readonly Mark[] {
  return findings.flatMap((finding): Mark[] => {
    const place = placeIn(source, finding);
    if (!place) return [];
    const look = (finding.severity ?? 'error') === 'error' ? 'bad' : 'warn';
    const { ghost } = place;
    const note = titleOf(finding);
    return [{ at: place.at, look, note, ...(ghost !== undefined && { ghost }) }];
  });
}
