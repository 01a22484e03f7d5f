import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { match, navigate, path } from '../app/router.ts';
import { loadStyles } from '../app/styles.ts';
import { loadPageWords, wordsOf } from '../app/words.ts';
import { Empty, Problem, Skeleton } from '../components/notice.tsx';
import { PageHead } from '../components/page-head.tsx';
import type Words from '../words/en/shell.json';
import type { PageProps, PageRow } from './page-row.ts';

const say = wordsOf<typeof Words>('shell');

/** The page of the address, loaded when it is first opened. */
export function Page({ pages }: { readonly pages: readonly PageRow[] }) {
  const first = pages.find(({ entry }) => entry);
  const isAtStart = path.value === '/';
  useEffect(() => {
    if (isAtStart && first) navigate(first.path, { replace: true });
  }, [isAtStart, first]);
  if (isAtStart && first) return null;
  if (!first) return <Nothing title={say('nothing-for-key')} help={say('nothing-for-key.help')} />;
  for (const row of pages) {
    const parameters = match(row.path, path.value);
    if (parameters) return <Loaded key={row.name} row={row} parameters={parameters} />;
  }
  return <Nothing title={say('no-page')} help={say('no-page.help')} />;
}

const Nothing = ({ title, help }: { readonly title: string; readonly help: string }) => (
  <>
    <PageHead title={title} name={title} />
    <Empty title={help} />
  </>
);

const loaded = new Map<string, ComponentType<PageProps>>();

function Loaded({ row, parameters }: { readonly row: PageRow } & PageProps) {
  const [error, setError] = useState<unknown>();
  const [, setTimes] = useState(0);
  const Ready = loaded.get(row.name);
  const load = (): void => {
    setError(undefined);
    const { name, words = [name], styles = [name] } = row;
    Promise.all([row.load(), loadPageWords(words), loadStyles(styles)])
      .then(([module]) => {
        loaded.set(name, module.default);
        setTimes((times) => times + 1);
      })
      .catch(setError);
  };
  useEffect(() => {
    if (!Ready) load();
  }, [row.name]);
  if (Ready) return <Ready parameters={parameters} />;
  return error ? <Problem error={error} askAgain={load} /> : <Skeleton />;
}
