import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Erp, example, OPERATOR_KEY } from '../support/erp.ts';
import { emptyFolder } from '../support/folder.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

type Chosen = 'en' | 'de' | 'fr' | 'pl' | 'ro';

/** `lang` of the query, Accept-Language, the language of the client's record, and the language that comes of them. */
type Row = readonly [lang: string, accepted: string, own: 'none' | 'de', chosen: Chosen];

/** Every case: each way of asking absent, in a language without texts, or in one with texts. */
const ROWS: readonly Row[] = [
  ['pl', 'fr', 'de', 'pl'],
  ['pl', 'fr', 'none', 'pl'],
  ['pl', 'it', 'de', 'pl'],
  ['pl', 'it', 'none', 'pl'],
  ['pl', '', 'de', 'pl'],
  ['pl', '', 'none', 'pl'],
  ['xx', 'fr', 'de', 'fr'],
  ['xx', 'fr', 'none', 'fr'],
  ['xx', 'it', 'de', 'de'],
  ['xx', 'it', 'none', 'en'],
  ['xx', '', 'de', 'de'],
  ['xx', '', 'none', 'en'],
  ['', 'fr', 'de', 'fr'],
  ['', 'fr', 'none', 'fr'],
  ['', 'it', 'de', 'de'],
  ['', 'it', 'none', 'en'],
  ['', '', 'de', 'de'],
  ['', '', 'none', 'en'],
  // English that is asked for is an answer, too.
  ['en', 'fr', 'de', 'en'],
  ['', 'en', 'de', 'en'],
  // RFC 9110 section 12.5.4: the weight counts, not the place; q=0 refuses a language.
  ['', 'it, fr;q=0.3, ro;q=0.8', 'de', 'ro'],
  ['', 'fr;q=0, *', 'de', 'de'],
  ['ro-MD', 'fr-CA', 'de', 'ro'],
];

const NO_SUCH_OBJECT: Readonly<Record<Chosen, string>> = {
  en: 'There is no such object',
  de: 'Es gibt kein solches Objekt',
  fr: 'Cet objet n’existe pas',
  pl: 'Nie ma takiego obiektu',
  ro: 'Nu există un astfel de obiect',
};

const REFUSED: Readonly<Record<Chosen, string>> = {
  en: 'The invoice failed a check',
  de: 'Die Rechnung besteht eine Prüfung nicht',
  fr: 'La facture a échoué à un contrôle',
  pl: 'Faktura nie przeszła kontroli',
  ro: 'Factura nu a trecut o verificare',
};

const LOOK_MS = 300;
const NO_INVOICE = '/invoices/inv_00000000000000000000000000000000';

/** Refusals of calls, whatever they are about: status, call, and the title or text in Polish. */
const REFUSALS: readonly (readonly [status: number, call: Call, says: RegExp])[] = [
  [400, { path: '/invoices', body: '{' }, /^Żądanie jest nieprawidłowe$/],
  [401, { path: NO_INVOICE, method: 'GET', key: 'ids_test_unknown' }, /^Brak klucza API/],
  [404, { path: NO_INVOICE, method: 'GET' }, /^Nie ma takiego obiektu$/],
  [404, { path: '/there-is-no-such-path', method: 'GET' }, /^Pod tą ścieżką nie ma niczego\./],
  [404, { path: '/there-is-no-such-path', body: 'x'.repeat(100_000) }, /^Pod tą ścieżką nie ma niczego\./],
  [405, { path: '/invoices', method: 'DELETE' }, /^Ta ścieżka nie obsługuje metody$/],
  [413, { path: '/invoices', body: ' '.repeat(12_000_000) }, /^Treść jest za duża$/],
  [415, { path: '/invoices', body: 'x', type: 'text/plain' }, /^Ten typ treści lub kodowanie/],
  [503, { path: '/invoices', body: JSON.stringify(example('plain')) }, /klucza głównego/],
];

