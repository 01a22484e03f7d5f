import type { components, Intake } from '../../../client/client.ts';
import { ServiceProblem } from '../../../client/client.ts';
import { useEvery } from '../../app/every.ts';
import { lengthOf } from '../../app/format.ts';
import { query } from '../../app/router.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Finding } from '../../components/finding.tsx';
import { Link } from '../../components/link.tsx';
import { Empty, Note, Problem, Skeleton } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Report } from '../../components/report.tsx';
import { lookOfInvoice, lookOfState, Pill, wordOfInvoice } from '../../components/states.tsx';
import { courseOf, isUnderWay } from '../../components/timeline/history.ts';
import type { Step } from '../../components/timeline/steps.ts';
import { wordOfNext } from '../../components/timeline/step-words.ts';
import { Timeline } from '../../components/timeline/timeline.tsx';
import type Words from '../../words/en/playground.json';
import type { Example } from './examples.ts';
import { type Followed, useFollowed } from './followed.ts';
import { serviceTime } from './service-time.ts';

const say = wordsOf<typeof Words>('playground');

/** What the last press of a button brought. */
export interface Result {
  readonly submission: Example;
  readonly intake?: Intake;
  readonly report?: components['schemas']['ValidationReport'];
}

interface Props {
  readonly id: string | undefined;
  readonly answered: Result | undefined;
  readonly error: unknown;
}

/** What happens to the invoice: its lanes as they move, or why it was not taken in. */
export function Outcome({ id, answered, error }: Props) {
  if (error instanceof ServiceProblem && error.findings.length > 0)
    return (
      <Panel title={say('happens')} beside={<Pill {...lookOfState('not_taken')} word={say('refused')} />}>
        {error.findings.map((finding, index) => (
          <Finding key={index} finding={finding} />
        ))}
      </Panel>
    );
  if (error)
    return (
      <Panel title={say('happens')}>
        <Problem error={error} />
      </Panel>
    );
  if (id) return <Lanes key={id} id={id} />;
  return (
    <Panel title={say('happens')}>
      {answered?.report ? (
        <div class="body" role="status">
          <Report layers={answered.report.layers} />
        </div>
      ) : (
        <Empty title={say('nothing')} />
      )}
    </Panel>
  );
}

/** How often the line "now" moves. */
const FRAME_MS = 250;

function Lanes({ id }: { readonly id: string }) {
  const { data, error } = useFollowed(id);
  useEvery(FRAME_MS);
  if (!data)
    return <Panel title={say('happens')}>{error ? <Problem error={error} /> : <Skeleton rows={4} />}</Panel>;
  const { invoice } = data;
  const course = courseOf(invoice, data, serviceTime());
  const selected = course.steps.find(({ no }) => String(no) === query.value.get('step'));
  return (
    <Timeline
      {...course}
      deadline={undefined}
      selected={selected}
      title={say('happens')}
      beside={<Pill {...lookOfInvoice(invoice)} word={wordOfInvoice(invoice)} />}
      acts={
        <Link to={`/invoices/${id}`} class="button small">
          {say('open')}
        </Link>
      }
      note={<WhatNow followed={data} steps={course.steps} />}
    />
  );
}

/** In words: what the last answer meant, and when the service acts again. */
function WhatNow({
  followed: { invoice },
  steps,
}: {
  readonly followed: Followed;
  readonly steps: readonly Step[];
}) {
  const last = steps.findLast(({ calls }) => calls.length > 0)?.calls.at(-1);
  const { role } = lookOfInvoice(invoice);
  const left = invoice.next_attempt_at ? Date.parse(invoice.next_attempt_at) - serviceTime() : undefined;
  const finding = invoice.errors?.[0];
  return (
    <Note role={role} title={finding?.message ?? wordOfInvoice(invoice)}>
      <p>
        {finding?.fix_hint ?? last?.message ?? (last?.next && wordOfNext(last.next)) ?? ''}{' '}
        {left !== undefined && left > 0 && isUnderWay(invoice.state)
          ? say('asks-again', { length: lengthOf(left, language.value) })
          : ''}
      </p>
    </Note>
  );
}
