import { english } from '../../../../support/words.ts';
import assert from 'node:assert/strict';
import type { PlKsefRail } from '../../../../../src/adapters/rails/pl-ksef/pl-ksef-rail.ts';
import { LOG_IN_MS } from '../../../../../src/ports/sessions.ts';
import type { OpenedCredential } from '../../../../../src/ports/rail/opened-credential.ts';
import { invoice } from '../../../../sandbox/pl-ksef/invoices.ts';
import { Ksef, SELLER, TOKEN } from '../../../../sandbox/pl-ksef/ksef.ts';
import { json, takenBut } from '../../../../sandbox/scripted-network.ts';
import { KsefNetwork } from '../ksef.ts';

const BUYER = '7352765225';
const MAKE = 'POST collective-identifiers';
const credential: OpenedCredential = {
  client: 'acme',
  id: 'crd_buyer',
  kind: 'ksef-token',
  value: 'x|nip-1|y',
};

describe('a collective number of KSeF', function () {
  const ksef = new KsefNetwork();
  let rail: PlKsefRail;
  let numbers: readonly string[] = [];
  let other = '';
  before(async () => {
    rail = await ksef.start();
    const accepted = async (seller: string, ...names: readonly string[]): Promise<string[]> => {
      const caller = await Ksef.loggedIn(ksef.url, TOKEN, seller);
      const session = await caller.open();
      const found: string[] = [];
      for (const name of names)
        found.push((await caller.endOf(session, invoice(name, { seller }))).ksefNumber ?? '');
      return found;
    };
    numbers = await accepted(SELLER, 'C-1', 'C-2', 'C-3', 'C-4', 'C-5', 'C-6', 'C-7', 'C-8');
    [other = ''] = await accepted('5260250274', 'C-9');
  });
  after(() => ksef.close());
  // The permits of one second are for ten calls.
  beforeEach(() => {
    ksef.script();
    ksef.clock.advance(60_000);
  });

  const ask = (railIds: readonly string[], by = rail) =>
    by.collective.findOrMake({ credential, recipient: BUYER, railIds });
  const numberOf = (answer: Awaited<ReturnType<typeof ask>>): string =>
    'number' in answer ? answer.number : assert.fail(JSON.stringify(answer));
  const made = (): number => ksef.passed.filter(({ call }) => call === MAKE).length;

  it('is one for the same invoices in any order, in every process; others have another', async () => {
    const [one = '', two = '', three = ''] = numbers;
    const number = numberOf(await ask([one, two]));
    assert.match(number, /^\d{10}-IZ\d{6}-[0-9A-F]{12}-[0-9A-F]{2}$/);
    assert.equal(numberOf(await ask([two, one])), number);
    assert.equal(numberOf(await ask([one, two], ksef.rail())), number);
    assert.equal(made(), 1);
    assert.notEqual(numberOf(await ask([one, two, three])), number);
    assert.equal(made(), 2);
  });

  it('is found at KSeF if the answer was lost', async () => {
    const pair = numbers.slice(3, 5);
    ksef.script({ [MAKE]: takenBut(undefined) });
    const number = numberOf(await ask(pair));
    ksef.script();
    assert.equal(numberOf(await ask(pair)), number);
    assert.equal(made(), 0);
  });

  it('is found at KSeF by another process after a crash before it was stored', async () => {
    const pair = numbers.slice(5, 7);
    const replace = ksef.rows.replace.bind(ksef.rows);
    // Of the number's own row: the mark is stored, and the process ends with the answer.
    let ends = false;
    ksef.rows.replace = async (row) => {
      if (!row.name.includes('collective')) return replace(row);
      if (ends) throw new Error('the process ends here');
      ends = row.openingUntil !== null;
      return replace(row);
    };
    await assert.rejects(ask(pair), /the process ends here/);
    ksef.rows.replace = replace;
    assert.equal(made(), 1);
    const busy = await ask(pair, ksef.rail());
    assert.ok('failed' in busy && busy.failed.mapping.meaning === 'later');
    ksef.clock.advance(LOG_IN_MS + 1);
    numberOf(await ask(pair, ksef.rail()));
    assert.equal(made(), 1);
  });

  it('is made once by two processes at once', async () => {
    const pair = [numbers[0] ?? '', numbers[7] ?? ''];
    const answers = await Promise.all([ask(pair), ask(pair, ksef.rail())]);
    assert.ok(answers.some((answer) => 'number' in answer));
    assert.equal(made(), 1);
  });

  it('is refused with the words of KSeF', async () => {
    const answer = await ask([numbers[0] ?? '', other]);
    assert.match(english('refused' in answer ? answer.refused : ''), /71004/);
  });

  it('is not known while KSeF does not answer', async () => {
    ksef.script({ GET: json({}, 503), POST: json({}, 503) });
    assert.ok('failed' in (await ask([numbers[1] ?? '', numbers[7] ?? ''])));
  });
});
