import { Fragment } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { InvoicePage, PageText } from '../../app/document-facts.ts';
import { wordsOf } from '../../app/words.ts';
import { FINDING_LOOKS } from '../../components/finding.tsx';
import { Empty } from '../../components/notice.tsx';
import type Words from '../../words/en/document.json';
import { type PaperFindings, paperFindings } from './paper-findings.ts';
import type { Finding } from './read-document.ts';

const say = wordsOf<typeof Words>('document');

interface Props {
  readonly page: InvoicePage;
  readonly findings: readonly Finding[];
  readonly selected: number;
  readonly onSelect: (index: number) => void;
}

/** What the parts of the page need to ring the terms that have findings. */
type Rings = Omit<Props, 'page'> & { readonly places: PaperFindings };

type Piece = NonNullable<PageText[number]['pieces']>[number];

type Block<Name extends string = string> = Extract<InvoicePage['blocks'][number], { block: Name }>;

/** Further rows are in the file. */
const MAX_ROWS = 100;

/** The invoice as a page, with a ring at the terms that have findings. It is white in dark, too, as paper is. */
export function Paper({ page, ...more }: Props) {
  const { head, blocks, language } = page;
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    frame.current?.querySelector('.ring.selected')?.scrollIntoView({ block: 'nearest' });
  }, [more.selected]);
  const places = useMemo(() => paperFindings(page, more.findings), [page, more.findings]);
  const rings = { ...more, places };
  // Of a file that cannot be read only the number is known.
  if (head.sender.length === 0 && blocks.every(isBare)) return <Empty title={say('paper.none')} />;
  return (
    <div class="paper-frame" ref={frame} tabIndex={0} role="group" aria-label={say('paper')}>
      <div class="paper" lang={language}>
        <div class="band">
          <b>
            <Text {...rings} text={head.sender} />
          </b>
          <p>
            <Text {...rings} text={head.kind} />
            <b>
              <Text {...rings} text={head.number} />
            </b>
          </p>
        </div>
        {blocks.map((block, index) => (
          <BlockView key={index} {...rings} block={block} index={index} />
        ))}
      </div>
    </div>
  );
}

const isBare = (block: Block): boolean =>
  (block.block === 'parties' && block.parties.every(({ name, lines }) => name.length + lines.length === 0)) ||
  (block.block === 'table' && block.rows.length === 0) ||
  (block.block === 'facts' && block.facts.length <= 1) ||
  (block.block === 'sums' && block.facts.length === 0);

interface BlockProps extends Rings {
  readonly block: Block;
  readonly index: number;
}

function BlockView({ block, index, ...rings }: BlockProps) {
  const lacking = <Missing {...rings} indices={rings.places.lackingIn(index)} />;
  switch (block.block) {
    case 'parties':
      return <Parties {...rings} block={block} index={index} />;
    case 'facts':
      return (
        <div class="facts-box">
          {block.heading !== undefined && <Heading text={block.heading} />}
          <dl class="dates">
            {block.facts.map(({ label, value }, each) => (
              <Dated key={each} {...rings} label={label} value={value} />
            ))}
          </dl>
          <Paragraphs {...rings} texts={block.texts} />
          {lacking}
        </div>
      );
    case 'table':
      return <Table {...rings} block={block} />;
    case 'sums':
      return (
        <div>
          <dl class="totals">
            {block.facts.map(({ label, value }, each) => (
              <Dated key={each} {...rings} label={label} value={value} />
            ))}
          </dl>
          {lacking}
        </div>
      );
    case 'texts':
      return (
        <div>
          <Heading text={block.heading} />
          {block.paragraphs.map(({ label, value }, each) => (
            <p key={each}>
              {label !== undefined && `${label}: `}
              <Text {...rings} text={value} />
            </p>
          ))}
          {lacking}
        </div>
      );
    default:
      return block satisfies never;
  }
}

const Heading = ({ text }: { readonly text: string }) => <p class="small">{text}</p>;

const Parties = ({ block, index, ...rings }: BlockProps & { readonly block: Block<'parties'> }) => (
  <div class="parties">
    {block.parties.map(({ heading, name, lines, small }, party) => (
      <div key={party}>
        <Heading text={heading} />
        <b>
          <Text {...rings} text={name} />
        </b>
        <Paragraphs {...rings} texts={lines} />
        <Paragraphs {...rings} texts={small} look="small" />
        <Missing {...rings} indices={rings.places.lackingIn(index, party)} />
      </div>
    ))}
  </div>
);

