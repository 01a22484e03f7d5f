import type { components } from '../../../client/client.ts';
import { nameOfInvoice } from '../../app/invoice-name.ts';
import { clockOf, lengthOf, secondOf } from '../../app/format.ts';
import { changeQuery } from '../../app/router.ts';
import { language, wordsOf } from '../../app/words.ts';
import { IconButton } from '../../components/button.tsx';
import { DocumentFiles } from '../../components/document-files.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Copy } from '../../components/copy.tsx';
import { Link } from '../../components/link.tsx';
import { Note } from '../../components/notice.tsx';
import { Pill, wordOfInvoice, wordOfState } from '../../components/states.tsx';
import { type Since, sinceOf } from '../../components/timeline/since.ts';
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
  readonly steps: readonly Step[];
}

/** The selected step: in words first; call and answer as they were behind a fold. */
export function StepDetail({ invoice, step, steps }: Props) {
  const count = steps.length;
  const since = sinceOf(step, steps, invoice);
  const isLastCall = !steps.some(({ no, calls }) => no > step.no && calls.length > 0);
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
        <Sentence invoice={invoice} step={step} since={since} />
        <WhatNext step={step} isSettled={since !== undefined && isLastCall} />
        <OtherTries invoice={invoice} />
        <h2 class="part">{say('files')}</h2>
        <DocumentFiles of="invoices" invoice={invoice} />
        <Technical invoice={invoice} step={step} />
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

interface SentenceProps extends Pick<Props, 'invoice' | 'step'> {
  readonly since: Since | undefined;
}

/** What holds now takes the place of what was known then; the answer as it was stands behind the fold. */
function Sentence({ invoice, step, since }: SentenceProps) {
  if (since)
    return (
      <p class="sentence">
        {since === 'mls' ? say('since.mls') : say('since.state', { state: wordOfInvoice(invoice) })}
      </p>
    );
  const text = step.calls.at(-1)?.message ?? step.event?.errors?.[0]?.message;
  return text ? <p class="sentence">{text}</p> : null;
}

function Technical({ invoice: { document_sha256: hash }, step }: Pick<Props, 'invoice' | 'step'>) {
  return (
    <details class="technical">
      <summary>{say('technical')}</summary>
      <CallAndAnswer step={step} />
      {hash && (
        <dl class="pairs">
          <div>
            <dt>SHA-256</dt>
            <dd>
              <code title={hash}>{`${hash.slice(0, 16)}…`}</code> <Copy text={hash} name="SHA-256" />
            </dd>
          </div>
        </dl>
      )}
    </details>
  );
}

function CallAndAnswer({ step }: { readonly step: Step }) {
  if (step.calls.length === 0)
    return (
      <>
        <p class="meta">
          {say('event.at', { at: secondOf(new Date(step.from), new Date(), language.value) })}
        </p>
        <Raw name={say('raw.event')} text={JSON.stringify(step.event, undefined, 2)} />
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
  const { at, method, path, status, took_ms: took, answer, reason, outcome, network_status: code } = call;
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
      <p class="meta">{say('call.at', { at: secondOf(new Date(at), new Date(), language.value) })}</p>
      {line}
      <p class="meta">{length ? say('answer.after', { length }) : say('answer.none')}</p>
      <p class={`call ${status !== undefined && status < 400 ? '' : 'bad'}`}>
        <b>{answered}</b> {reason ?? ''} {code !== undefined && code !== answered && code}
      </p>
      {answer && <Raw name={say('raw.answer')} text={readable(answer)} />}
    </>
  );
}

/** What a machine wrote. */
const Raw = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <>
    <h3>{name}</h3>
    <CodeBlock name={name} text={text} />
  </>
);

/** JSON is shown with its members in lines. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text.trim();
  }
}

interface WhatNextProps {
  readonly step: Step;
  /** The answer came by itself: no further call was made for it. */
  readonly isSettled: boolean;
}

function WhatNext({ step, isSettled }: WhatNextProps) {
  const last = step.calls.at(-1);
  const did = last?.next && wordOfNext(isSettled ? 'ends' : last.next);
  if (!did) return null;
  const at =
    last.next_at && !isSettled
      ? clockOf(new Date(last.next_at), language.value, { seconds: true })
      : undefined;
  return (
    <div class="busy">
      <Note role="busy" title={say('what-next')}>
        <p>{at ? say('what-next.at', { did, at }) : did}</p>
      </Note>
    </div>
  );
}

/** Those before it: the one that stands in its place has the note above. */
function OtherTries({ invoice }: Pick<Props, 'invoice'>) {
  const { attempts = [], invoice_ref: reference } = invoice;
  if (attempts.length === 0) return null;
  return (
    <dl class="pairs">
      <div>
        <dt>{say('other-tries', { reference })}</dt>
        <dd>
          {attempts.map((attempt) => (
            <p key={attempt.id}>
              <Link to={`/invoices/${attempt.id}`}>
                {nameOfInvoice({ ...attempt, invoice_ref: reference })}
              </Link>
              , {wordOfState(attempt.state)}
            </p>
          ))}
        </dd>
      </div>
    </dl>
  );
}
