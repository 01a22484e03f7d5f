import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { datedExample, datedFile, exampleNames } from '../../../src/commands/example/dated-example.ts';
import { Player } from '../../answers/play.ts';
import { examplePath } from '../../support/example-file.ts';
import { emptyFolder } from '../../support/folder.ts';

/** A Monday, a holiday, a leap day, and a year far off. */
const DAYS = ['2026-10-05', '2026-12-25', '2028-02-29', '2031-06-14'];

const ROUTES: Readonly<Record<string, string>> = { 'fa3.xml': 'PL-KSEF' };

describe('an example as of today', () => {
  const folder = emptyFolder();
  let player: Player;
  before(async () => {
    player = await Player.start(folder.path);
  });
  after(async () => {
    await player.stop();
    folder.remove();
  });

  for (const day of DAYS)
    it(`raises no warning on ${day}, beside all others`, async () => {
      const { clock } = player.api.world;
      clock.advance(Math.max(0, Date.parse(`${day}T08:00:00Z`) - clock.now().getTime()));
      for (const name of exampleNames().filter((each) => !each.startsWith('broken-'))) {
        const dated = datedExample(name, clock.now());
        assert.ok(dated, name);
        assert.equal(dated.issueDate, day);
        const isXml = name.endsWith('.xml');
        const route = ROUTES[name] ?? 'DE-XRECHNUNG';
        const answer = await player.sent(
          isXml ? `POST /invoices/xml?route=${route}&invoice_ref=${name}` : 'POST /invoices',
          dated.text,
          isXml ? 'application/xml' : 'application/json',
        );
        assert.equal(answer.status, 202, `${name}: ${answer.text}`);
        const { warnings, duplicate_of: first } = answer.json;
        assert.deepEqual([warnings, first], [undefined, undefined], `${name}: ${answer.text}`);
      }
    });
});

describe('a file of examples/', () => {
  const folder = emptyFolder();
  after(() => folder.remove());
  const now = new Date('2027-01-31T12:00:00Z');
  const read = (path: string) => datedFile(path, readFileSync(path), now);

  it('keeps the distance of each date to the issue date', () => {
    const { document } = JSON.parse(datedExample('reverse-charge', now)?.text ?? '') as {
      document: { invoice: Record<string, string>; payment: Record<string, string> };
    };
    const { number, issue_date: issued, due_date: due } = document.invoice;
    // 30 days after each other in the file, too.
    assert.deepEqual([number, issued, due], ['RE-2026-1004-270131', '2027-01-31', '2027-03-02']);
  });

  for (const name of readdirSync(examplePath('exports')).filter((file) => /^erp.*json$/.test(file)))
    it(`has the dates of today if it is an export: ${name}`, () => {
      const dated = read(examplePath(`exports/${name}`));
      assert.ok(dated);
      assert.ok(dated.text.includes('2027-01-31'));
      assert.match(dated.number, /-270131$/);
    });

  it('is sent as it is if it lies elsewhere, has no text, or its date was edited', () => {
    const copy = join(folder.path, 'plain.json');
    copyFileSync(examplePath('plain.json'), copy);
    assert.equal(read(copy), undefined);
    assert.equal(read(examplePath('pdf/de-zugferd.pdf')), undefined);
    assert.equal(read(examplePath('exports/table-invoice.csv')), undefined);
    const edited = readFileSync(copy, 'utf8').replace('2026-10-05', '2020-01-01');
    writeFileSync(copy, edited);
    assert.equal(datedFile(examplePath('plain.json'), readFileSync(copy), now), undefined);
  });
});
