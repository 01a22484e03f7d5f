import { useEffect } from 'preact/hooks';
import { useAnswer } from '../../app/answer.ts';
import { clockOrMomentOf, dayOf } from '../../app/format.ts';
import { query } from '../../app/router.ts';
import { useSummaries } from '../../app/summaries.ts';
import { language, withElements, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { NumberText } from '../../components/number-text.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ShareLink } from '../../components/share-link.tsx';
import { totalOf } from '../../components/summary-columns.tsx';
import { AnswerPill, lookOfState, Pill, wordOfState } from '../../components/states.tsx';
import type { PageProps } from '../../shell/page-row.ts';
import type Words from '../../words/en/repair.json';
import { Compare } from './compare.tsx';
import { Correct } from './correct.tsx';
import { askBeforeClosing, type Draft, isChanged, isForErp, lockOf, numberIn, openDraft } from './draft.ts';
import type { Next } from './next.ts';
import { isInvoice } from './refused.ts';
import { SentNote } from './sent-note.tsx';

const say = wordsOf<typeof Words>('repair');

/** A refused submission or invoice: corrected, checked, compared, sent as a new one. */
export default function RepairPage({ parameters: { id = '', next } }: PageProps) {
  const kind = next === undefined ? undefined : next === 'credit-note' ? next : 'invoice';
  const answer = useAnswer((signal) => openDraft(id, kind, signal), [id, kind]);
  const { data: opened } = answer;
  useEffect(() => {
    addEventListener('beforeunload', askBeforeClosing);
    return () => removeEventListener('beforeunload', askBeforeClosing);
  }, []);
  return (
    <Answered
      answer={{
        ...answer,
        data: opened?.refused.id === id && opened.refused.next?.kind === kind ? opened : undefined,
      }}
      rows={12}
      head={<PageHead title={nameOf(kind)} name={nameOf(kind)} above={<Above id={id} next={kind} />} />}
    >
      {(draft) => <Opened draft={draft} />}
    </Answered>
  );
}

function Opened({ draft }: { readonly draft: Draft }) {
  const step = stepOf(draft);
  return (
    <div class="repair">
      <Head draft={draft} step={step} />
      {step === 'sent' && <SentNote draft={draft} />}
      {step === 'compare' && <Compare draft={draft} />}
      {step === 'correct' && <Correct draft={draft} />}
    </div>
  );
}

const STEPS = ['correct', 'compare', 'sent'] as const;
type Step = (typeof STEPS)[number];

function stepOf(draft: Draft): Step {
  if (draft.sent.value) return 'sent';
  return query.value.get('step') === 'compare' && isChanged(draft) ? 'compare' : 'correct';
}

const nameOf = (next: Next | undefined): string => say(next === undefined ? 'page' : `page.${next}`);

const Above = ({ id, next }: { readonly id: string; readonly next: Next | undefined }) => (
  <>
    <Link to="/to-correct">{say('to-correct')}</Link> /{' '}
    <Link to={isInvoice(id) ? `/invoices/${id}` : '/refusals'}>
      {say(isInvoice(id) ? 'head.invoice' : 'list')}
    </Link>{' '}
    / {nameOf(next)}
  </>
);

function Head({ draft, step }: { readonly draft: Draft; readonly step: Step }) {
  const { id, of, number: stated, reference, state, at, entry, next } = draft.refused;
  const old = stated ?? numberIn(draft, draft.original) ?? reference ?? say('no-reference');
  const number = <NumberText text={old} />;
  const isNext = next !== undefined && next.lock === undefined;
  const name = isNext ? say(`title.${next.kind}`, { number: old }) : old;
  const when = clockOrMomentOf(new Date(at), new Date(), language.value);
  return (
    <PageHead
      title={isNext ? withElements(say(`title.${next.kind}`), { number }) : number}
      name={name}
      above={<Above id={id} next={next?.kind} />}
      beside={
        <>
          {step !== 'sent' &&
            (isNext && state !== 'dead_letter' ? (
              <AnswerPill status="refused" />
            ) : (
              <Pill
                {...lookOfState(state)}
                word={
                  of === 'refusals' ? say('not-taken.at', { at: when }) : `${wordOfState(state)}, ${when}`
                }
              />
            ))}
          {entry && (
            <span class="quiet">
              {entry.times > 1 && `${say('times', { n: entry.times })} `}
              {say('kept', { day: dayOf(entry.until, language.value) })}
            </span>
          )}
        </>
      }
      below={<About id={id} />}
      acts={
        <>
          <ShareLink
            of={of}
            id={id}
            isMain={step === 'correct' && lockOf(draft) === undefined && isForErp(draft)}
          />
          {lockOf(draft) && step !== 'sent' ? null : <Steps step={step} />}
        </>
      }
    />
  );
}

/** As it was submitted: buyer and total. */
function About({ id }: { readonly id: string }) {
  const summary = useSummaries([{ id }]).of(id);
  if (!summary) return null;
  const parts = [summary.buyer, totalOf(summary)].filter((part) => part !== undefined);
  return <>{parts.join(' · ')}</>;
}

function Steps({ step }: { readonly step: Step }) {
  const at = STEPS.indexOf(step);
  return (
    <ol class="steps" aria-label={say('steps')}>
      {STEPS.map((name, index) => (
        <li
          key={name}
          class={index === at ? 'here' : index < at ? 'done' : ''}
          aria-current={index === at ? 'step' : undefined}
        >
          <span class="number">{index < at ? <Icon name="check" /> : index + 1}</span>{' '}
          <span class="word">{say(`step.${name}`)}</span>
        </li>
      ))}
    </ol>
  );
}
