import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReport } from '../../../../src/adapters/rails/peppol/report.ts';
import { PEPPOL_STATUSES } from '../../../../src/adapters/rails/peppol/status-mappings.ts';
import { OWN_CODES } from '../../../../src/domain/catalogue/own-codes.ts';
import { describeByReference, REFERENCE_DATA } from '../../../support/reference-data.ts';

const read = (report: unknown, isResend = false) =>
  readReport(
    new TextEncoder().encode(typeof report === 'string' ? report : JSON.stringify(report)),
    isResend,
  );

const as4 = (...errors: readonly object[]) => ({
  sendingResult: 'AS4_ERROR_MESSAGE_RECEIVED',
  as4ResponseErrors: errors,
  overallSuccess: false,
});
const exception = (name: string, message: string, cause = '') => ({
  sendingException: { class: name, message, stackTrace: `${name}: ${message}\n\tat x.y(Z.java:1)\n${cause}` },
  sendingSuccess: false,
  overallSuccess: false,
});
const SMP = 'com.helger.phase4.peppol.Phase4SMPException';
const DNS = 'com.helger.phase4.dynamicdiscovery.SMPDNSResolutionException';

const ROWS: readonly {
  readonly it: string;
  readonly report: unknown;
  readonly says: keyof typeof PEPPOL_STATUSES;
  readonly resend?: true;
}[] = [
  { it: 'a success', report: { overallSuccess: true, sendingResult: 'SUCCESS' }, says: 'delivered' },
  {
    it: 'a transport error',
    report: { overallSuccess: false, sendingResult: 'TRANSPORT_ERROR' },
    says: 'transport',
  },
  {
    it: 'no signal',
    report: { overallSuccess: false, sendingResult: 'NO_SIGNAL_MESSAGE_RECEIVED' },
    says: 'noSignal',
  },
  {
    it: 'a bad signal',
    report: { overallSuccess: false, sendingResult: 'INVALID_SIGNAL_MESSAGE_RECEIVED' },
    says: 'badSignal',
  },
  {
    it: 'a transport error without details',
    report: { overallSuccess: false, sendingResult: 'TRANSPORT_ERROR_NO_RETRY' },
    says: 'transport',
  },
  {
    it: 'a lack of parameters',
    report: { overallSuccess: false, sendingResult: 'INVALID_PARAMETERS' },
    says: 'badParameters',
  },
  {
    it: 'an unknown result',
    report: { overallSuccess: false, sendingResult: 'SOMETHING_NEW' },
    says: 'sendingFailed',
  },
  {
    it: 'a success with an exception',
    report: { overallSuccess: false, sendingResult: 'SUCCESS' },
    says: 'badSignal',
  },
  {
    it: 'a receiver that is not served',
    report: as4({ errorCode: 'EBMS:0004', errorDetails: 'PEPPOL:NOT_SERVICED' }),
    says: 'notServiced',
  },
  {
    it: 'a receiver that failed',
    report: as4({ errorCode: 'EBMS:0004', errorDetails: 'could not be processed' }),
    says: 'receiverFailed',
  },
  {
    it: 'a failed connection behind the receiver',
    report: as4({ errorCode: 'EBMS:0005' }),
    says: 'receiverCut',
  },
  {
    it: 'a failed delivery behind the receiver',
    report: as4({ errorCode: 'EBMS:0202' }),
    says: 'receiverCut',
  },
  ...['0101', '0102', '0103'].map((n) => ({
    it: `EBMS:${n}`,
    report: as4({ errorCode: `EBMS:${n}` }),
    says: 'policy' as const,
  })),
  ...['0301', '0302', '0303'].map((n) => ({
    it: `EBMS:${n}`,
    report: as4({ errorCode: `EBMS:${n}` }),
    says: 'handling' as const,
  })),
  { it: 'an unknown error', report: as4({ errorCode: 'EBMS:9999' }), says: 'receiverFailed' },
  { it: 'an error without errors', report: as4(), says: 'receiverFailed' },
  { it: 'another document under our identity', report: as4({ errorCode: 'EBMS:4001' }), says: 'duplicate' },
  { it: 'our own document', report: as4({ errorCode: 'EBMS:4001' }), says: 'deliveredBefore', resend: true },
  {
    it: 'our own document among other errors',
    report: as4({ errorCode: 'EBMS:0005' }, { errorCode: 'EBMS:4001' }),
    says: 'deliveredBefore',
    resend: true,
  },
  {
    it: 'our own document among final errors',
    report: as4({ errorCode: 'EBMS:0101' }, { errorCode: 'EBMS:4001' }),
    says: 'deliveredBefore',
    resend: true,
  },
  {
    it: 'a sending that is neither a success as a whole nor by its result',
    report: { sendingSuccess: true, overallSuccess: false, sendingResult: 'TRANSPORT_ERROR' },
    says: 'transport',
  },
  {
    it: 'a receiver that is not registered',
    report: exception(DNS, "Failed to resolve: the participant's DNS name is not registered"),
    says: 'notRegistered',
  },
  {
    it: 'a receiver that has no metadata service',
    report: exception(DNS, "Domain 'x' has NAPTR records but none match service 'Meta:SMP'"),
    says: 'notRegistered',
  },
  {
    it: 'a DNS that is down',
    report: exception(DNS, "Technical DNS failure resolving 'x'"),
    says: 'lookUpFailed',
  },
  {
    it: 'a DNS whose signatures are invalid',
    report: exception(DNS, "DNSSEC validation failed resolving 'x'"),
    says: 'lookUpFailed',
  },
  {
    it: 'a DNS that failed, without a reason',
    report: exception(DNS, "Failed to resolve 'x'"),
    says: 'lookUpFailed',
  },
  {
    it: 'an SMP that does not know the participant',
    report: exception(
      SMP,
      'endpoint could not be resolved',
      'Caused by: com.helger.smpclient.exception.SMPClientNotFoundException: 404',
    ),
    says: 'notOffered',
  },
  {
    it: 'an SMP that is down',
    report: exception(
      SMP,
      'endpoint could not be resolved',
      'Caused by: java.net.ConnectException: Connection refused',
    ),
    says: 'lookUpFailed',
  },
  ...[
    'com.helger.smpclient.exception.SMPClientSMPUnavailableException: Host x not found',
    'com.helger.smpclient.exception.SMPClientHttpException: Error thrown with HTTP status code 503',
    'java.net.ConnectException: Connection refused',
  ].map((cause) => ({
    it: `an SMP that is down, in the words of phase4: ${cause}`,
    report: exception(
      SMP,
      'Failed to resolve SMP endpoint (x)',
      `==> [1] caused by ${cause}\n\tat x.y(Z.java:1)`,
    ),
    says: 'lookUpFailed' as const,
  })),
  {
    it: 'an SMP that does not know the participant, in the words of phase4',
    report: exception(
      SMP,
      'Failed to resolve SMP endpoint (x)',
      '==> [1] caused by com.helger.smpclient.exception.SMPClientHttpException: HTTP status code 404',
    ),
    says: 'notOffered',
  },
  {
    it: 'a look-up that failed without any cause, which may pass',
    report: exception(SMP, 'Failed to resolve SMP endpoint (x)'),
    says: 'lookUpFailed',
  },
  {
    it: 'a process that is not offered',
    report: exception(SMP, 'Failed to select an endpoint: no endpoint was selected'),
    says: 'notOffered',
  },
  {
    it: 'an SMP that does not know the participant, without a cause',
    report: exception(SMP, 'Failed to resolve SMP endpoint (x) [static] - server error'),
    says: 'notOffered',
  },
  {
    it: 'an SMP that failed for another cause, whatever the text before it looks like',
    report: exception(SMP, 'Failed to resolve SMP endpoint (x) [static]', '==> [1] caused by a.b.C: what?'),
    says: 'lookUpFailed',
  },
  {
    it: 'an SMP whose answer cannot be used',
    report: exception(SMP, 'x', 'Caused by: com.helger.smpclient.exception.SMPClientBadResponseException: y'),
    says: 'lookUpFailed',
  },
  {
    it: 'an endpoint that is not active',
    report: exception(SMP, 'Failed to resolve SMP endpoint - failed to select endpoint from ServiceMetadata'),
    says: 'notOffered',
  },
  {
    it: 'a look-up that failed, without a reason',
    report: { overallSuccess: false, sendingException: { class: SMP, message: 'x' } },
    says: 'lookUpFailed',
  },
  {
    it: 'a certificate that expired',
    report: { overallSuccess: false, c3CertCheckResult: 'EXPIRED' },
    says: 'badCertificate',
  },
  {
    it: 'an envelope that cannot be read',
    report: { overallSuccess: false, sbdhParsingException: { class: 'X', message: 'missing-country-c1' } },
    says: 'badEnvelope',
  },
  {
    it: 'an identifier that cannot be read',
    report: exception('java.lang.IllegalStateException', 'Failed to parse the receiving participant ID'),
    says: 'badIdentifier',
  },
  {
    it: 'a document that cannot be read',
    report: exception('X', 'Failed to read payload as XML'),
    says: 'badPayload',
  },
  {
    it: 'a certificate of the receiver, as phase4 says it',
    report: exception('com.helger.phase4.peppol.Phase4PeppolException', 'The certificate is not valid'),
    says: 'badCertificate',
  },
  ...[
    'Failed to read XML of the response',
    'Failed to parse the receiving participant ID',
    'The certificate of the answer is not trusted',
  ].map((text) => ({
    it: `an exchange that failed, though its answer says: ${text}`,
    report: {
      ...exception('com.helger.phase4.util.Phase4Exception', 'Wrapped', `==> [1] caused by x.Y: ${text}`),
      sendingResult: 'TRANSPORT_ERROR',
    },
    says: 'transport' as const,
  })),
  { it: 'an unknown failure', report: exception('a.b.C', 'what?'), says: 'lookUpFailed' },
  { it: 'a failure without any reason', report: { overallSuccess: false }, says: 'lookUpFailed' },
];

