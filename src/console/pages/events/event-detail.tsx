import { secondOf } from '../../app/format.ts';
import type { LiveEvent } from '../../app/live.ts';
import { addressOfRecord, isReport } from '../../app/record-address.ts';
import { language, wordsOf } from '../../app/words.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { CodeToCopy } from '../../components/copy.tsx';
import { Link } from '../../components/link.tsx';
import { lookOfEvent, Pill, wordOfEvent } from '../../components/states.tsx';
import type Words from '../../words/en/events.json';

const say = wordsOf<typeof Words>('events');

/** One event: what it says about the invoice, and its bytes as an ERP gets them. */
export function EventDetail({ event }: { readonly event: LiveEvent }) {
  const { event_id: id, direction, invoice_ref: reference, errors = [], warnings = [] } = event;
  const list = direction === 'in' ? '/received' : '/invoices';
  return (
    <aside class="panel detail" aria-label={say('detail', { invoice: reference })}>
      <div class="head">
        <Pill {...lookOfEvent(event)} word={wordOfEvent(event)} />
        <span class="acts">
          <Link
            class="button plain small"
            to={
              isReport(reference) ? addressOfRecord(reference) : `${list}?q=${encodeURIComponent(reference)}`
            }
          >
            {say('open')}
          </Link>
        </span>
      </div>
      <div class="body">
        <dl class="pairs">
          <div>
            <dt>{say('head.time')}</dt>
            <dd>
              <code title={event.occurred_at}>
                {secondOf(new Date(event.occurred_at), new Date(), language.value)}
              </code>
            </dd>
          </div>
          <div>
            <dt>{say('detail.order')}</dt>
            <dd>{say('detail.order.of', { n: event.sequence })}</dd>
          </div>
          <div>
            <dt>{say('event-id')}</dt>
            <dd>
              <CodeToCopy text={id} />
            </dd>
          </div>
        </dl>
        {[...errors, ...warnings].map(({ code, message }, index) => (
          <p key={index} class="sentence">
            <a href={`/codes/${code}`} target="_blank" rel="noopener">
              <code>{code}</code>
            </a>{' '}
            {message}
          </p>
        ))}
        <h2 class="part">{say('detail.body')}</h2>
        <CodeBlock name={say('detail.body')} text={JSON.stringify(event, undefined, 2)} />
      </div>
    </aside>
  );
}
