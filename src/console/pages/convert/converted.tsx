import type { components, ConversionTarget } from '../../../client/client.ts';
import { saveAs } from '../../app/download.ts';
import { wordFor, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Finding } from '../../components/finding.tsx';
import { nameOfLayer } from '../../components/layer-name.ts';
import { Note } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type Words from '../../words/en/convert.json';

const say = wordsOf<typeof Words>('convert');

type Conversion = components['schemas']['Conversion'];
type Loss = components['schemas']['ConversionLoss'];
type Difference = components['schemas']['ConversionDifference'];

interface Props {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly to: ConversionTarget;
  readonly conversion: Conversion;
}

/** The invoice in its new form, and what became of what it said. */
export function Converted({ name, to, conversion }: Props) {
  const { losses, further_losses: further, differences, totals } = conversion;
  const file = fileOf(conversion);
  const fileName = `${name}.${to}.${file.ending}`;
  return (
    <>
      <Panel
        title={say('new')}
        acts={
          <Button size="small" icon="download" onClick={() => saveAs(file.blob, fileName)}>
            {say('save')}
          </Button>
        }
      >
        <div class="body" role="status">
          <Verdict {...conversion} />
          {losses.length === 0 && <p>{say('losses.none')}</p>}
          {file.text !== undefined && (
            <CodeBlock name={say('contents', { name: fileName })} text={file.text} />
          )}
        </div>
      </Panel>
      {losses.length > 0 && (
        <Panel title={say('losses', { n: losses.length + further })}>
          <Table
            caption={say('losses', { n: losses.length + further })}
            look="rows-losses"
            columns={LOSSES()}
            rows={numbered(losses)}
            idOf={({ no }) => no}
          />
          {further > 0 && <p class="foot">{say('losses.further', { n: further })}</p>}
        </Panel>
      )}
      {differences.length > 0 && (
        <Panel title={say('differences', { n: differences.length + conversion.further_differences })}>
          <Table
            caption={say('differences', { n: differences.length + conversion.further_differences })}
            look="rows-losses"
            columns={DIFFERENCES()}
            rows={numbered(differences)}
            idOf={({ no }) => no}
          />
        </Panel>
      )}
      <Totals {...totals} />
    </>
  );
}

/** Why sending would refuse the data, or what the rules of the new form say of it. */
function Verdict({ document, valid, layers = [], findings }: Conversion) {
  const notRun = layers.filter(({ outcome }) => outcome === 'not_run');
  if (valid === true && findings.length === 0) return <p>{say('rules.valid')}</p>;
  if (findings.length + notRun.length === 0) return null;
  const outcome = layers.some((layer) => layer.outcome === 'invalid')
    ? 'invalid'
    : valid
      ? 'valid'
      : 'not_run';
  return (
    <Note
      role={valid ? 'ok' : 'warn'}
      icon={valid ? 'check' : 'triangle'}
      title={say(document ? 'findings' : `rules.${outcome}`)}
    >
      {notRun.map(({ layer, reason = '' }) => (
        <p key={layer}>{say('layer.not_run', { layer: nameOfLayer(layer), reason })}</p>
      ))}
      {findings.map((finding, index) => (
        <Finding key={index} finding={finding} />
      ))}
    </Note>
  );
}

type Numbered<Row> = Row & { readonly no: string };

const numbered = <Row,>(rows: readonly Row[]): readonly Numbered<Row>[] =>
  rows.map((row, index) => ({ ...row, no: String(index) }));

const LOSSES = (): readonly Column<Numbered<Loss>>[] => [
  {
    name: 'term',
    head: say('term'),
    isName: true,
    cell: ({ term, field, path }) => term ?? field ?? last(path),
  },
  { name: 'value', head: say('value'), cell: ({ value }) => <bdi>{value}</bdi> },
  {
    name: 'why',
    head: say('why'),
    cell: ({ why, message }) => message ?? wordFor('convert', `why.${why}`) ?? why,
  },
  {
    name: 'where',
    head: say('where'),
    leaves: 1,
    cell: ({ field, path }) => <code>{field ?? path}</code>,
  },
];

const DIFFERENCES = (): readonly Column<Numbered<Difference>>[] => [
  { name: 'term', head: say('term'), isName: true, cell: ({ term }) => term },
  {
    name: 'value',
    head: say('stated'),
    cell: ({ stated }) =>
      stated === undefined ? <span class="meta">{say('derived')}</span> : <bdi>{stated}</bdi>,
  },
  { name: 'why', head: say('now'), cell: ({ value }) => <bdi>{value}</bdi> },
  {
    name: 'where',
    head: say('where'),
    leaves: 1,
    cell: ({ field, path }) => <code>{field ?? path}</code>,
  },
];

/** The last step of a path. */
const last = (path = ''): string => path.slice(path.lastIndexOf('/') + 1);

function fileOf({ document, file }: Conversion): {
  readonly blob: Blob;
  readonly ending: string;
  /** Of what people can read. */
  readonly text?: string;
} {
  if (!file) {
    const text = JSON.stringify(document, null, 2);
    return { blob: new Blob([text], { type: 'application/json' }), ending: 'json', text };
  }
  const bytes = Uint8Array.from(atob(file.content_base64), (letter) => letter.charCodeAt(0));
  const blob = new Blob([bytes], { type: file.media_type });
  return file.media_type === 'application/pdf'
    ? { blob, ending: 'pdf' }
    : { blob, ending: 'xml', text: new TextDecoder().decode(bytes) };
}

/** As the file states them and as they are computed, if the two differ. */
function Totals({ stated, computed }: Conversion['totals']) {
  const names = Object.keys(computed ?? {}).filter(
    (name) => stated[name] !== undefined && stated[name] !== computed?.[name],
  );
  if (names.length === 0) return null;
  return (
    <Panel title={say('totals')}>
      <Table
        caption={say('totals')}
        look="rows-totals"
        columns={[
          {
            name: 'term',
            head: say('total'),
            isName: true,
            cell: ({ no }) => wordFor('convert', `total.${no}`) ?? no,
          },
          { name: 'value', head: say('totals.stated'), align: 'right', cell: ({ no }) => stated[no] },
          { name: 'why', head: say('totals.computed'), align: 'right', cell: ({ no }) => computed?.[no] },
        ]}
        rows={names.map((no) => ({ no }))}
        idOf={({ no }) => no}
      />
    </Panel>
  );
}
