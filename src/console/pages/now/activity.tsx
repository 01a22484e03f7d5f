import type { components } from '../../../client/client.ts';
import { type Answer, dataOf, useAnswer } from '../../app/answer.ts';
import { clockOf, dayOf } from '../../app/format.ts';
import { service } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { type Bar, Bars } from '../../components/bars.tsx';
import { Panel } from '../../components/panel.tsx';
import type Words from '../../words/en/now.json';

const say = wordsOf<typeof Words>('now');

export type ActivityRow = components['schemas']['ActivitySeries']['data'][number];
type By = 'hour' | 'day';

export const useActivity = (
  by: By,
  client: string | undefined,
  tick: number,
): Answer<readonly ActivityRow[]> =>
  useAnswer(
    async (signal) => {
      const query = { by, ...(client && { client }) };
      return (await dataOf(service().api.GET('/activity', { params: { query }, signal }))).data;
    },
    [by, client, tick],
  );

interface Props {
  readonly client: string | undefined;
  readonly hours: Answer<readonly ActivityRow[]>;
  readonly tick: number;
}

/** The day that ends now, and the month. */
export function Activity({ client, hours, tick }: Props) {
  const days = useActivity('day', client, tick);
  return (
    <Panel title={say('series')}>
      <div class="body plots">
        <Plot by="hour" answer={hours} />
        <Plot by="day" answer={days} />
      </div>
    </Panel>
  );
}

function Plot({ by, answer }: { readonly by: By; readonly answer: Props['hours'] }) {
  return (
    <Answered answer={answer} rows={4}>
      {(data) => (
        <div>
          <h3>{say(`series.${by}s`)}</h3>
          <Bars
            by={by}
            name={`${say('series')}: ${say(`series.${by}s`)}`}
            head={say(`series.${by}`)}
            up={say('series.up')}
            down={say('series.down')}
            bars={barsOf(data, LABELS[by])}
          />
        </div>
      )}
    </Answered>
  );
}

const LABELS: Readonly<Record<By, (at: Date) => string>> = {
  hour: (at) => clockOf(at, language.value),
  day: (at) => dayOf(at.toISOString(), language.value).replace(/ \d{4}$/, ''),
};

/** Of all routes together. */
function barsOf(rows: readonly ActivityRow[], labelOf: (at: Date) => string): readonly Bar[] {
  const bars = new Map<string, Bar>();
  for (const { at, received, refused } of rows) {
    const bar = bars.get(at) ?? { at: new Date(at), label: labelOf(new Date(at)), up: 0, down: 0 };
    bars.set(at, { ...bar, up: bar.up + received, down: bar.down + refused });
  }
  return [...bars.values()];
}