describe('a sending report', () => {
  for (const { it: what, report, says, resend } of ROWS)
    it(`reports ${what}`, () =>
      assert.equal(
        read(report, resend === true)?.mapping.networkStatus,
        PEPPOL_STATUSES[says].networkStatus,
      ));

  for (const [what, text] of [
    ['is HTML', '<html>'],
    ['is cut off', '{"overallSuccess": tr'],
    ['is empty', ''],
    ['is a list', '[]'],
    ['has no overallSuccess', '{"sendingResult":"SUCCESS"}'],
    ['has a text for overallSuccess', '{"overallSuccess":"true"}'],
    ['is null', 'null'],
  ] as const)
    it(`has no effect if it ${what}`, () => assert.deepEqual(withEnglish(read(text)), undefined));

  it('is read although members have wrong types', () => {
    for (const wrong of [1, null, {}, [], 'x', true]) {
      const names = [
        'sendingResult',
        'as4ResponseErrors',
        'sendingException',
        'sbdhInstanceIdentifier',
        'c3CertCheckResult',
      ];
      for (const name of names)
        assert.ok(read({ overallSuccess: false, [name]: wrong })?.mapping.code, `${name} ${String(wrong)}`);
      assert.ok(read(as4({ errorCode: wrong, errorDetails: wrong }))?.mapping.code);
    }
  });

  it('is stored without parties, certificates, messages and stack traces', () => {
    const raw = JSON.stringify(
      read({
        ...exception(
          SMP,
          'no SMP for iso6523-actorid-upis::9930:de123456789 from 0106:NL12345678 to 0088:4000000000001',
          'Caused by: x.Y: z',
        ),
        senderId: 'iso6523-actorid-upis::9930:de123456789',
        c3Cert: '-----BEGIN CERTIFICATE-----',
        as4ReceivedSignalMsg: '<eb:SignalMessage/>',
        rawHttpResponse: { content: 'secret' },
        as4MessageId: 'a@phase4',
      })?.raw,
    );
    for (const left of [
      '9930',
      'NL12345678',
      '4000000000001',
      'CERTIFICATE',
      'SignalMessage',
      'Caused by',
      'secret',
    ])
      assert.ok(!raw.includes(left), left);
    for (const kept of ['a@phase4', 'Phase4SMPException', 'no SMP for']) assert.ok(raw.includes(kept), kept);
  });
});