type TextsProps = Rings & { readonly texts: readonly PageText[]; readonly look?: string };

const Paragraphs = ({ texts, look, ...rings }: TextsProps) => (
  <>
    {texts.map((text, index) => (
      <p key={index} class={look}>
        <Text {...rings} text={text} />
      </p>
    ))}
  </>
);

type FactProps = Rings & { readonly label: string; readonly value: PageText };

const Dated = ({ label, value, ...rings }: FactProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Text {...rings} text={value} />
    </dd>
  </div>
);

/** What is small in a row stands below it, beside the number of a line. */
function Table({ block, ...rings }: Rings & { readonly block: Block<'table'> }) {
  const { heading, columns, rows } = block;
  const isOfLines = rows.some(({ cells }) => cells[0]?.text[0]?.terms?.includes('BT-126'));
  const sideOf = (column: number): string | undefined =>
    columns[column]?.align === 'right' ? 'right' : undefined;
  return (
    <table>
      <caption class="small">{heading}</caption>
      <thead>
        <tr>
          {columns.map(({ title }, column) => (
            <th key={column} scope="col" class={sideOf(column)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {rows.slice(0, MAX_ROWS).map(({ cells }, row) => {
        const lacking = isOfLines ? rings.places.lacking(row) : [];
        const small = cells.flatMap((cell) => cell.small);
        return (
          <tbody key={row}>
            <tr>
              {cells.map(({ text }, column) => (
                <td key={column} class={sideOf(column)} data-head={columns[column]?.title}>
                  <Text {...rings} text={text} />
                </td>
              ))}
            </tr>
            {small.length + lacking.length > 0 && (
              <tr class="details">
                {isOfLines && <td />}
                <td colSpan={columns.length - (isOfLines ? 1 : 0)}>
                  <Paragraphs {...rings} texts={small} look="small" />
                  <Missing {...rings} indices={lacking} />
                </td>
              </tr>
            )}
          </tbody>
        );
      })}
      {rows.length > MAX_ROWS && (
        <tbody>
          <tr>
            <td colSpan={columns.length}>{say('paper.more', { n: rows.length - MAX_ROWS })}</td>
          </tr>
        </tbody>
      )}
    </table>
  );
}

/** A text; a part of it that has a finding is a button that opens it. */
function Text({ text, ...rings }: Rings & { readonly text: PageText }) {
  return (
    <>
      {text.map((part, each) => {
        const index = rings.places.of(part);
        return index === undefined ? (
          <Pieces key={each} part={part} />
        ) : (
          <Ring key={each} {...rings} index={index} value={part.text} />
        );
      })}
    </>
  );
}

/** A label never breaks, an address only if it is longer than a line; two labels in turn may be wider than one. */
function Pieces({ part }: { readonly part: PageText[number] }) {
  const pieces: readonly Piece[] = part.pieces ?? [part];
  const isLabel = (n: number): boolean => pieces[n]?.kind === 'label';
  return (
    <>
      {pieces.map(({ text, kind }, n) => {
        if (!kind && text === '\u00a0' && isLabel(n - 1) && isLabel(n + 1)) return ' ';
        const value = <Breakable key={n} text={text} />;
        return kind ? (
          <span key={n} class={kind}>
            {value}
          </span>
        ) : (
          value
        );
      })}
    </>
  );
}

/** In a narrow column an account number breaks behind the blank of a group, and an address that is longer than the column behind its @. */
const Breakable = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<=@|[A-Z\d]{4}\u00a0)/).map((part, n) => (
      <Fragment key={n}>
        {n > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);

/** The terms with findings that the page does not show, where they belong. */
const Missing = ({ indices, ...rings }: Rings & { readonly indices: readonly number[] }) => (
  <>
    {indices.map((index) => (
      <p key={index}>
        <Ring {...rings} index={index} value={say('paper.missing')} isNamed />
      </p>
    ))}
  </>
);

interface RingProps extends Rings {
  readonly index: number;
  readonly value: string;
  /** Nothing around it says what it is. */
  readonly isNamed?: boolean;
}

function Ring({ index, value, isNamed = false, findings, selected, onSelect }: RingProps) {
  const { term = '', severity = 'error' } = findings[index] ?? {};
  return (
    <button
      type="button"
      class={`ring ${FINDING_LOOKS[severity].role} ${index === selected ? 'selected' : ''}`}
      aria-label={say('paper.finding', { term, value })}
      onClick={() => onSelect(index)}
    >
      {isNamed ? `${term}: ${value}` : value}
    </button>
  );
}
