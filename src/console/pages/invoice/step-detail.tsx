import type { ComponentChildren } from 'preact';
import type { components } from '../../../client/client.ts';
import { clockOf, lengthOf, preciseTime } from '../../app/format.ts';
import { changeQuery, query } from '../../app/router.ts';
import { language, wordsOf } from '../../app/words.ts';
import { IconButton } from '../../components/button.tsx';
import { DocumentFiles } from '../../components/document-files.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Copy } from '../../components/copy.tsx';
import { Link } from '../../components/link.tsx';
import { Note } from '../../components/notice.tsx';
import { Pill, wordOfState } from '../../components/states.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { answerWord, iconOf, sentenceOf, wordOfNext } from '../../components/timeline/step-words.ts';
import type { Call, Step } from '../../components/timeline/steps.ts';
import type Words from '../../words/en/invoice.json';
import type TimelineWords from '../../words/en/timeline.json';

const say = wordsOf<typeof Words>('invoice');
const sayTimeline = wordsOf<typeof TimelineWords>('timeline');

type Invoice = components['schemas']['Invoice'];

interface Props {
  readonly invoice: Invoice;
  readonly step: Step;
  readonly count: number;
}

/** The selected step: in words first, then call and answer as they were. */
export function StepDetail({ invoice, step, count }: Props) {
  const tab = query.value.get('tab') === 'files' ? 'files' : 'call';
  const go = (no: number): void => changeQuery({ step: String(no) }, { replace: true });
  const title = withAnswer(step, answerWord(step));
  return (
    <aside class="panel detail" aria-label={say('detail', { what: title })}>
      <div class="head">
        <Pill icon={iconOf(step)} role={step.role} word={title} />
        <span class="acts meta">
          {say('step.of', { no: step.no, count })}
          {step.no > 1 && (
            <IconButton icon="left" name={sayTimeline('keys.step-before')} onClick={() => go(step.no - 1)} />
          )}
          {step.no < count && (
            <IconButton icon="right" name={sayTimeline('keys.step-after')} onClick={() => go(step.no + 1)} />
          )}
        </span>
      </div>
      <div class="body">
        <Sentence step={step} />
        <Tabs
          label={say('detail', { what: title })}
          tabs={[
            { name: 'call', label: step.calls.length > 0 ? say('tab.call') : say('tab.event') },
            { name: 'files', label: say('tab.files'), count: invoice.documents.length },
          ]}
          open={tab}
          onOpen={(name) => changeQuery({ tab: name === 'call' ? undefined : name }, { replace: true })}
        >
          {tab === 'files' ? (
            <DocumentFiles of="invoices" invoice={invoice} />
          ) : (
            <CallAndAnswer step={step} />
          )}
        </Tabs>
        <WhatNext step={step} />
        <About invoice={invoice} />
      </div>
    </aside>
  );
}

function withAnswer(step: Step, answer: string | undefined): string {
  const title = titleOf(step);
  return answer ? `${title}: ${answer}` : title;
}

function titleOf(step: Step): string {
  if (step.attempt !== undefined) return say('attempt', { n: step.attempt });
  const { kind } = step;
  return kind === 'look-up' || kind === 'status' || kind === 'receipt'
    ? say(`step.${kind}.title`)
    : sentenceOf(step);
}

function Sentence({ step }: { readonly step: Step }) {
  const text = step.calls.at(-1)?.message ?? step.event?.errors?.[0]?.message;
  return text ? <p class="sentence">{text}</p> : null;
}

function CallAndAnswer({ step }: { readonly step: Step }) {
  if (step.calls.length === 0)
    return (
      <>
        <p class="meta">{say('event.at', { at: preciseTime(new Date(step.from)) })}</p>
        <Raw name={say('tab.event')} text={JSON.stringify(step.event, undefined, 2)} />
      </>
    );
  return (
    <>
      {step.calls.map((call) => (
        <OneCall key={call.no} call={call} isOneOfSeveral={step.calls.length > 1} />
      ))}
      {step.kind === 'send' && <p class="meta">{say('sealed')}</p>}
    </>
  );
}

function OneCall({ call, isOneOfSeveral }: { readonly call: Call; readonly isOneOfSeveral: boolean }) {
  const { at, method, path, status, took_ms: took, answer, reason, outcome } = call;
  const answered = status === undefined ? say(`outcome.${outcome}`) : String(status);
  const line = (
    <p class="call">
      <b>{method ?? ''}</b> <span>{path ?? say('path.unknown')}</span>
    </p>
  );
  const length = took === undefined ? '' : lengthOf(took, language.value);
  if (isOneOfSeveral)
    return (
      <div class="small-call">
        {line}
        <span class="meta">
          {answered} · {length}
        </span>
      </div>
    );
  return (
    <>
      <p class="meta">{say('call.at', { at: preciseTime(new Date(at)) })}</p>
      {line}
      <p class="meta">{length ? say('answer.after', { length }) : say('answer.none')}</p>
      <p class={`call ${status !== undefined && status < 400 ? '' : 'bad'}`}>
        <b>{answered}</b> {reason ?? ''}
      </p>
      {answer && <Raw name={sayTimeline('head.answer')} text={readable(answer)} />}
    </>
  );
}

/** What a machine wrote, for who asks for it. */
const Raw = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <details>
    <summary>{say('raw')}</summary>
    <CodeBlock name={name} text={text} />
  </details>
);

/** JSON is shown with its members in lines. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text.trim();
  }
}

function WhatNext({ step }: { readonly step: Step }) {
  const last = step.calls.at(-1);
  const did = last?.next && wordOfNext(last.next);
  if (!did) return null;
  const at = last.next_at ? clockOf(new Date(last.next_at), language.value, { seconds: true }) : undefined;
  return (
    <div class="busy">
      <Note role="busy" title={say('what-next')}>
        <p>{at ? say('what-next.at', { did, at }) : did}</p>
      </Note>
    </div>
  );
}

function About({ invoice }: { readonly invoice: Invoice }) {
  const { document_sha256: hash, sent_again_as: later, invoice_ref: reference } = invoice;
  const attempts = [...(invoice.attempts ?? []), ...(later ? [later] : [])];
  const rows: readonly (readonly [string, ComponentChildren])[] = [
    ...(hash
      ? [
          [
            'SHA-256',
            <>
              <code title={hash}>{`${hash.slice(0, 16)}…`}</code> <Copy text={hash} name="SHA-256" />
            </>,
          ] as const,
        ]
      : []),
    [
      say('other-tries', { reference }),
      attempts.length === 0
        ? say('none')
        : attempts.map(({ id, state, invoice_number: number = reference }) => (
            <p key={id}>
              <Link to={`/invoices/${id}`}>{number}</Link>, {wordOfState(state)}
            </p>
          )),
    ],
  ];
  return (
    <dl class="pairs">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
