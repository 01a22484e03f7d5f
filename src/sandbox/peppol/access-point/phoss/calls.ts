import { randomUUID } from 'node:crypto';
import type { Call } from '../../../network.ts';
import { readBusinessDocument } from '../../../documents.ts';
import { documentType, GERMAN_OFFERS, type Offer, USUAL_OFFERS } from '../../identifiers.ts';
import { businessDocument, completeSbd, inPath } from '../phase4.ts';
import { brokenResponseRules, isResponse } from '../responses.ts';
import type { ReportFacts } from '../report.ts';
import { address, type Submission, unreadable } from '../submission.ts';

/** A document, or the reason why there is none: a JSON string, and nothing is stored. */
export type Read = Submission | { readonly status: 400 | 422; readonly error: string };

/** The content of a submit call. */
export function readCall(path: string, call: Call, audience: string): Read {
  if (path === 'submit-sbd') {
    const refused = { status: 400, error: 'Failed to submit outbound SBD transaction' } as const;
    const read = completeSbd(call, audience);
    return 'payload' in read && isVerified(read) ? read : refused;
  }
  return path.startsWith('submit-auto') ? typesFromDocument(call, audience) : findNamed(call, audience);
}

/** Outbound verification: what it refuses is not stored. */
const isVerified = ({ document, payload }: Submission): boolean =>
  !document || !isResponse(document) || brokenResponseRules(payload).length === 0;

const documentIn = (read: Submission | ReportFacts, refused: Read): Read =>
  'payload' in read ? read : refused;

function findNamed(call: Call, audience: string): Read {
  const path = inPath(call);
  const wrong = unreadable(path);
  if (wrong) return { status: 400, error: wrong.message };
  const own = call.query.get('sbdhInstanceID');
  const read = businessDocument(address(path), call.body, audience, own ?? randomUUID(), own !== null);
  return documentIn(read, { status: 422, error: 'Failed to submit outbound transaction' });
}

/** Reads document type and process from the document. */
function typesFromDocument(call: Call, audience: string): Read {
  const path = inPath(call);
  const offer = offerFor(call.body);
  if (!offer) return { status: 400, error: 'Failed to determine the document type from the payload' };
  const whole = { ...path, documentType: offer.documentType, process: offer.process };
  const wrong = unreadable(whole);
  if (wrong) return { status: 400, error: wrong.message };
  const own = call.query.get('sbdhInstanceID');
  const read = businessDocument(address(whole), call.body, audience, own ?? randomUUID(), own !== null);
  return documentIn(read, { status: 400, error: 'Failed to submit outbound transaction' });
}

function offerFor(body: Buffer): Offer | undefined {
  try {
    const { namespace, localName, customization } = readBusinessDocument(body);
    return [...USUAL_OFFERS, ...GERMAN_OFFERS].find((offer) => {
      const type = documentType(offer.documentType);
      return (
        type?.namespace === namespace && type.localName === localName && type.customization === customization
      );
    });
  } catch {
    return undefined;
  }
}
