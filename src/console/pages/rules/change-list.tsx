import { switchInAddress } from '../../app/router.ts';
import { isNarrow } from '../../app/screen.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Empty } from '../../components/notice.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type Words from '../../words/en/rules.json';
import { type RuleChange, termsOf } from './changes.ts';

const say = wordsOf<typeof Words>('rules');

/** So many rows at first: a schema may change in a thousand declarations. */
const MAX_ROWS = 50;
const KINDS = ['changed', 'added', 'removed'] as const;

interface Props {
  readonly changes: readonly RuleChange[];
  readonly shared: readonly string[];
  readonly selected: string | undefined;
  readonly onSelect: (change: RuleChange) => void;
  /** Where the texts do not stand beside. */
  readonly onOpen: (change: RuleChange) => void;
}

export function ChangeList({ changes, shared, selected, onSelect, onOpen }: Props) {
  const [isWhole, showAll] = switchInAddress('all');
  const isCut = !isWhole && changes.length > MAX_ROWS;
  const counts = KINDS.map((kind) => [kind, changes.filter((each) => each.kind === kind).length] as const);
  return (
    <>
      {changes.length === 0 ? (
        <Empty title={say('diff.none')} />
      ) : (
        <>
          <p class="change-counts">
            {counts
              .filter(([, n]) => n > 0)
              .map(([kind, n]) => (
                <span key={kind} class="tag">
                  {say(`diff.${kind}`, { n })}
                </span>
              ))}
          </p>
          <Table
            caption={say('diff.list')}
            look="rows-changes"
            columns={columns()}
            rows={isCut ? changes.slice(0, MAX_ROWS) : changes}
            idOf={({ id }) => id}
            selected={selected}
            onSelect={onSelect}
            {...(isNarrow.value && { onOpen })}
          />
        </>
      )}
      {isCut && (
        <p class="change-foot">
          <Button size="small" onClick={() => showAll(true)}>
            {say('diff.all', { n: changes.length })}
          </Button>
        </p>
      )}
      {shared.length > 0 && <p class="change-foot meta">{say('diff.shared', { names: listOf(shared) })}</p>}
    </>
  );
}

const listOf = (words: readonly string[]): string => new Intl.ListFormat(language.value).format(words);

const columns = (): readonly Column<RuleChange>[] => [
  { name: 'rule', head: say('head.rule'), isName: true, cell: ({ rule }) => <code>{rule}</code> },
  { name: 'change', head: say('head.change'), cell: wordOf },
  {
    name: 'terms',
    head: say('head.terms'),
    leaves: 2,
    cell: (row) => <Terms terms={termsOf(row).slice(0, 3)} />,
  },
  { name: 'syntaxes', head: say('head.syntaxes'), leaves: 1, cell: ({ syntaxes }) => syntaxes.join(', ') },
];

/** A term stays on one line: `BT-149`. */
const Terms = ({ terms }: { readonly terms: readonly string[] }) => (
  <>
    {terms.map((term, index) => (
      <span key={term} class="term">
        {term}
        {index < terms.length - 1 && ', '}
      </span>
    ))}
  </>
);

function wordOf({ kind, in: aspects }: RuleChange): string {
  if (kind !== 'changed') return say(`change.${kind}`);
  return listOf(aspects.map((each) => say(`aspect.${each}`)));
}
