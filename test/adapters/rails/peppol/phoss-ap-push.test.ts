import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PeppolRail } from '../../../../src/adapters/rails/peppol/peppol-rail.ts';
import { describeByReference, REFERENCE_DATA } from '../../../support/reference-data.ts';
import { PatientClient } from '../../../sandbox/patient-client.ts';

const SECRET = 'configured-by-the-operator';

describeByReference('what phoss-ap pushes', () => {
  const recorded = (name: string): Buffer =>
    readFileSync(join(REFERENCE_DATA, 'routes/data/peppol/recorded/phoss-ap', name));
  const RESPONSE = recorded('push-invoice-response.xml');
  const MLS = recorded('push-mls-re.xml');
  const rail = new PeppolRail(new PatientClient());
  const OURS = '0208:0100000074';

  const readPush = (
    body: Buffer,
    headers: Readonly<Record<string, string | undefined>> = { 'x-receiver-secret': SECRET },
    own: object = {},
  ) =>
    rail.readCallback(
      {
        client: 'acme',
        id: 'crd_1',
        kind: 'access-point',
        value: JSON.stringify({
          base_url: 'https://ap.example',
          token: 't',
          sender_participant_id: OURS,
          callback_header: 'X-Receiver-Secret',
          callback_secret: SECRET,
          ...own,
        }),
      },
      { body, headers },
    );

  it('is read as in the inbound history: the same bytes, the same message', () => {
    const [response] = readPush(RESPONSE)?.messages ?? [];
    assert.match(String(response?.kind), /^invoice-response-/);
    assert.deepEqual(response?.bytes, RESPONSE);
    const [mls] = readPush(MLS)?.messages ?? [];
    assert.deepEqual([mls?.kind, mls?.effect.kind], ['mls', 'refused']);
  });

  it('is ignored without the secret in the header that the credential names', () => {
    for (const headers of [
      {},
      { 'x-receiver-secret': '' },
      { 'x-receiver-secret': `${SECRET}x` },
      { 'x-receiver-secret': SECRET.slice(0, -1) },
      { 'x-callback-secret': SECRET },
      // The header came twice.
      { 'x-receiver-secret': undefined },
    ])
      assert.deepEqual(withEnglish(readPush(RESPONSE, headers)), undefined, JSON.stringify(headers));
  });

  it('is ignored for a credential without a secret, or with a guessed one', () => {
    for (const callback_secret of [undefined, '', 'too-short'])
      assert.deepEqual(
        withEnglish(readPush(RESPONSE, { 'x-receiver-secret': callback_secret ?? '' }, { callback_secret })),
        undefined,
      );
  });

  it('has no message for this client if it is for another participant, an invoice, broken or empty', () => {
    const others = Buffer.from(RESPONSE.toString().replaceAll('0100000074', '0123456749'));
    const invoice = Buffer.from('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>');
    for (const body of [others, invoice, RESPONSE.subarray(0, 900), Buffer.alloc(0)])
      assert.deepEqual(withEnglish(readPush(body)), { messages: [] });
  });
});