describeByReference('the published sending reports', () => {
  const file = (name: string) =>
    read(readFileSync(join(REFERENCE_DATA, 'routes/data/peppol/access-point', name), 'utf8'));

  it('report one document as delivered, with its receipt', () => {
    const answer = file('example-sending-report-success.json');
    assert.deepEqual(
      withEnglish([answer?.mapping, answer?.legalId]),
      withEnglish([PEPPOL_STATUSES.delivered, '51b10163-a32d-417b-b03f-ab3a7cf8f41a']),
    );
    assert.match(new TextDecoder().decode(answer?.receipt?.bytes), /SignalMessage/);
  });

  it('allow a new try of the other', () =>
    assert.deepEqual(
      withEnglish(file('example-sending-report-error.json')?.mapping),
      withEnglish(PEPPOL_STATUSES.receiverFailed),
    ));
});

describe('every code of an access point', () => {
  it('that is a failure has an entry in the catalogue', () => {
    const known = new Set(OWN_CODES.map(({ code }) => code));
    for (const mapping of Object.values(PEPPOL_STATUSES))
      if ('code' in mapping) assert.ok(known.has(mapping.code), mapping.code);
  });

  it('has a networkStatus of its own', () => {
    const statuses = Object.values(PEPPOL_STATUSES).map(({ networkStatus }) => networkStatus);
    assert.equal(new Set(statuses).size, statuses.length);
  });
});
