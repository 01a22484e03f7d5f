import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';
import { CallFailed } from '../../domain/failures.ts';

const DUPLICATE_KEY = 11000;
export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/** @returns false if the work fails with an error that is expected; any other error is thrown. */
export async function succeedsUnless(
  isExpected: (error: unknown) => boolean,
  work: Promise<unknown>,
): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (!isExpected(error)) throw error;
    return false;
  }
}

/** @returns false if the collection has another document under a unique key of what is written. */
export const isFirst = (written: Promise<unknown>): Promise<boolean> => succeedsUnless(isDuplicate, written);

const writeErrorsOf = (error: MongoBulkWriteError) => [error.writeErrors].flat();
const isUnconfirmed = (error: MongoBulkWriteError): boolean =>
  error.result?.getWriteConcernError() !== undefined;

/**
 * True if only duplicates stopped inserts of a batch. False for a batch that failed as a command or has no answer: such an
 * error does not tell which writes were made.
 */
export const areDuplicates = (error: unknown): boolean =>
  error instanceof MongoBulkWriteError &&
  writeErrorsOf(error).length > 0 &&
  writeErrorsOf(error).every(({ code }) => code === DUPLICATE_KEY) &&
  !isUnconfirmed(error);

/** True if single writes of a batch were refused for their content; all others were made. */
export const areRefused = (error: unknown): boolean =>
  error instanceof MongoBulkWriteError &&
  writeErrorsOf(error).length > 0 &&
  !isUnconfirmed(error) &&
  !isPassing(error);

/** The driver's errors of a server that cannot be reached, or not in time. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoPoolClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  'MongoStalePrimaryError',
  'MongoExpiredSessionError',
  'MongoWriteConcernError',
]);

/** The server's errors of calls that may succeed later. @see the server's `error_codes.yml` */
const PASSING: ReadonlySet<unknown> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  24, // LockTimeout
  43, // CursorNotFound: it went with its server
  46, // LockBusy
  50, // MaxTimeMSExpired
  63, // StaleShardVersion
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference: no primary
  134, // ReadConcernMajorityNotAvailableYet
  150, // StaleEpoch
  175, // QueryPlanKilled
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  237, // CursorKilled
  262, // ExceededTimeLimit
  365, // TemporarilyUnavailable
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11601, // Interrupted
  11602, // InterruptedDueToReplStateChange
  13388, // StaleConfig
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
]);

/** The labels of either for a call that may be repeated. */
const LABELS = ['RetryableWriteError', 'RetryableError', 'PoolRequestedRetry', 'SystemOverloadedError'];

/** The driver wraps what broke the connection, without a code of the server's. */
const isBrokenBatch = (error: MongoError): boolean =>
  error instanceof MongoBulkWriteError &&
  (isUnconfirmed(error) || (writeErrorsOf(error).length === 0 && error.code === undefined));

/** Node's errors of a broken connection, if the driver passes them on. */
const BROKEN_SOCKET = /^(EPIPE|ECONNRESET|ECONNREFUSED|ETIMEDOUT)$/;

const isBrokenSocket = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && BROKEN_SOCKET.test(String(error.code));

/**
 * Two processes that build indexes at the same instant, on DocumentDB's engine: PostgreSQL's 40P01 arrives as its message.
 * @see FerretDB issue 5167
 */
const isDeadlock = ({ message }: MongoError): boolean => /deadlock detected/i.test(message);

/** Codes of a server that does not do what was asked, ever. @see the server's `error_codes.yml` */
const UNSUPPORTED: ReadonlySet<unknown> = new Set([
  59, // CommandNotFound
  115, // CommandNotSupported: validators, on DocumentDB's engine
  238, // NotImplemented
]);
export const isUnsupported = (error: unknown): boolean =>
  error instanceof MongoServerError && UNSUPPORTED.has(error.code);

/** True if a repetition may help. A write may have been made although its answer was an error. */
export const isPassing = (error: unknown): boolean =>
  isBrokenSocket(error) ||
  (error instanceof MongoError &&
    (UNREACHABLE.has(error.name) ||
      PASSING.has(error.code) ||
      isDeadlock(error) ||
      LABELS.some((label) => error.hasErrorLabel(label)) ||
      isBrokenBatch(error)));

/** The same store; driver errors become failures of the call if repeating may help. */
export function translating<T extends object>(store: T): T {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, values);
        return result instanceof Promise ? result.catch(fail) : result;
      };
    },
  });
}

function fail(error: unknown): never {
  if (isPassing(error)) throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 }, error);
  throw error;
}
