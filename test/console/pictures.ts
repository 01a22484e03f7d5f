// Draws the pages of the console for people to look at, into runs/pictures/console: npx tsx test/console/pictures.ts [PAGE …] (after
// node scripts/pretest.mjs).
// --view light, dark or 390 draws one of the three; with --language or --width each page is drawn once, in that form and with
// --colours dark in the dark, and --to names another
// folder.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fill, type Message, type Values } from '../../src/console/app/messages.ts';
import { Erp, OPERATOR_KEY } from '../support/erp.ts';
import { emptyFolder } from '../support/folder.ts';
import { installComingPack } from './coming-pack.ts';
import { OVERLAY, writeOverlays } from '../support/overlays.ts';
import { until } from '../support/until.ts';
import { Receiver } from './receiver.ts';
import { brokenInvoice, sendFile, refuse } from './refused.ts';
import { exampleText } from '../support/example-file.ts';
import { closeChromium } from './tabs.ts';
import { allDrawn, ConsoleWorld, type Opened, SAMPLES, type Viewing } from './world.ts';

const { values: asked, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: 'string' },
    width: { type: 'string' },
    colours: { type: 'string' },
    view: { type: 'string' },
    to: { type: 'string' },
  },
});
const FOLDER = asked.to ?? fileURLToPath(new URL('../../runs/pictures/console', import.meta.url));
const VIEWS: Readonly<Record<string, Viewing>> =
  asked.language === undefined && asked.width === undefined
    ? {
        light: { width: 1440, height: 900 },
        dark: { width: 1440, height: 900, colours: 'dark' },
        '390': { width: 390, height: 844, touch: true },
      }
    : {
        [asked.language ?? asked.width ?? '']: {
          width: Number(asked.width ?? 1440),
          height: 900,
          ...(asked.language !== undefined && { language: asked.language }),
          colours: asked.colours === 'dark' ? 'dark' : 'light',
        },
      };
/** The simulated networks settle everything within this time. */
const SETTLED_MS = 15_000;

/** So many samples reach a receiver that works; it fails for the rest. */
const DELIVERED = 3;

const PROFILES = {
  nordwerk: { name: 'Nordwerk group', stage: 'live', countries: ['DE', 'PL', 'RO', 'FR'] },
  ahrens: { name: 'Klimatechnik Ahrens GmbH', stage: 'onboarding', countries: ['DE'] },
  altbau: { name: 'Altbau & Söhne KG', stage: 'suspended', countries: ['DE'] },
  ostsee: { name: 'Ostsee Logistik GmbH', stage: 'closed', countries: ['DE'] },
  wisla: {
    name: 'Wisła Narzędzia Sp. z o.o.',
    partner: 'partner-1',
    contact_email: 'it@wisla.example',
    stage: 'live',
    countries: ['PL', 'DE'],
    legal_entities: ['PL5260250274', 'DE281457638'],
    retention_days: 3650,
  },
} as const;

/** Totals of a till, in three periods; one company's report is refused. @returns the id of a report. */
async function stateSales(world: ConsoleWorld): Promise<string> {
  const fr = { vat_regime: 'monthly', reports: 'own' };
  await new Erp(world.service, OPERATOR_KEY).put('/clients/nordwerk/profile', { ...PROFILES.nordwerk, fr });
  const stated: string[] = [];
  for (const [day, name] of [
    [dayIn(-62), 'Ateliers du Rhône SAS'],
    [dayIn(-31), 'Ateliers-REJECT'],
    [dayIn(0), 'Ateliers du Rhône SAS'],
  ] as const) {
    const { json } = await world.erp.post<{ data: readonly { report_id: string }[] }>('/reports/sales', {
      ...{ seller: { company_id: '100000009', name }, day, category: 'goods', count: 41 },
      amounts: [{ vat_rate: '20.00', net: '1050.00', vat: '210.00' }],
    });
    stated.push(json.data[0]!.report_id);
  }
  return stated[1]!;
}

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Clients, and one of them with keys and credentials, of which one ends soon. It is not the one that sends: no network knows them. */
async function setUpClients(world: ConsoleWorld): Promise<void> {
  const operator = new Erp(world.service, OPERATOR_KEY);
  for (const [client, profile] of Object.entries(PROFILES))
    await operator.put(`/clients/${client}/profile`, profile);
  const shared = { client: 'wisla', value: 'not-shown' };
  await operator.post('/credentials', {
    ...shared,
    route: 'PL-KSEF',
    kind: 'ksef-certificate',
    legal_entity: 'PL5260250274',
    issued_by: 'KSeF',
    issued_on: dayIn(-359),
    expires_on: dayIn(6),
  });
  await operator.post('/credentials', {
    ...shared,
    route: 'PEPPOL',
    kind: 'access-point',
    issued_by: 'Example Access Point Ltd',
    issued_on: dayIn(-313),
  });
  await world.key(['submit', 'read'], 'wisla', 'ERP');
  await world.key(['read'], 'wisla');
}

