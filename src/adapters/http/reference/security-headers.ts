import helmet from 'helmet';
import { createHash } from 'node:crypto';
import { PRINT_SCRIPT, SHARED_STYLE } from './share-page.ts';
import { PAGE_STYLE } from './page-style.ts';

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const TIGHTEST = { baseUri: ["'none'"], frameAncestors: ["'none'"] } as const;

/**
 * Answers are data, and our pages are text with one inline style: they load an icon, search codes, print, and run, frame and send
 * nothing else.
 */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: [sha256(PRINT_SCRIPT)],
      styleSrc: [sha256(PAGE_STYLE), sha256(SHARED_STYLE)],
      imgSrc: ["'self'"],
      formAction: ["'self'"],
      ...TIGHTEST,
    },
  },
  // Programs of any origin fetch files with a key.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  // The policy above already covers scripts, plug-ins and frames.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
});

/**
 * The policy of /docs. Its scripts are files of ours. Scalar 1.72.1 puts six style elements (four of them without its nonce) and
 * style attributes into the page, so that a nonce or hashes do not suffice. The try-out calls this service alone.
 */
export const referencePolicy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    ...TIGHTEST,
  },
});
