import type { Collection, Filter } from 'mongodb';
import { dayOf, DAY_MS } from '../../domain/lifecycle/day-counts.ts';
import { foldedCase } from '../../domain/vocabulary/text.ts';
import { type Candidate, type CandidateQuery } from '../../ports/search-candidates.ts';
import type { InvoiceDocument, ReceivedDocument } from './documents.ts';
import { literally } from './invoice-lists.ts';

type Searched = InvoiceDocument | ReceivedDocument;

/** @param named how the network's number leads to a document. */
export async function searchCandidates<D extends Searched>(
  ledger: Collection<D>,
  query: CandidateQuery,
  named: Filter<D>,
): Promise<readonly Candidate[]> {
  // A pattern with a NUL character is an error, and nothing stored has one.
  if (query.text.includes('\0')) return [];
  const { client, ways, limit } = query;
  const conditions: Filter<D>[] = [
    { search: { $regex: literally(foldedCase(query.text)) } } as Filter<D>,
    ...ways.map((terms) => ({ $and: terms.map(hasTerm) }) as Filter<D>),
    ...(client === undefined ? [] : [named]),
  ];
  const shared = sharedOf(query);
  // Each way to find a text is a branch with every filter, so that each has the bounds and the order of its own index.
  const cursor = ledger
    .find({ $or: conditions.map((condition) => ({ ...shared, ...condition })) } as Filter<D>)
    .project<InvoiceDocument & ReceivedDocument>(MEMBERS)
    .sort({ createdAt: -1, _id: -1 })
    .limit(limit);
  return (await cursor.toArray()).map(candidateIn);
}

const MEMBERS = Object.fromEntries(
  [
    ...['client', 'route', 'state', 'createdAt', 'invoiceRef', 'invoiceNumber'],
    ...['alsoSentAs', 'legalId', 'railId', 'buyerWords', 'sealedSummary'],
    ...['toFetchSince', 'fetchedAt', 'mailedAt', 'buyerStatus'],
    ...['answerState', 'answerStatus', 'answerBar', 'presentStatus'],
  ].map((member) => [member, 1]),
);

/** A hash has hex digits only. */
const hasTerm = (words: readonly string[]) => ({ searchWords: { $regex: words.join('|') } });

function sharedOf({ client, receivedFrom, receivedTo, after }: CandidateQuery): object {
  const until = receivedTo === undefined ? undefined : new Date((dayOf(receivedTo) + 1) * DAY_MS);
  const createdAt = {
    ...(receivedFrom !== undefined && { $gte: new Date(dayOf(receivedFrom) * DAY_MS) }),
    ...(until && { $lt: until }),
    ...(after && { $lte: after.createdAt }),
  };
  return {
    ...(client !== undefined && { client }),
    ...(Object.keys(createdAt).length > 0 && { createdAt }),
    ...(after && {
      $or: [{ createdAt: { $lt: after.createdAt } }, { createdAt: after.createdAt, _id: { $lt: after.id } }],
    }),
  };
}

function candidateIn(document: InvoiceDocument & ReceivedDocument): Candidate {
  const { _id: id, client, route, state, createdAt, invoiceRef, invoiceNumber, sealedSummary } = document;
  const { alsoSentAs, buyerWords, toFetchSince, fetchedAt, mailedAt } = document;
  const buyerStatus = document.buyerStatus ?? undefined;
  const { answerState, answerStatus, answerBar, presentStatus } = document;
  const networkNumber = document.legalId ?? document.railId;
  return {
    id,
    client,
    route,
    state,
    createdAt,
    invoiceRef,
    ...(alsoSentAs && { alsoSentAs }),
    ...(invoiceNumber !== undefined && { invoiceNumber }),
    ...(networkNumber !== undefined && { networkNumber }),
    ...(buyerWords && { buyerWords }),
    ...(buyerStatus !== undefined && { buyerStatus }),
    ...(toFetchSince && { toFetchSince }),
    ...(fetchedAt && { fetchedAt }),
    ...(mailedAt && { mailedAt }),
    ...(answerState && { answerState }),
    ...(answerStatus && { answerStatus }),
    ...(presentStatus && { presentStatus }),
    ...(answerBar !== undefined && { answerBar }),
    ...(sealedSummary !== undefined && { sealedSummary }),
  };
}
