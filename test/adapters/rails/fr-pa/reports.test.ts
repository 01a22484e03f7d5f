import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { lifecycleMessage as read } from '../../../../src/adapters/rails/fr-pa/lifecycle.ts';
import { FrPaRail } from '../../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import { PLATFORM_STATUSES as statuses } from '../../../../src/adapters/rails/fr-pa/status-mappings.ts';
import { lifecycleMessage } from '../../../../src/sandbox/fr-pa/cdar.ts';
import { VERDICTS } from '../../../../src/sandbox/fr-pa/statuses.ts';
import { UNREAD } from '../../../../src/sandbox/fr-pa/invoice-parts.ts';

const ID = '7f1c5a0e-5c0b-4d2e-9a51-0b6f0a4c1d11';
const about = {
  ...UNREAD,
  number: ID,
  issueDate: '20261001',
  seller: { siren: '100000009', name: 'A', address: '' },
};
const verdict = (which: keyof typeof VERDICTS, reason?: readonly [string, string]) =>
  read(
    Buffer.from(
      lifecycleMessage({
        ...{ status: VERDICTS[which], about, at: 0, receivedAt: 0 },
        ...(reason && { reason }),
      }),
    ),
  );

describe("the administration's verdict on a report", () => {
  it('is about the flow whose tracking id the report has as its id', () => {
    const message = verdict('taken');
    assert.deepEqual(message?.about, { submissionId: ID });
    assert.deepEqual(
      withEnglish(message?.effect),
      withEnglish({ kind: 'answer', mapping: statuses.reportTaken }),
    );
  });

  it('names the reason of a refusal, also one that is not known', () => {
    const codeOf = (reason: string) => {
      const effect = verdict('refused', [reason, 'Motif'])?.effect;
      return effect?.kind === 'answer'
        ? [effect.mapping.code, effect.mapping.meaning, effect.mapping.message]
        : [];
    };
    assert.deepEqual(withEnglish(codeOf('REJ_UNI').slice(0, 2)), ['REJ_UNI', 'refused']);
    const [code, meaning, message] = codeOf('REJ_NEW');
    assert.deepEqual(withEnglish([code, meaning]), ['AUTRE', 'refused']);
    assert.match(english(message ?? ''), /The administration refuses the report.*REJ_NEW "Motif/);
  });
});

describe('a platform that reports are to go through', () => {
  const rail = new FrPaRail({} as ConstructorParameters<typeof FrPaRail>[0]);
  const platformOf = (value: object) =>
    rail.reportFlows.platformOf({
      client: 'acme',
      id: 'crd_1',
      kind: 'pa-oauth',
      value: JSON.stringify(value),
    });
  const usual = { base_url: 'https://pa.example', client_id: 'x', client_secret: 'y' };

  it('is named by its number', () => {
    const sender = { id: '2728', name: 'Plateforme' };
    assert.deepEqual(withEnglish(platformOf({ ...usual, report_sender: sender })), sender);
  });

  it('without a number is asked for it', () =>
    assert.deepEqual(withEnglish(platformOf(usual)), withEnglish(statuses.noReportSender)));

  it('that derives them takes none', () => {
    const own = { platform: 'superpdp', client_id: 'x', client_secret: 'y' };
    assert.deepEqual(withEnglish(platformOf(own)), withEnglish(statuses.derivesReports));
  });

  it('with a number of another form cannot be read', () =>
    assert.deepEqual(
      withEnglish(platformOf({ ...usual, report_sender: { id: '27', name: 'P' } })),
      withEnglish(statuses.credentialRefused),
    ));
});
