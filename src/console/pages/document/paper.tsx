import type { ComponentChildren } from 'preact';
import { amountOf, dayOf } from '../../app/format.ts';
import type { HeaderTerm, LineTerm } from '../../app/invoice-terms.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Empty } from '../../components/notice.tsx';
import type Words from '../../words/en/document.json';
import type { PaperFacts } from './paper-facts.ts';
import type { Finding } from './read-document.ts';

const say = wordsOf<typeof Words>('document');

interface Props {
  readonly facts: PaperFacts | undefined;
  readonly findings: readonly Finding[];
  readonly selected: number;
  readonly onSelect: (index: number) => void;
}

/** The invoice as a page, with a ring at the terms that have findings. It is white in dark, too, as paper is. */
export function Paper(props: Props) {
  const { facts, findings } = props;
  if (!facts) return <Empty title={say('paper.none')} />;
  const { header } = facts;
  const value = (term: HeaderTerm, show: (text: string) => string = (text) => text) => (
    <Value {...props} term={term} value={header[term]} show={show} />
  );
  const isShown = (term: HeaderTerm): boolean =>
    header[term] !== undefined || findings.some((finding) => finding.term === term);
  const amount = (text: string): string => amountIn(text, header['BT-5']);
  return (
    <div class="paper">
      <div class="band">
        <b>{value('BT-27')}</b>
        <p>
          {say('paper.invoice')}
          <b>{value('BT-1')}</b>
        </p>
      </div>
      <div class="parties">
        <Party name={say('paper.from')} lines={[value('BT-35'), [value('BT-38'), ' ', value('BT-37')]]}>
          <b>{value('BT-27')}</b>
          {value('BT-31')}
        </Party>
        <Party name={say('paper.to')} lines={[value('BT-50'), [value('BT-53'), ' ', value('BT-52')]]}>
          <b>{value('BT-44')}</b>
          {value('BT-48')}
        </Party>
      </div>
      <dl class="dates">
        <Dated name={say('paper.date')}>{value('BT-2', date)}</Dated>
        {isShown('BT-9') && <Dated name={say('paper.due')}>{value('BT-9', date)}</Dated>}
        {isShown('BT-13') && <Dated name={say('paper.order')}>{value('BT-13')}</Dated>}
        {isShown('BT-10') && <Dated name={say('paper.your-reference')}>{value('BT-10')}</Dated>}
      </dl>
      <Lines {...props} facts={facts} />
      <dl class="totals">
        {isShown('BT-109') && <Dated name={say('paper.without-vat')}>{value('BT-109', amount)}</Dated>}
        {isShown('BT-110') && <Dated name={say('paper.vat')}>{value('BT-110', amount)}</Dated>}
        {isShown('BT-112') && <Dated name={say('paper.with-vat')}>{value('BT-112', amount)}</Dated>}
        {isShown('BT-115') && <Dated name={say('paper.amount-due')}>{value('BT-115', amount)}</Dated>}
      </dl>
      <p class="small">{value('BT-84', (text) => `${say('paper.account')} ${text}`)}</p>
      <p class="small">{value('BT-20')}</p>
      <p class="small">{value('BT-22')}</p>
    </div>
  );
}

const date = (text: string): string => (/^\d{4}-\d\d-\d\d/.test(text) ? dayOf(text, language.value) : text);

function amountIn(text: string, currency = ''): string {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? amountOf(text, currency, language.value) : text;
}

interface ValueProps extends Omit<Props, 'facts'> {
  readonly term: string;
  readonly value: string | undefined;
  readonly show?: (text: string) => string;
  /** Of a line of the invoice. */
  readonly line?: number;
}

/** A value; what has a finding is a button that opens it, also if the value is missing. */
function Value({ term, value, show = (text) => text, findings, selected, onSelect, line }: ValueProps) {
  const index = findings.findIndex((finding) => isAbout(finding, term, line));
  const shown = value === undefined ? undefined : show(value);
  if (index < 0) return <>{shown}</>;
  return (
    <button
      type="button"
      class={`ring ${index === selected ? 'selected' : ''}`}
      aria-label={say('paper.finding', { term, value: shown ?? say('paper.missing') })}
      onClick={() => onSelect(index)}
    >
      {shown ?? say('paper.missing')}
    </button>
  );
}

const isAbout = (finding: Finding, term: string, line: number | undefined): boolean =>
  finding.term === term && (line === undefined || lineOf(finding) === line);

/** Which line of the invoice, from 0. A path has a number only if there are several. */
function lineOf({ field = '', location }: Finding): number | undefined {
  const [, index] = /^lines\[(\d+)\]/.exec(field) ?? [];
  if (index !== undefined) return Number(index);
  const [element, position = '1'] = LINE_ELEMENT.exec(location?.xpath ?? '') ?? [];
  return element === undefined ? undefined : Number(position) - 1;
}

const LINE_ELEMENT = /(?:InvoiceLine|CreditNoteLine|IncludedSupplyChainTradeLineItem|FaWiersz)(?:\[(\d+)\])?/;

interface PartyProps {
  readonly name: string;
  readonly lines: readonly ComponentChildren[];
  readonly children: ComponentChildren;
}

const Party = ({ name, lines, children }: PartyProps) => (
  <div>
    <p class="small">{name}</p>
    {children}
    {lines.map((line, index) => (
      <p key={index}>{line}</p>
    ))}
  </div>
);

const Dated = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

type LineProps = Props & { readonly facts: PaperFacts };

function Lines({ facts, ...more }: LineProps) {
  const { lines, lineCount, header } = facts;
  const cell = (line: number, term: LineTerm, show?: (text: string) => string) => (
    <Value {...more} line={line} term={term} value={lines[line]?.[term]} {...(show && { show })} />
  );
  const amount = (text: string): string => amountIn(text, header['BT-5']);
  return (
    <table>
      <caption class="unseen">{say('paper.lines')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('paper.description')}</th>
          <th scope="col" class="right">
            {say('paper.quantity')}
          </th>
          <th scope="col" class="right">
            {say('paper.price')}
          </th>
          <th scope="col" class="right">
            {say('paper.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((_line, index) => (
          <tr key={index}>
            <th scope="row">{cell(index, 'BT-153')}</th>
            <td class="right">{cell(index, 'BT-129')}</td>
            <td class="right">{cell(index, 'BT-146')}</td>
            <td class="right">{cell(index, 'BT-131', amount)}</td>
          </tr>
        ))}
        {lineCount > lines.length && (
          <tr>
            <td colSpan={4}>{say('paper.more', { n: lineCount - lines.length })}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
