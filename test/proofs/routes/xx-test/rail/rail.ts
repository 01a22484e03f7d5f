import { COMMON_STATUSES, type StatusMapping } from '../../../../../src/domain/sending/status-mapping.ts';
import type { OutboundAnswer } from '../../../../../src/ports/outbound.ts';
import type { RailAnswer } from '../../../../../src/ports/rail/rail-answer.ts';
import type { OpenRail } from '../../../../../src/ports/rail/rail-settings.ts';
import type { TestSettings } from './settings.ts';

const delivered: StatusMapping = {
  networkStatus: 'taken',
  source: 'the test network',
  meaning: 'delivered',
  message: 'Taken.',
};
const refused: StatusMapping = {
  networkStatus: 'refused',
  source: 'the test network',
  meaning: 'refused',
  code: 'XX-REFUSED',
  owner: 'erp',
  message: 'The test network refuses the invoice.',
};
const cannotTell: StatusMapping = {
  networkStatus: 'silent',
  source: 'the test network',
  meaning: 'cannot-tell',
  code: 'EI-SEND-UNKNOWN',
  owner: 'us',
  message: 'The test network cannot be asked.',
};

export const openRail: OpenRail<TestSettings> = ({ url }, { outbound }) => ({
  route: 'XX-TEST',
  statusMappings: [delivered, refused, cannotTell],
  emptyLookups: { needed: 1, countAfterMs: 0 },
  maxCallMs: 30_000,
  pollWaitsMs: [1000],
  caps: [],
  namesSubmissions: false,
  newSubmissionId: (documentSha256) => documentSha256,
  send: async ({ bytes, submissionId, credential }) =>
    answerOf(
      submissionId,
      await outbound.call({
        method: 'POST',
        url: `${url}/documents/${submissionId}`,
        headers: { 'Content-Type': 'application/xml', 'X-Key': credential.value },
        body: bytes,
        namedBy: 'operator',
        timeoutMs: 10_000,
        maxBytes: 10_000,
      }),
    ),
  ask: () => Promise.resolve({ mapping: cannotTell }),
  poll: () => Promise.resolve({ mapping: cannotTell }),
});

function answerOf(legalId: string, answer: OutboundAnswer): RailAnswer {
  if (answer.outcome !== 'answered')
    return {
      mapping: answer.outcome === 'lost' ? COMMON_STATUSES.answerLost : COMMON_STATUSES.unreachable,
    };
  if (answer.status !== 200) return { mapping: refused };
  return { mapping: delivered, legalId, receipt: { kind: 'xx-receipt', bytes: answer.body } };
}