interface Call {
  readonly path: string;
  readonly method?: string;
  readonly body?: string;
  readonly type?: string;
  /** Undefined: that of the client. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

describe('the language of answers of a started service', () => {
  const keys = new Map<Row[2], string>();
  const { path: folder, remove } = emptyFolder();
  let service: Service;

  before(async function () {
    // Without a master key whatever seals content answers 503; all else works.
    const env = { STORE_URL: `sqlite:${join(folder, 'ids.db')}`, OPERATOR_KEY, MASTER_KEY: 'none' };
    service = await startService({ cwd: folder, env });
    const operator = new Erp(service, OPERATOR_KEY);
    for (const own of ['none', 'de'] as const) {
      keys.set(own, (await Erp.of(service, `client-${own}`)).key);
      if (own === 'none') continue;
      const { status, text } = await operator.put(`/clients/client-${own}/profile`, { language: own });
      assert.equal(status, 200, text);
    }
  });
  after(async () => {
    await service?.stop();
    remove();
  });

  async function call({ path, body, type, key = keys.get('none'), headers = {}, ...more }: Call) {
    const { method = 'POST' } = more;
    const answer = await fetch(service.url + path, {
      method,
      headers: {
        ...(key !== '' && { authorization: `Bearer ${key}` }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
        ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    return { status: answer.status, text, told: toldBy(answer.headers) };
  }

  /** A key may submit twenty times a second. */
  async function patiently(wanted: Call): ReturnType<typeof call> {
    const answer = await call(wanted);
    if (answer.status !== 429) return answer;
    await pause(LOOK_MS);
    return patiently(wanted);
  }

  const toldBy = (headers: Headers): readonly [language: string | null, varies: boolean] => [
    headers.get('content-language'),
    (headers.get('vary') ?? '').split(', ').includes('Accept-Language'),
  ];

  const asking = (path: string, [lang, accepted]: Row) => ({
    path: lang === '' ? path : `${path}?lang=${lang}`,
    headers: (accepted === '' ? {} : { 'accept-language': accepted }) as Readonly<Record<string, string>>,
  });

  for (const row of ROWS) {
    const [lang, accepted, own, chosen] = row;
    it(`is ${chosen} for lang=${lang}, Accept-Language: ${accepted}, language of the client: ${own}`, async () => {
      const key = keys.get(own)!;
      const missing = await patiently({ ...asking(NO_INVOICE, row), key, method: 'GET' });
      assert.equal((JSON.parse(missing.text) as { title: string }).title, NO_SUCH_OBJECT[chosen]);
      const refused = await patiently({
        ...asking('/invoices', row),
        ...{ key, body: JSON.stringify(example('broken-iban')) },
      });
      assert.equal((JSON.parse(refused.text) as { title: string }).title, REFUSED[chosen]);
      const page = asking('/validate', row);
      const headers = { ...page.headers, accept: 'text/html' };
      const report = await patiently({ ...page, headers, key, body: JSON.stringify(example('broken-iban')) });
      assert.match(report.text, new RegExp(`^<!doctype html>\\s*<html lang="${chosen}">`, 'i'));
      for (const { status, told } of [missing, refused, report])
        assert.deepEqual([status, told], [status, [chosen, true]]);
      assert.deepEqual([missing.status, refused.status, report.status], [404, 422, 200]);
    });

    // Without a key there is no client: what remains is the call.
    if (own === 'none')
      it(`of a page for everyone is ${chosen} for lang=${lang}, Accept-Language: ${accepted}`, async () => {
        const { text, told } = await call({
          ...asking('/codes/EI-SCHEMA', row),
          headers: { ...asking('', row).headers, accept: 'text/html' },
          ...{ method: 'GET', key: '' },
        });
        assert.match(text, new RegExp(`<html lang="${chosen}">`));
        assert.deepEqual(told, [chosen, true]);
      });
  }

  for (const [status, refused, says] of REFUSALS)
    it(`is that of the reader of a ${status} of ${refused.method ?? 'POST'} ${refused.path}`, async () => {
      const answer = await call({ ...refused, headers: { 'accept-language': 'pl' } });
      assert.equal(answer.status, status, answer.text);
      const { title, detail } = JSON.parse(answer.text) as { title?: string; detail?: string };
      assert.match(title ?? detail ?? '', says);
      assert.deepEqual(answer.told, ['pl', true]);
    });

  it('is that of the reader of a 429', async () => {
    const many = () =>
      Array.from({ length: 40 }, () =>
        call({ path: NO_INVOICE, method: 'GET', key: '', headers: { 'accept-language': 'pl' } }),
      );
    let limited: Awaited<ReturnType<typeof call>>[] = [];
    // A machine that is too slow for the limit of a second reaches that of a minute.
    await until(async () => {
      limited = (await Promise.all(many())).filter(({ status }) => status === 429);
      return limited.length > 0;
    }, 'a call is one too many');
    for (const { text, told } of limited) {
      assert.equal((JSON.parse(text) as { title: string }).title, 'Za dużo żądań');
      assert.deepEqual(told, ['pl', true]);
    }
  });
});
