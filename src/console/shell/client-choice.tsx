import { useAnswer } from '../app/answer.ts';
import { allClients } from '../app/clients.ts';
import { changeQuery, query } from '../app/router.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/shell.json';

const say = wordsOf<typeof Words>('shell');

/** Operators look at all clients, or at one; the choice is in the address. */
export function ClientChoice() {
  const { data = [] } = useAnswer(allClients, []);
  const chosen = query.value.get('client') ?? '';
  const known = data.some(({ client }) => client === chosen) || !chosen;
  return (
    <label class="client">
      <span class="unseen">{say('client')}</span>
      <select
        value={chosen}
        onChange={({ currentTarget }) =>
          changeQuery({ client: currentTarget.value, page: undefined, sel: undefined })
        }
      >
        <option value="">{say('all-clients')}</option>
        {!known && <option value={chosen}>{chosen}</option>}
        {data.map(({ client, name }) => (
          <option key={client} value={client}>
            {name || client}
          </option>
        ))}
      </select>
    </label>
  );
}
