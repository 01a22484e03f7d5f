import { useLayoutEffect, useState } from 'preact/hooks';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { useAct } from '../../app/act.ts';
import { confirm } from '../../app/announce.ts';
import { changeQuery, query } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Button } from '../../components/button.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type { RouteName } from '../../app/routes.ts';
import type Words from '../../words/en/playground.json';
import { idempotencyKeyOf } from './calls.ts';
import { endingFor } from './endings.ts';
import {
  type Example,
  type Examples,
  examplesOf,
  readExamples,
  submissionOf,
  type Wishes,
  wishesFor,
} from './examples.ts';
import { InvoiceForm } from './invoice-form.tsx';
import { SameCall } from './same-call.tsx';
import { Outcome, type Result } from './outcome.tsx';
import { offsetMs, serviceTime } from './service-time.ts';
import { TestClock } from './test-clock.tsx';

const say = wordsOf<typeof Words>('playground');

const FIRST_ROUTE: RouteName = 'PL-KSEF';

export default function PlaygroundPage() {
  const examples = useAnswer(readExamples, []);
  return (
    <>
      <PageHead
        title={say('page')}
        name={say('page')}
        below={say('below')}
        acts={
          <>
            <TestClock />
            <Button onClick={() => changeQuery({ invoice: undefined, step: undefined, ending: undefined })}>
              {say('again')}
            </Button>
          </>
        }
      />
      <Answered answer={examples}>{(data) => <Bench examples={data} />}</Answered>
    </>
  );
}

/** What is chosen is in the address; what is typed is not. */
function useChoice(examples: Examples) {
  const route = (query.value.get('route') as RouteName | null) ?? FIRST_ROUTE;
  const names = examplesOf(examples, route);
  const name = names.find((each) => each === query.value.get('example')) ?? firstOf(names);
  return { route, names, name, ending: endingFor(route, query.value.get('ending')) };
}

/** An example that is fine comes before those with a mistake or another peculiarity. */
const firstOf = (names: readonly string[]): string =>
  names.find((name) => name === 'plain' || name.startsWith('over-')) ?? names[0] ?? '';

function Bench({ examples }: { readonly examples: Examples }) {
  const { route, names, name, ending } = useChoice(examples);
  const example = examples[name]!;
  const fresh = (): Wishes => wishesFor(example, new Date(serviceTime()));
  const [wishes, setWishes] = useState(fresh);
  const [answered, setAnswered] = useState<Result>();
  const { busy, error, run } = useAct();
  const id = query.value.get('invoice') ?? undefined;
  useLayoutEffect(() => {
    setWishes(fresh());
    setAnswered(undefined);
    // A moved clock makes the date another one.
  }, [name, offsetMs.value]);
  const client = query.value.get('client');
  const submission: Example = {
    ...submissionOf(example, wishes, ending.ending),
    ...(client && { client }),
  };
  const send = (): Promise<void> =>
    run('send', async () => {
      setAnswered(undefined);
      changeQuery({ invoice: undefined, step: undefined }, { replace: true });
      const intake = await service().send(submission, { idempotencyKey: idempotencyKeyOf(submission) });
      confirm(say('sent'));
      changeQuery({ invoice: intake.id }, { replace: true });
      setAnswered({ intake, submission });
      // The next one is another invoice.
      setWishes({ ...wishes, number: fresh().number });
    });
  const check = (): Promise<void> =>
    run('check', async () => {
      changeQuery({ invoice: undefined, step: undefined }, { replace: true });
      const { invoice_ref: _reference, client: _client, ...dryRun } = submission;
      const call = service().api.POST('/validate', { body: dryRun, headers: { Accept: 'application/json' } });
      const report = (await dataOf<unknown>(call)) as NonNullable<Result['report']>;
      setAnswered({ report, submission });
    });
  return (
    <div class="bench">
      <InvoiceForm
        choice={{ route, names, name, ending }}
        wishes={wishes}
        busy={busy}
        onWish={(next) => setWishes({ ...wishes, ...next })}
        onSend={() => void send()}
        onCheck={() => void check()}
      />
      <div class="stack">
        <Outcome id={id} answered={answered} error={error} />
        <SameCall submission={answered?.submission ?? submission} intake={answered?.intake} />
      </div>
    </div>
  );
}
