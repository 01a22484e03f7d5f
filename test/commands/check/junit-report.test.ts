import assert from 'node:assert/strict';
import { junitReport } from '../../../src/commands/check/report-forms.ts';
import { XmlDocument } from 'libxml2-wasm';

describe('a JUnit report', () => {
  it('is well-formed with characters that no XML may have, and keeps line breaks', () => {
    const text = junitReport([{ file: 'a\uFFFE\uD800.json', notRun: 'first\nsecond' }]);
    const document = XmlDocument.fromString(text);
    const valueOf = (xpath: string) => document.get(xpath)?.content;
    assert.deepEqual([valueOf('//testcase/@name'), valueOf('//error/@message')], ['a.json', 'first\nsecond']);
    document.dispose();
  });
});