/** Sends all samples, with a webhook whose receiver fails after some of them. */
async function sendWithWebhook(world: ConsoleWorld, receiver: Receiver): Promise<readonly string[]> {
  await world.erp.put('/webhook', { url: receiver.url, contact_email: 'it@erp.nordwerk.example' });
  const delivered = await world.sent(SAMPLES.slice(0, DELIVERED));
  await setTimeout(SETTLED_MS);
  receiver.status = 503;
  return [...delivered, ...(await world.sent(SAMPLES.slice(DELIVERED)))];
}

/** A row worth a look: an event with findings, a delivery that waits. */
async function chosenRows({
  erp,
}: ConsoleWorld): Promise<{ readonly event: string; readonly delivery: string }> {
  type List = {
    readonly data: readonly { readonly event_id: string; readonly errors?: readonly object[] }[];
  };
  const [events, waiting] = await Promise.all([
    erp.get<List>('/events'),
    erp.get<List>('/webhook/deliveries?state=pending'),
  ]);
  return {
    event: events.json.data.find(({ errors = [] }) => errors.length > 0)!.event_id,
    delivery: waiting.json.data[0]!.event_id,
  };
}

/** Of a page, in the language in which it is drawn. */
function wordsIn(page: string, { language = 'en' }: Viewing) {
  const read = (name: string) => {
    const file = new URL(`../../src/console/words/${language}/${name}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Message>>;
  };
  const words = { ...read('common'), ...read(page) };
  return (id: string, values: Values = {}): string => fill(words[id]!, values, language);
}

/** Checked once, after the patches. */
async function repairing(world: ConsoleWorld, key: string, id: string, viewing: Viewing): Promise<Opened> {
  const opened = await world.openAs(key, `/refusals/${id}`, viewing);
  const { page } = opened;
  const say = wordsIn('repair', viewing);
  const press = (name: string) =>
    page.getByRole('button', { name, exact: true }).and(page.locator(':not(.off)')).first().click();
  if (viewing.width === 390) await page.getByRole('tab', { name: say('findings') }).click();
  await press(say('use-all', { n: 2 }));
  await page.locator('.repair-foot .button', { hasText: say('check') }).click();
  await page.getByRole('heading', { name: say('open-of', { n: 1, all: 3 }) }).waitFor();
  await press(say('go-to.field'));
  return opened;
}

async function comparing(world: ConsoleWorld, key: string, id: string, viewing: Viewing): Promise<Opened> {
  const opened = await repairing(world, key, id, viewing);
  const { page } = opened;
  await page.locator('input[name="/document/payment/iban"]').fill('DE02 1203 0000 0000 2020 51');
  await page.keyboard.press('Control+Enter');
  await page
    .locator('.repair-foot .button:not(.off)', { hasText: wordsIn('repair', viewing)('compare') })
    .click();
  return opened;
}

/** An invoice on its way: KSeF takes ten steps longer. */
async function played(world: ConsoleWorld, viewing: Viewing): Promise<Opened> {
  const opened = await world.openAs(OPERATOR_KEY, '/playground?ending=slow', viewing);
  const send = wordsIn('playground', viewing)('send');
  await opened.page.locator('main form button[type=submit]', { hasText: send }).click();
  await opened.page.locator('.rows-steps tbody tr').nth(5).waitFor();
  await opened.page.evaluate('scrollTo(0, 0)');
  return opened;
}

/** Before a word is typed, with the choice of a period. */
async function searching(world: ConsoleWorld, key: string, viewing: Viewing): Promise<Opened> {
  const opened = await world.openAs(key, '/rules', viewing);
  await world.visit(opened, '/search?period=2026-03');
  await opened.page.locator('main .menu > button').click();
  return opened;
}

/** A clerk has taken the invoice that is due first. */
async function noted({ erp }: ConsoleWorld, id: string): Promise<void> {
  const note = { catalogue_code: 'KSEF-450', assignee: 'Jana', note: 'NIP asked for by phone.' };
  await erp.put(`/care/${id}/note`, note);
}

/** The refused invoice under another number. @returns the id of the second one */
async function sendAgain({ erp }: ConsoleWorld): Promise<string> {
  const { document, ...rest } = SAMPLES[2]!;
  const invoice = { ...document.invoice, number: 'FV/2026/11/0121' };
  const { json } = await erp.post<{ id: string }>('/invoices', {
    ...rest,
    document: { ...document, invoice },
  });
  return json.id;
}

/** A received invoice that the buyer is working on. */
async function answer({ erp }: ConsoleWorld): Promise<string> {
  const { id } = await erp.received('PEPPOL', exampleText('xrechnung-ubl.xml'));
  await erp.post(`/received/${id}/statuses`, { status: 'in_process' });
  return id;
}

/** As the colleague sees it who has the link. */
async function shared(world: ConsoleWorld, id: string, viewing: Viewing): Promise<Opened> {
  const { json } = await world.erp.post<{ url: string }>(`/invoices/${id}/share`, {
    note: 'Bitte bis Montag klären: Der Käufer nennt uns die Leitweg-ID.',
  });
  const opened = await world.open('', viewing);
  await opened.page.goto(world.service.url + new URL(json.url).pathname);
  return opened;
}

/** The stored invoices, by the coming pack. */
async function judgeStored({ service }: ConsoleWorld): Promise<void> {
  const operator = new Erp(service, OPERATOR_KEY);
  const { json } = await operator.post<{ id: string }>('/radar', { pack: 'peppol-2026.11.official' });
  const isDone = async () =>
    (await operator.read<{ state: string }>(`/radar/${json.id}`)).json.state === 'done';
  await until(isDone, 'the stored invoices are judged', 60_000, 500);
}

/** All pages if none is named. */
async function draw(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const rules = emptyFolder();
  await installComingPack(rules.path, dayIn(8));
  writeOverlays(rules.path, [
    OVERLAY,
    {
      ...OVERLAY,
      rule: 'BR-DE-21',
      change: 'warning',
      reason: 'Older tills state BT-24 of 2023',
      author: 'Jan Kowalski',
    },
    {
      ...OVERLAY,
      rule: 'BR-CL-23',
      layer: 'en16931',
      change: 'error',
      reason: 'Our group allows no other units',
      from: dayIn(30),
      clients: ['nordwerk'],
    },
  ]);
  const [world, receiver] = await Promise.all([
    ConsoleWorld.start({ WEBHOOK_ALLOW_PRIVATE: '1', CLOCK_CONTROL: '1', RULES_DIR: rules.path }),
    Receiver.open(),
  ]);
  try {
    await setUpClients(world);
    const ids = await sendWithWebhook(world, receiver);
    const file = exampleText('broken-xrechnung-cii.xml');
    const received = await world.erp.received('PEPPOL', file);
    const failed = await sendFile(world, file, 'RE-2026-0303');
    const total = exampleText('xrechnung-ubl.xml').replace('519.60</cbc:Line', '591.60</cbc:Line');
    const wrongTotal = await sendFile(world, total, 'RE-2026-0301');
    const refusal = await refuse(world.erp, brokenInvoice({ number: 'RE-2026-1033' }));
    const report = await stateSales(world);
    await setTimeout(SETTLED_MS);
    await noted(world, ids[2]!);
    await judgeStored(world);
    const chosen = await chosenRows(world);
    const [again, answered] = [await sendAgain(world), await answer(world)];
    const clerk = await world.key(['submit', 'read']);
    const pages = {
      'log-in': (viewing: Viewing) => world.open('', viewing),
      now: (viewing: Viewing) => world.openAs(OPERATOR_KEY, '/now', viewing),
      'to-correct': (viewing: Viewing) => world.openAs(clerk, '/to-correct', viewing),
      invoices: (viewing: Viewing) => world.openAs(clerk, `/invoices?sel=${ids[2]!}`, viewing),
      'invoice-sent-twice': (viewing: Viewing) => world.openAs(clerk, `/invoices/${ids[1]!}`, viewing),
      'invoice-refused': (viewing: Viewing) => world.openAs(clerk, `/invoices/${ids[4]!}`, viewing),
      'invoice-quoted': (viewing: Viewing) => world.openAs(clerk, `/invoices/${ids[2]!}`, viewing),
      'invoice-buyer-refuses': (viewing: Viewing) => world.openAs(clerk, `/invoices/${ids[6]!}`, viewing),
      'invoice-replaced': (viewing: Viewing) => world.openAs(clerk, `/invoices/${ids[2]!}`, viewing),
      'invoice-successor': (viewing: Viewing) => world.openAs(clerk, `/invoices/${again}`, viewing),
      correcting: (viewing: Viewing) => world.openAs(clerk, `/refusals/${refusal}`, viewing),
      document: (viewing: Viewing) => world.openAs(clerk, `/invoices/${failed.id}/document`, viewing),
      share: (viewing: Viewing) => shared(world, failed.id, viewing),
      'document-figures': (viewing: Viewing) =>
        world.openAs(clerk, `/invoices/${wrongTotal.id}/document`, viewing),
      refusals: (viewing: Viewing) => world.openAs(clerk, '/refusals', viewing),
      repair: (viewing: Viewing) => repairing(world, clerk, refusal, viewing),
      compare: (viewing: Viewing) => comparing(world, clerk, refusal, viewing),
      search: (viewing: Viewing) => world.openAs(clerk, '/search?q=re-2026', viewing),
      'search-none': (viewing: Viewing) =>
        world.openAs(clerk, '/search?q=Neumann+4.711,00&kind=sent&period=2026-03', viewing),
      'search-start': (viewing: Viewing) => searching(world, clerk, viewing),
      received: (viewing: Viewing) => world.openAs(clerk, '/received', viewing),
      'received-invoice': (viewing: Viewing) => world.openAs(clerk, `/received/${received.id}`, viewing),
      'received-answered': (viewing: Viewing) => world.openAs(clerk, `/received/${answered}`, viewing),
      reports: (viewing: Viewing) => world.openAs(clerk, '/reports', viewing),
      report: (viewing: Viewing) => world.openAs(clerk, `/reports/${report}`, viewing),
      events: (viewing: Viewing) =>
        world.openAs(world.erp.key, `/events?from=first&sel=${chosen.event}`, viewing),
      webhooks: (viewing: Viewing) =>
        world.openAs(world.erp.key, `/webhooks?sel=${chosen.delivery}`, viewing),
      clients: (viewing: Viewing) => world.openAs(OPERATOR_KEY, '/clients?client=wisla', viewing),
      rules: (viewing: Viewing) => world.openAs(OPERATOR_KEY, '/rules?rule=PEPPOL-EN16931-R121', viewing),
      playground: (viewing: Viewing) => played(world, viewing),
    } satisfies Readonly<Record<string, (viewing: Viewing) => Promise<Opened>>>;
    for (const [name, open] of Object.entries(pages).filter(
      ([name]) => wanted.length === 0 || wanted.includes(name),
    ))
      for (const [view, viewing] of Object.entries(VIEWS)) {
        if (asked.view !== undefined && asked.view !== view) continue;
        const opened = await open(viewing);
        const { page } = opened;
        await page.waitForLoadState('load');
        await page.waitForTimeout(500);
        await allDrawn(opened, name);
        await page.screenshot({ path: join(FOLDER, `${name}-${view}.png`), fullPage: true });
        await page.context().close();
      }
  } finally {
    receiver.close();
    await world.stop();
    await closeChromium();
    rules.remove();
  }
}

await draw();
