import { type Answer, type Call, json } from '../network.ts';
import { problem, type Version } from './platform.ts';

/** How a platform's search differs from the standard. */
interface SearchRules {
  readonly maxAtOnce: number;
  /** The answer has a total. */
  readonly total?: true;
  /** The newest first. */
  readonly unsorted?: true;
  /** Flow types for which the whole search is refused. */
  readonly unknownTypes?: readonly string[];
}

/** How a token is requested. */
export type LogIn = 'client-credentials' | 'strict-client-credentials' | 'password' | 'none';

/** A platform that differs from the standard, below its base. */
export interface Platform {
  readonly base: string;
  readonly version: Version;
  /** The paths before `/flows` and before `/directory-line`. */
  readonly flow: string;
  readonly directory: string;
  readonly token: string;
  readonly logIn: LogIn;
  readonly search: SearchRules;
  /** The part `file` may have no type: pyfrctc sends none. */
  readonly takesUntypedFiles?: true;
  /** The answer to a call without the platform's header. */
  readonly gate?: (call: Call, isLogIn: boolean) => Answer | undefined;
}

const PAGES: SearchRules = { maxAtOnce: 100 };

/** The standard, in three versions. */
const STANDARD = (['1.3', '1.2', '1.1'] as const).map((version): Platform => ({
  base: version === '1.3' ? '' : `/${version}`,
  version,
  flow: '/flow-service/v1',
  directory: '/directory-service/v1',
  token: '/oauth/token',
  logIn: 'client-credentials',
  search: PAGES,
}));

/** `GET /flows/{id}` answers bytes only (a third party's description); each call needs the key. */
function esalinkGate({ headers, params }: Call, isLogIn: boolean): Answer | undefined {
  if (!headers['hubtimize-api-key']) return problem(403, 'hubtimize-api-key is required.');
  const isDownload = !isLogIn && params['flowId'] !== undefined;
  return isDownload && headers.accept !== 'application/octet-stream'
    ? json(406, { errorCode: 'NOT_ACCEPTABLE', errorMessage: 'application/octet-stream alone is given.' })
    : undefined;
}

/** Keys of test and production systems. */
const flowieGate = ({ headers }: Call): Answer | undefined =>
  /^Bearer flw_(?:test|live)_\w/.test(headers.authorization ?? '')
    ? undefined
    : problem(401, 'An API key is required.');

/**
 * Platforms as described by public code of their clients and by themselves; none was called: akretion/pyfrctc and Super PDP's
 * description of May 2026; Dolibarr einvoicing `EsalinkPDPProvider`; factpulse/sdk docs; back.flowie.ink/exchange/docs-public.
 */
export const PLATFORMS: readonly Platform[] = [
  ...STANDARD,
  {
    base: '/superpdp',
    version: '1.2',
    flow: '/afnor-flow/v1',
    directory: '/afnor-directory/v1',
    token: '/oauth2/token',
    logIn: 'strict-client-credentials',
    takesUntypedFiles: true,
    search: { ...PAGES, unknownTypes: ['StateCustomerInvoiceLC', 'StateSupplierInvoiceLC'] },
  },
  {
    base: '/esalink',
    version: '1.2',
    flow: '/api/orchestrator/v1',
    directory: '/api/orchestrator/v1',
    token: '/api/orchestrator/v1/oauth2/token',
    logIn: 'strict-client-credentials',
    search: { maxAtOnce: Infinity, total: true, unsorted: true },
    gate: esalinkGate,
  },
  {
    base: '/factpulse',
    version: '1.2',
    flow: '/api/v1/afnor/flow/v1',
    directory: '/api/v1/afnor/directory/v1',
    token: '/api/token/',
    logIn: 'password',
    search: PAGES,
  },
  {
    base: '/flowie',
    version: '1.3',
    flow: '/exchange/afnor/flow-service/v1',
    directory: '/exchange/afnor/directory-service/v1',
    token: '/none',
    logIn: 'none',
    search: PAGES,
    gate: flowieGate,
  },
];
