import { english } from '../support/words.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { XsdSchema } from 'en16931-rules/xsd.ts';
import { builtInSchemas } from '../support/built-in-rules.ts';
import { changed, publishedSchema, vatRr, WHOLE } from '../support/vat-rr.ts';

const SAMPLE = readFileSync(join(projectFolder(), 'schematron/self-tests/fa-rr.xml'), 'utf8');

describe('the schema of FA_RR(1)', () => {
  const ours = builtInSchemas().get('fa-rr')!;
  const theirs = XsdSchema.compile(publishedSchema());
  after(() => [ours, theirs].forEach((schema) => schema.dispose()));

  const messages = (xml: string, schema = ours): readonly string[] => {
    const run = schema.check(new TextEncoder().encode(xml));
    assert.equal(run.kind, 'verdict');
    return run.kind === 'verdict' ? run.findings.map(({ message }) => english(message)) : [];
  };
  const [invoice = '', correction = ''] = Object.values(WHOLE);

  it('works without internet and without official files, and accepts an invoice', () => {
    for (const text of [SAMPLE, vatRr(), invoice, correction]) assert.deepEqual(messages(text), []);
  });

  for (const [what, from, to, verdict] of [
    ['another rate of the refund', '<P_9>7</P_9>', '<P_9>8</P_9>', /P_9/],
    ['the rate of 2021', '<P_9>7</P_9>', '<P_9>6.5</P_9>', undefined],
    ['a rate with a zero', '<P_9>7</P_9>', '<P_9>7.00</P_9>', undefined],
    ['a line without its quality', '<P_6C>klasa A</P_6C>', '', /P_6C|P_7/],
    ['a farmer without a NIP', '<NIP>2222222222</NIP>', '', /NIP|Nazwa/],
    ['no amount in words', '<P_12_2>dwa tysiące</P_12_2>', '', /P_12_2|RodzajFaktury/],
    ['the kind of an FA(3)', '>VAT_RR<', '>VAT<', /RodzajFaktury/],
    ['a correction that names nothing', '>VAT_RR<', '>KOR_VAT_RR<', undefined],
    ['the role of FA(3) that is not here', '<Rola>1</Rola>', '<Rola>4</Rola>', /Rola/],
    ['cash', '<FormaPlatnosci>1<', '<FormaPlatnosci>2<', /FormaPlatnosci/],
    ['the version before', 'wersjaSchemy="1-1E"', 'wersjaSchemy="1-0E"', /wersjaSchemy/],
    ['a day before 2006', '<P_4B>2026-10-02<', '<P_4B>2005-12-31<', /P_4B/],
  ] as const)
    it(`judges as the published one: ${what}`, () => {
      assert.ok(invoice.includes(from));
      const text = invoice.replace(from, to);
      const said = messages(text);
      if (verdict) assert.match(said.join('\n'), verdict);
      else assert.deepEqual(said, []);
      assert.equal(said.length > 0, messages(text, theirs).length > 0);
    });

  it('judges as the published one, whatever happens to an element of the body', () => {
    const body = [...changed('correction', correction)].filter(({ name }) => /DaneFaKorygowanej|P_1[12]_|NrFa|Podmiot/.test(name)); // prettier-ignore
    const verdicts = body.map(({ name, text }) => [name, messages(text).length > 0] as const);
    for (const [at, [name, refused]] of verdicts.entries())
      assert.equal(messages(body[at]!.text, theirs).length > 0, refused, name);
    assert.ok(verdicts.filter(([, refused]) => refused).length > 150);
    assert.ok(verdicts.filter(([, refused]) => !refused).length > 20);
  });
});
