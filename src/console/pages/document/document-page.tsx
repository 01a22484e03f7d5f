import { useMemo, useState } from 'preact/hooks';
import { useAnswer } from '../../app/answer.ts';
import { readPage } from '../../app/document-facts.ts';
import { useShortcuts } from '../../app/keyboard.ts';
import { changeQuery, query } from '../../app/router.ts';
import { isNarrow } from '../../app/screen.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Menu } from '../../components/chips.tsx';
import { DocumentFiles } from '../../components/document-files.tsx';
import type { Target } from '../../components/editor/code-editor.tsx';
import { Link } from '../../components/link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { Sides } from '../../components/sides.tsx';
import { lookOfState, Pill, wordOfState } from '../../components/states.tsx';
import type { PageProps } from '../../shell/page-row.ts';
import type Words from '../../words/en/document.json';
import { FindingPane } from './finding-pane.tsx';
import { LayerStrip } from './layer-strip.tsx';
import { OtherDayNote, useOtherDay } from './other-day.tsx';
import { Paper } from './paper.tsx';
import { withPlaces } from './paper-findings.ts';
import { type ReadDocument, readDocument } from './read-document.ts';
import { placeIn, SourcePane } from './source-pane.tsx';

const say = wordsOf<typeof Words>('document');

/** An invoice as a page, as XML and as JSON; a finding is shown in each. */
export default function DocumentPage({ parameters: { invoice, received } }: PageProps) {
  const of = received === undefined ? 'invoices' : 'received';
  const id = received ?? invoice ?? '';
  const answer = useAnswer((signal) => readDocument(of, id, signal), [of, id]);
  const { data } = answer;
  return (
    <Answered
      answer={{ ...answer, data: data?.id === id ? data : undefined }}
      rows={12}
      head={<PageHead title={say('page')} name={say('page')} above={<Link to={`/${of}`}>{say(of)}</Link>} />}
    >
      {(stored) => <Shown stored={stored} />}
    </Answered>
  );
}

function Shown({ stored }: { readonly stored: ReadDocument }) {
  const day = stored.of === 'invoices' ? (query.value.get('on') ?? undefined) : undefined;
  const { document, error, askAgain } = useOtherDay(stored, day);
  return (
    <>
      <Head document={document} />
      <LayerStrip document={document} />
      {day !== undefined && <OtherDayNote day={day} error={error} askAgain={askAgain} />}
      <Parts document={document} />
    </>
  );
}

function Head({ document }: { readonly document: ReadDocument }) {
  const { of, id, name, reference, state, findings, documents } = document;
  return (
    <PageHead
      title={name}
      name={`${name}: ${say('page')}`}
      above={
        <>
          <Link to={`/${of}`}>{say(of)}</Link> / <Link to={`/${of}/${id}`}>{reference}</Link> / {say('page')}
        </>
      }
      beside={
        <>
          <Pill {...lookOfState(state)} word={wordOfState(state)} />
          <span class="quiet">
            {findings.length === 0 ? say('findings.none') : say('findings.n', { n: findings.length })}
          </span>
        </>
      }
      acts={
        <Menu name={say('download')}>
          <DocumentFiles of={of} invoice={{ id, invoice_ref: reference, invoice_number: name, documents }} />
        </Menu>
      }
    />
  );
}

const SIDES = ['paper', 'source', 'findings'] as const;

function Parts({ document }: { readonly document: ReadDocument }) {
  const { of, id, sources } = document;
  const page = useAnswer((signal) => readPage(of, id, signal), [of, id, language.value]);
  const findings = useMemo(() => withPlaces(document.findings, page.data), [document.findings, page.data]);
  const selected = indexIn(query.value.get('finding'), findings.length);
  const side =
    SIDES.find((each) => each === query.value.get('part')) ?? (findings.length > 0 ? 'findings' : 'paper');
  const open = sources.find(({ name }) => name === query.value.get('source')) ?? sources[0];
  // A press on the finding that is selected goes there again.
  const [times, again] = useState({ isFocused: false });
  const target = useMemo((): Target | undefined => {
    const finding = findings[selected];
    const place = open && finding && placeIn(open, finding);
    return place && { at: place.at, isFocused: times.isFocused };
  }, [selected, open, times, findings]);
  /** On a phone one side is seen at a time. */
  const show = (index: number, on?: 'source' | 'findings'): void => {
    const file = on === 'source' && { source: open?.name };
    changeQuery(
      { finding: String(index + 1), ...file, ...(on && isNarrow.value && { part: on }) },
      { replace: true },
    );
    again({ isFocused: on === 'source' });
  };
  const move = (step: number): void => show(Math.max(0, Math.min(selected + step, findings.length - 1)));
  useShortcuts(
    findings.length === 0
      ? []
      : [
          { keys: 'j', label: say('keys.next'), run: () => move(1) },
          { keys: 'k', label: say('keys.previous'), run: () => move(-1) },
          { keys: 'Enter', label: say('keys.open'), run: () => show(Math.max(0, selected), 'source') },
        ],
  );
  return (
    <Sides
      label={say('page')}
      look="document-sides"
      open={side}
      onOpen={(part) => changeQuery({ part }, { replace: true })}
      sides={[
        {
          name: 'paper',
          label: say('paper'),
          content: (
            <Panel title={say('paper')} beside={of === 'received' ? undefined : say('paper.beside')}>
              <Answered answer={page} rows={12}>
                {(shown) => (
                  <Paper
                    page={shown}
                    findings={findings}
                    selected={selected}
                    onSelect={(index) => show(index, 'findings')}
                  />
                )}
              </Answered>
            </Panel>
          ),
        },
        {
          name: 'source',
          label: say('source'),
          content: <SourcePane document={document} findings={findings} open={open} target={target} />,
        },
        {
          name: 'findings',
          label: say('findings'),
          count: findings.length,
          content: (
            <FindingPane document={document} selected={selected} onShow={(index) => show(index, 'source')} />
          ),
        },
      ]}
    />
  );
}

/** Nothing is selected until the reader selects it, but the first finding is what a reader comes for. */
function indexIn(named: string | null, count: number): number {
  const index = Number(named ?? 1) - 1;
  return Number.isInteger(index) && index >= 0 && index < count ? index : 0;
}
