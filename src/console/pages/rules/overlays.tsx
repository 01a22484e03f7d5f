import type { components } from '../../../client/client.ts';
import { dayOf } from '../../app/format.ts';
import { isOperator, ownKey } from '../../app/session.ts';
import { language, wordFor, wordsOf } from '../../app/words.ts';
import { nameOfLayer } from '../../components/layer-name.ts';
import { Panel } from '../../components/panel.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type Words from '../../words/en/rules.json';
import type { PackRow } from './time-line.ts';

const say = wordsOf<typeof Words>('rules');

interface Overlaid {
  readonly id: string;
  readonly layer: string;
  /** Of the layer; documents of two syntaxes may have two. */
  readonly packs: readonly string[];
  readonly overlay: components['schemas']['RulePackOverlay'];
}

/** The rules of publishers that have another severity here, each once. */
export function Overlays({ rows }: { readonly rows: readonly PackRow[] }) {
  const overlaid = overlaidIn(rows);
  if (overlaid.length === 0) return null;
  return (
    <Panel title={say('overlays')} beside={say('overlays.beside')}>
      <Table
        caption={say('overlays')}
        look="rows-overlays"
        columns={columns(overlaid)}
        rows={overlaid}
        idOf={({ id }) => id}
      />
    </Panel>
  );
}

function overlaidIn(rows: readonly PackRow[]): readonly Overlaid[] {
  const rowsById = new Map<string, Overlaid>();
  for (const { layer, in_force: inForce, next, overlays = [] } of rows)
    for (const overlay of overlays) {
      const pack = inForce ?? next;
      const name = pack ? [`${pack.id} ${pack.version}`] : [];
      const id = JSON.stringify([layer, overlay]);
      const packs = [...new Set([...(rowsById.get(id)?.packs ?? []), ...name])];
      rowsById.set(id, { id, layer, packs, overlay });
    }
  return [...rowsById.values()];
}

function columns(overlaid: readonly Overlaid[]): readonly Column<Overlaid>[] {
  const all: readonly Column<Overlaid>[] = [
    {
      name: 'rule',
      head: say('head.rule'),
      isName: true,
      cell: ({ overlay }) => <code>{overlay.rule}</code>,
    },
    { name: 'change', head: say('head.severity'), cell: ({ overlay }) => severityOf(overlay.change) },
    { name: 'days', head: say('head.days'), cell: ({ overlay }) => daysOf(overlay) },
    { name: 'reason', head: say('head.reason'), cell: ({ overlay }) => overlay.reason },
    { name: 'author', head: say('head.author'), leaves: 3, cell: ({ overlay }) => overlay.author },
    {
      name: 'layer',
      head: say('head.layer'),
      leaves: 2,
      cell: ({ layer, packs }) => (
        <>
          {nameOfLayer(layer)} <span class="quiet">{packs.join(', ')}</span>
        </>
      ),
    },
    {
      name: 'client',
      head: say('client'),
      leaves: 1,
      cell: ({ overlay }) => overlay.clients?.join(', ') ?? say('overlay.all'),
    },
  ];
  const operates = ownKey.value !== undefined && isOperator(ownKey.value);
  const isForNamed = overlaid.some(({ overlay }) => overlay.clients);
  return all.filter(({ name }) => name !== 'client' || (operates && isForNamed));
}

const severityOf = (change: Overlaid['overlay']['change']): string =>
  change === 'off' ? say('overlay.off') : (wordFor('finding', `severity.${change}`) ?? change);

/** Of issue. */
function daysOf({ from, until }: Pick<Overlaid['overlay'], 'from' | 'until'>): string {
  const last = dayOf(until, language.value);
  if (from === undefined) return say('overlay.until', { until: last });
  return say('overlay.days', { from: dayOf(from, language.value), until: last });
}
