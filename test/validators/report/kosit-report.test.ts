import { english } from '../../support/words.ts';
import { wordedReport } from 'en16931-rules/report/open-texts.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import assert from 'node:assert/strict';
import { parseUtf8 } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { writeKositReport } from 'en16931-rules/report/kosit-report.ts';
import type { KositFacts, ReportedMessage } from 'en16931-rules/report/report-facts.ts';

const CIUS = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

/** Two elements of a UBL invoice, and what else is asked for. */
function ubl(bt24: string, root = 'Invoice', more = '') {
  const xml = `<${root} xmlns="${UBL}:${root}-2" xmlns:b="${UBL}:CommonBasicComponents-2"><b:CustomizationID>${bt24}</b:CustomizationID><b:ID>R &amp; 1</b:ID>${more}</${root}>`;
  const { document } = parseUtf8(new TextEncoder().encode(xml), new Vocabulary());
  assert.ok(document);
  return { document };
}

const message = (code: string, level: ReportedMessage['level'], more: Partial<ReportedMessage> = {}) => ({
  ...{ code, level, text: `${code} fails` },
  ...more,
});

const CLEAN = [[], [], []];
const report = (facts: Partial<KositFacts> = {}) =>
  writeKositReport({
    engine: 'Engine 1',
    time: new Date('2026-11-07T09:05:03.120Z'),
    name: 'a.xml',
    hash: 'aGFzaA==',
    packs: { en16931: '1.3.16', xrechnung: '2.6.0', date: '2026-08-31' },
    file: ubl(CIUS),
    steps: CLEAN,
    ...facts,
  });

/** The element of that name, whole. */
const part = (xml: string, name: string): string =>
  new RegExp(`<${name}(?: [^>]*)?>.*?</${name}>`, 's').exec(xml)?.[0] ?? '';

describe('a report in the form of KoSIT’s validator', () => {
  const ENDINGS: readonly {
    it: string;
    facts: Partial<KositFacts>;
    valid: boolean;
    accepted: boolean;
    says: RegExp;
  }[] = [
    {
      it: 'accepts a document without a remark',
      facts: {},
      ...{ valid: true, accepted: true, says: /weder Fehler noch Warnungen.*anzunehmen und weiter/ },
    },
    {
      it: 'rejects a document that breaks a rule',
      facts: { steps: [[], [message('BR-02', 'error')], []] },
      ...{ valid: false, accepted: false, says: /1 Fehler \/ 0 Warnungen.*zurückzuweisen\.</ },
    },
    {
      it: 'calls a document with a warning not conformant, and accepts it',
      facts: { steps: [[], [], [message('BR-DE-21', 'warning')]] },
      ...{ valid: false, accepted: true, says: /0 Fehler \/ 1 Warnungen.*anzunehmen und weiter/ },
    },
    {
      it: 'tolerates an error that the scenario lowers',
      facts: { steps: [[], [message('BR-CL-23', 'error')], []] },
      ...{ valid: false, accepted: true, says: /derzeit toleriert werden/ },
    },
    {
      it: 'rejects for a warning that the scenario raises',
      facts: { steps: [[], [message('UBL-CR-646', 'warning')], []] },
      ...{ valid: false, accepted: false, says: /0 Fehler \/ 1 Warnungen.*zurückzuweisen\.</ },
    },
    {
      it: 'has no step of rules after a broken schema',
      facts: { steps: [[message('generic-error', 'error', { line: 3, column: 9 })]] },
      ...{ valid: false, accepted: false, says: /<td> Zeile: 3 Spalte: 9<\/td>/ },
    },
    {
      it: 'rejects a document without a scenario',
      facts: {
        file: ubl('urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'),
        steps: [],
      },
      ...{ valid: false, accepted: false, says: /keinem zulässigen Dokumenttyp.*kein Pruefszenario/ },
    },
    {
      it: 'knows no credit note of the extension in UBL',
      facts: {
        file: ubl(`${CIUS}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`, 'CreditNote'),
        steps: [],
      },
      ...{ valid: false, accepted: false, says: /<b class="error">unbekannt<\/b>/ },
    },
    {
      it: 'rejects a file that cannot be read, with the reason',
      facts: { file: { unreadable: 'no end of <a>' }, steps: [] },
      ...{
        valid: false,
        accepted: false,
        says: /IOException while reading resource a\.xml: no end of &lt;a&gt;/,
      },
    },
  ];
  for (const { it: title, facts, valid, accepted, says } of ENDINGS)
    it(title, () => {
      const made = report(facts);
      assert.equal(made.accepted, accepted);
      assert.match(made.xml, new RegExp(`varlVersion="1.0.0" valid="${String(valid)}"`));
      assert.match(made.xml, accepted ? /<rep:accept>/ : /<rep:reject>/);
      assert.match(part(made.xml, 'html'), says);
    });

  it('lists the messages of each step with their places, and what the scenario makes of them', () => {
    const place = '/Q{urn:x}Invoice[1]/@Q{}id';
    const { xml } = report({
      steps: [[], [message('BR-CL-21', 'error', { xpath: place, text: ' a\n b ' })], []],
    });
    assert.match(
      xml,
      /<rep:message id="val-sch\.1\.1" level="error" xpathLocation="\/Q\{urn:x\}Invoice\[1\]\/@Q\{\}id" code="BR-CL-21"> a\n b <\/rep:message>/,
    );
    assert.match(xml, /<td rowspan="2">warning<\/td><td>a b<\/td>/);
  });

  it('has a mark for each text of ours, which is worded where it leaves', () => {
    const reason = say('xsd.holds-other-than-wanted', { subject: 'cbc:ID', value: '"<"', expected: '"&"' });
    const made = report({ steps: [[message('generic-error', 'error', { text: reason })], [], []] });
    assert.deepEqual(made.texts, [reason]);
    const xml = wordedReport(made, english);
    assert.match(xml, /> *cbc:ID holds "&lt;"; it must be "&amp;"\.<\/rep:message>/);
    assert.match(xml, /<td>cbc:ID holds "&lt;"; it must be "&amp;"\.<\/td>/);
    assert.match(
      wordedReport(
        report({ file: { unreadable: say('xml.comment-that-does-not-end') }, steps: [] }),
        english,
      ),
      /a\.xml: a comment that does not end</,
    );
  });

  it('states the scenario with the releases that judged, and the invoice', () => {
    const { xml } = report();
    assert.equal(part(xml, 's:name'), '<s:name>EN16931 XRechnung (UBL Invoice)</s:name>');
    assert.match(part(xml, 's:description'), /validation-1\.3\.16\/en16931-ubl-1\.3\.16\.zip/);
    assert.match(part(xml, 's:description'), /on 2026-08-31 from +https:\S+schematron-2\.6\.0\.zip/);
    assert.match(part(xml, 'rep:documentData'), /<id>R &amp; 1<\/id><\/rep:documentData>$/);
    assert.match(xml, /<dt>Zeitpunkt der Prüfung:<\/dt><dd>7\.11\.2026 9:05:03<\/dd>/);
  });

  it('shows each element of the document with its texts and attributes', () => {
    const { xml } = report({
      file: ubl(CIUS, 'Invoice', '<b:Note languageID="de">x<!--c-->y\u0085</b:Note>'),
    });
    assert.match(
      xml,
      /<tr class="row" id="0004"><td class="pos">0004<\/td><td class="element level2" title="Note"><div class="val">x<\/div><div class="val">y&#x85;<\/div><div class="attribute" title="languageID">de<\/div><\/td><\/tr>/,
    );
  });
});
