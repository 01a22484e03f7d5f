import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { internalProblem, PROBLEM_TYPES, toProblem } from '../../../src/adapters/http/call/problem.ts';
import type { Failure, FailureKind } from '../../../src/domain/failures.ts';
import { API } from './bodies.ts';

interface Described {
  readonly components: {
    readonly schemas: { readonly Problem: { readonly 'x-problem-types': Record<string, number> } };
  };
}

const DESCRIBED = (API.content as Described).components.schemas.Problem['x-problem-types'];

/** A failure of each kind. */
const SAMPLES: { readonly [K in FailureKind]: Extract<Failure, { kind: K }> } = {
  'bad-request': { kind: 'bad-request', detail: 'd' },
  'idempotency-key-not-allowed': { kind: 'idempotency-key-not-allowed', detail: 'd' },
  unauthorized: { kind: 'unauthorized' },
  forbidden: { kind: 'forbidden', detail: 'd' },
  'not-found': { kind: 'not-found', detail: 'd' },
  'method-not-allowed': { kind: 'method-not-allowed', allow: ['GET', 'POST'] },
  'idempotency-conflict': { kind: 'idempotency-conflict' },
  'request-in-progress': { kind: 'request-in-progress' },
  'already-submitted': { kind: 'already-submitted', state: 'ready' },
  'send-in-progress': { kind: 'send-in-progress' },
  'dead-letter': { kind: 'dead-letter' },
  'received-id-conflict': { kind: 'received-id-conflict', receivedId: 'rcv_000000000000000000000001' },
  'dead-letter-reached-rail': { kind: 'dead-letter-reached-rail' },
  'credential-exists': { kind: 'credential-exists' },
  'credential-revoked': { kind: 'credential-revoked' },
  'status-not-supported': { kind: 'status-not-supported', detail: 'Nothing is told over it.' },
  'registration-not-offered': { kind: 'registration-not-offered', detail: 'On its pages.' },
  'registration-exists': { kind: 'registration-exists', detail: 'It has one.' },
  'connection-not-offered': { kind: 'connection-not-offered', detail: 'No application.' },
  'connection-exists': { kind: 'connection-exists', detail: 'con_1 is under way.' },
  'connection-stands': { kind: 'connection-stands', detail: 'A provider takes con_1.' },
  'registration-stands': { kind: 'registration-stands', detail: 'A provider has reg_1.' },
  'key-limit': { kind: 'key-limit', limit: 20 },
  'secret-rotation-limit': { kind: 'secret-rotation-limit', nextAt: new Date(0) },
  'payload-too-large': { kind: 'payload-too-large', limitBytes: 5_000_000 },
  'unsupported-media-type': { kind: 'unsupported-media-type', detail: 'd' },
  'validation-failed': {
    kind: 'validation-failed',
    findings: [{ code: 'EI-SCHEMA', severity: 'error', source: 'schema', message: 'm' }],
  },
  'connector-settings-missing': {
    kind: 'connector-settings-missing',
    findings: [{ code: 'EI-SCHEMA', severity: 'error', source: 'mapping', message: 'm' }],
  },
  'rate-limited': { kind: 'rate-limited', retryAfterSeconds: 0.2 },
  'not-implemented': { kind: 'not-implemented', detail: 'd' },
  busy: { kind: 'busy', retryAfterSeconds: 2 },
  'no-master-key': { kind: 'no-master-key' },
};

const BASE = 'https://api.example/problems';

describe('problems', () => {
  it('are those of openapi.yaml, with their statuses', () => {
    const ours = Object.fromEntries(
      Object.entries(PROBLEM_TYPES).map(([type, { status }]) => [type, status]),
    );
    assert.deepEqual(ours, DESCRIBED);
  });

  for (const [kind, sample] of Object.entries(SAMPLES))
    it(`name their type and status: ${kind}`, () => {
      const { status, body } = toProblem(sample, BASE);
      assert.deepEqual(
        [status, body.status, body.type],
        [DESCRIBED[kind], DESCRIBED[kind], `${BASE}/${kind}`],
      );
      assert.notEqual(english(body.title), '');
    });

  it('show only errors: warnings refuse no invoice', () => {
    const [error] = SAMPLES['validation-failed'].findings;
    const failure = {
      kind: 'validation-failed',
      findings: [{ ...error, severity: 'warning' }, error],
    } as const;
    assert.equal(toProblem(failure, BASE).body.errors?.length, 1);
  });

  it('state how long to wait, in whole seconds and at least one', () => {
    for (const kind of ['rate-limited', 'busy', 'no-master-key'] as const)
      assert.match(toProblem(SAMPLES[kind], BASE).headers['Retry-After'] ?? '', /^[1-9]\d*$/);
  });

  it('reveal nothing about an internal failure', () => {
    const { body } = internalProblem(BASE);
    assert.deepEqual(withEnglish(body), {
      type: `${BASE}/internal`,
      title: 'The service failed',
      status: 500,
    });
  });

  for (const kind of Object.keys(SAMPLES).filter((type) => DESCRIBED[type] === 409))
    it(`have a detail beside their title if they are conflicts: ${kind}`, () => {
      assert.match(english(toProblem(SAMPLES[kind as FailureKind], BASE).body.detail ?? ''), /\.$/);
    });

  it('of a late cancel name the state of the invoice', () => {
    assert.equal(english(toProblem(SAMPLES['already-submitted'], BASE).body.detail), 'The invoice is ready.');
  });
});
