import { MongoAPIError, MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';
import { CallFailed } from '../../domain/failures.ts';

const DUPLICATE_KEY = 11000;
const WRITE_CONFLICT = 112;
const UNAUTHORIZED = 13;
const AUTHENTICATION_FAILED = 18;
const isDuplicate = (error: unknown): boolean =>
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

/** True if single writes of a batch were refused; all others were made. */
export const areRefused = (error: unknown): boolean =>
  error instanceof MongoBulkWriteError &&
  writeErrorsOf(error).length > 0 &&
  !isUnconfirmed(error) &&
  !isOutage(error);

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

/** The server's errors that meet every call alike. @see the server's `error_codes.yml` */
const OUTAGES: ReadonlySet<unknown> = new Set([
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
  WRITE_CONFLICT,
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
 * PostgreSQL's 40P01 and 40001 arrive as their messages from DocumentDB's engine: of calls at the same instant it has undone one.
 * @see FerretDB issue 5167
 */
const UNDONE = /deadlock detected|could not serialize access/i;

/** The server has written nothing, because of another call at the same instant. */
export const isUndone = (error: unknown): boolean =>
  error instanceof MongoServerError && (error.code === WRITE_CONFLICT || UNDONE.test(error.message));

/** PostgreSQL's 23505 and 23P01, likewise: another document has the key. */
const HELD_KEY = /(duplicate key value violates unique|conflicting key value violates exclusion) constraint/i;

/** The same error with the code of MongoDB. */
export function withCode(error: unknown): unknown {
  if (error instanceof MongoServerError)
    for (const each of [error, ...('writeErrors' in error ? [error.writeErrors].flat() : [])] as Coded[])
      if (HELD_KEY.test(each.errmsg ?? each.message ?? '')) recode(each);
  return error;
}

interface Coded {
  code?: unknown;
  readonly message?: string;
  readonly errmsg?: string;
  /** The server's words behind a write error of the driver, whose code is read-only. */
  readonly err?: Coded;
}

const recode = (error: Coded): void => void ((error.err ?? error).code = DUPLICATE_KEY);

/** Codes of a server that does not do what was asked, ever. @see the server's `error_codes.yml` */
const UNSUPPORTED: ReadonlySet<unknown> = new Set([
  59, // CommandNotFound
  115, // CommandNotSupported: validators, on DocumentDB's engine
  238, // NotImplemented
  303, // FeatureNotSupported
]);
const isUnsupported = (error: unknown): boolean =>
  error instanceof MongoServerError && (UNSUPPORTED.has(error.code) || /not supported/i.test(error.message));

const TOO_LARGE: ReadonlySet<unknown> = new Set([
  10334, // BSONObjectTooLarge
  17419, // a document that an update makes too large
  17420, // likewise
]);
/** The document that the call would leave exceeds what the server holds. DocumentDB's engine has codes of its own. */
const isTooLarge = (error: unknown): boolean =>
  error instanceof MongoServerError &&
  (TOO_LARGE.has(error.code) || /larger than MaxDocumentSize/i.test(error.message));

/** The server's errors that no repetition helps: the call or the document is wrong, or the process may not do it. */
const FOR_GOOD: ReadonlySet<unknown> = new Set([
  2, // BadValue
  9, // FailedToParse
  UNAUTHORIZED,
  14, // TypeMismatch
  AUTHENTICATION_FAILED,
  28, // PathNotViable
  40, // ConflictingUpdateOperators
  48, // NamespaceExists
  66, // ImmutableField
  67, // CannotCreateIndex
  72, // InvalidOptions
  85, // IndexOptionsConflict
  86, // IndexKeySpecsConflict
  121, // DocumentValidationFailure
  DUPLICATE_KEY,
]);
const isForGood = (error: MongoError): boolean =>
  FOR_GOOD.has(error.code) ||
  isUnsupported(error) ||
  isTooLarge(error) ||
  // The driver refuses the call.
  error instanceof MongoAPIError;

/** This process may not do it, or what is stored does not admit it: an operator has to look. */
export const isDenied = (error: unknown): boolean =>
  error instanceof MongoError &&
  [UNAUTHORIZED, AUTHENTICATION_FAILED, DUPLICATE_KEY].includes(Number(error.code));

/** True for an error that meets every call alike, and passes. A write may have been made although its answer was an error. */
export const isOutage = (error: unknown): boolean =>
  isBrokenSocket(error) ||
  (error instanceof MongoError &&
    (UNREACHABLE.has(error.name) ||
      OUTAGES.has(error.code) ||
      UNDONE.test(error.message) ||
      LABELS.some((label) => error.hasErrorLabel(label)) ||
      isBrokenBatch(error)));

/** True if a repetition may help: an error that is not known passes, too. */
export const isPassing = (error: unknown): boolean =>
  isOutage(error) || (error instanceof MongoError && !isForGood(error));

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
