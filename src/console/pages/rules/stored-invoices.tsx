import { useEffect, useState } from 'preact/hooks';
import type { components } from '../../../client/client.ts';
import { useAct } from '../../app/act.ts';
import { announce } from '../../app/announce.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { useEvery } from '../../app/every.ts';
import { isOperator, ownKey, service, submits } from '../../app/session.ts';
import { wordFor, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Boxes } from '../../components/inputs.tsx';
import { Answered } from '../../components/answered.tsx';
import { Problem } from '../../components/notice.tsx';
import { OwnerOfFinding } from '../../components/owner.tsx';
import { Panel } from '../../components/panel.tsx';
import { RecordLink } from '../../components/record-link.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type Words from '../../words/en/rules.json';
import { type Release, nameOfPack } from './time-line.ts';

const say = wordsOf<typeof Words>('rules');

type Radar = components['schemas']['Radar'];
type Result = components['schemas']['RadarResult'];
type Telling = NonNullable<Radar['tells']>[number];

const LOOK_EVERY_MS = 2_000;
const MAX_ROWS = 50;

/** What a coming pack says of the stored invoices: the newest radar of it, or the offer to start one. */
export function StoredInvoices({ coming: { pack } }: { readonly coming: Release }) {
  const name = nameOfPack(pack);
  const [started, setStarted] = useState<string>();
  const answer = useAnswer((signal) => newestResult(name, started, signal), [name, started]);
  const { data, askAgain } = answer;
  const isRunning = data?.state === 'running';
  const tick = useEvery(LOOK_EVERY_MS);
  useEffect(() => {
    if (isRunning) askAgain();
  }, [tick]);
  return (
    <Panel title={say('stored')} beside={data && besideOf(data)}>
      <Answered answer={answer} rows={2} empty={(result) => result === null && say('stored.none')}>
        {(result) => result && <Found result={result} />}
      </Answered>
      {ownKey.value && submits(ownKey.value) && data !== undefined && !isRunning && (
        <Start
          pack={name}
          isAgain={data !== null}
          onStarted={(id) => {
            announce(say('stored.started'));
            setStarted(id);
          }}
        />
      )}
    </Panel>
  );
}

/** Null: none of the newest radars is about this pack. Its name in them may be without the origin. */
async function newestResult(
  name: string,
  started: string | undefined,
  signal: AbortSignal,
): Promise<Result | null> {
  const { api } = service();
  const known = (await dataOf(api.GET('/radar', { signal }))).data;
  const isOfPack = ({ pack = '' }: Radar): boolean => name === pack || name.startsWith(`${pack}.`);
  const id = started ?? known.find((radar) => radar.pack !== undefined && isOfPack(radar))?.id;
  if (id === undefined) return null;
  return dataOf(api.GET('/radar/{id}', { params: { path: { id } }, signal }));
}

const besideOf = ({ state, counted, total, judged }: Result): string =>
  state === 'running' ? say('stored.running', { counted, total }) : say('stored.judged', { n: judged });

function Found({ result }: { readonly result: Result }) {
  const [isWhole, showAll] = useState(false);
  const rows = rowsOf(result);
  const shown = isWhole ? rows : rows.slice(0, MAX_ROWS);
  const { broken, skipped, unjudged } = result;
  return (
    <>
      <p class="stored-sum">
        <strong>{say('stored.broken', { n: broken })}</strong>{' '}
        {skipped > 0 && say('stored.skipped', { n: skipped })}{' '}
        {unjudged > 0 && say('stored.unjudged', { n: unjudged })}
      </p>
      {rows.length > 0 && (
        <Table
          caption={say('stored.table')}
          look="rows-stored"
          columns={columns()}
          rows={shown}
          idOf={({ id }) => id}
        />
      )}
      {shown.length < rows.length && (
        <p class="change-foot">
          <Button size="small" onClick={() => showAll(true)}>
            {say('stored.all', { n: rows.length })}
          </Button>
        </p>
      )}
    </>
  );
}

type FoundRow = Result['clients'][number]['rows'][number] & { readonly id: string; readonly client: string };

/** What makes invoices invalid first, then what concerns most of them. */
const rowsOf = ({ clients }: Result): readonly FoundRow[] =>
  clients
    .flatMap(({ client, rows }) =>
      rows.map((row) => ({ ...row, client, id: [client, row.code, row.field, row.change].join(' ') })),
    )
    .toSorted((one, other) => weightOf(other) - weightOf(one) || other.invoices - one.invoices);

const weightOf = ({ change, severity }: FoundRow): number =>
  severity === 'error' && change !== 'disappears' ? 1 : 0;

function columns(): readonly Column<FoundRow>[] {
  const all: readonly (Column<FoundRow> & { readonly isForOperators?: true })[] = [
    { name: 'rule', head: say('head.rule'), isName: true, cell: ({ code }) => <code>{code}</code> },
    { name: 'count', head: say('head.invoices'), align: 'right', cell: ({ invoices }) => invoices },
    { name: 'change', head: say('head.change'), leaves: 2, cell: changeOf },
    { name: 'field', head: say('field'), leaves: 3, cell: ({ field }) => field && <code>{field}</code> },
    { name: 'client', head: say('client'), isForOperators: true, cell: ({ client }) => client },
    { name: 'owner', head: say('head.owner'), leaves: 1, cell: (row) => <OwnerOfFinding finding={row} /> },
    { name: 'example', head: say('head.example'), cell: exampleOf },
  ];
  const operates = ownKey.value !== undefined && isOperator(ownKey.value);
  return all.filter(({ isForOperators }) => operates || !isForOperators);
}

function changeOf({ change, severity, was }: FoundRow): string {
  const word = (name: string): string => wordFor('finding', `severity.${name}`) ?? name;
  if (change === 'severity') return say('stored.severity', { was: word(was ?? ''), now: word(severity) });
  return `${say(`stored.${change}`)}, ${word(severity)}`;
}

const exampleOf = ({ examples: [id] }: FoundRow) =>
  id !== undefined && <RecordLink id={id}>{say('stored.open')}</RecordLink>;

interface StartProps {
  readonly pack: string;
  readonly isAgain: boolean;
  readonly onStarted: (id: string) => void;
}

function Start({ pack, isAgain, onStarted }: StartProps) {
  const [tells, setTells] = useState<readonly string[]>([]);
  const { busy, error, run } = useAct();
  const mayTell = ownKey.value?.kind === 'operator';
  const start = (): Promise<void> =>
    run('start', async () => {
      const body = { pack, ...(tells.length > 0 && { tells: [...tells] as Telling[] }) };
      onStarted((await dataOf(service().api.POST('/radar', { body }))).id);
    });
  return (
    <div class="stored-start">
      {mayTell && (
        <Boxes
          label={say('stored.tells')}
          chosen={tells}
          options={[
            ['care', say('stored.tells.care')],
            ['mail', say('stored.tells.mail')],
          ]}
          onChange={setTells}
        />
      )}
      <Button isBusy={busy === 'start'} onClick={() => void start()}>
        {say(isAgain ? 'stored.again' : 'stored.start')}
      </Button>
      {error ? <Problem error={error} /> : null}
    </div>
  );
}
