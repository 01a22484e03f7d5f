import assert from 'node:assert/strict';
import { writeLetter } from '../../../src/domain/mail/letter.ts';
import { PAGE_LANGUAGES } from '../../../src/domain/page/wording.ts';

const FACTS = {
  ...{ number: 'RE-1', issueDate: '2026-10-05', typeCode: '381', seller: 'Müller GmbH' },
  ...{ isPdf: false, isTest: false },
};

describe('the letter with a document', () => {
  it('names document, number, day and seller in each language', () => {
    for (const language of PAGE_LANGUAGES) {
      const { subject, text } = writeLetter(FACTS, { to: 'a@b.example', language });
      assert.match(subject, /RE-1.*Müller GmbH/);
      assert.match(text, /RE-1.*2026.*Müller GmbH/);
      assert.ok(text.includes('RE-1.xml') && !/[{}]/.test(text), text);
    }
    const { subject } = writeLetter(FACTS, { to: 'a@b.example', language: 'de' });
    assert.equal(subject, 'Rechnungskorrektur RE-1 von Müller GmbH');
  });

  it('says where questions go', () => {
    const asked = writeLetter(FACTS, { to: 'a@b.example', language: 'en', replyTo: 'me@seller.example' });
    assert.ok(asked.text.includes('Questions: me@seller.example'));
    assert.equal(asked.replyTo, 'me@seller.example');
  });

  it('says in the sandbox that it is a test', () => {
    const { subject, text } = writeLetter({ ...FACTS, isTest: true }, { to: 'a@b.example', language: 'en' });
    assert.ok(subject.startsWith('[TEST] ') && text.startsWith('This is a test.'));
  });

  it('is one line for each statement, whatever the names contain', () => {
    const seller = `A\r\nBcc: x@y.example\u2028${'z'.repeat(10_000)}\u202E`;
    const { subject, text, senderName } = writeLetter(
      { ...FACTS, seller },
      { to: 'a@b.example', language: 'en' },
    );
    for (const line of [subject, senderName]) assert.ok(!/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(line));
    assert.ok(text.length < 1000 && text.split('\n').length === 7, text);
  });

  it('names the file by letters that every system takes', () => {
    const nameOf = (number: string, isPdf = false): string =>
      writeLetter({ ...FACTS, number, isPdf }, { to: 'a@b.example', language: 'en' }).attachment.name;
    assert.equal(nameOf('2026/10 ü'), '2026_10__.xml');
    assert.match(nameOf('../../passwd', true), /^_[\w.]*passwd\.pdf$/);
  });
});
