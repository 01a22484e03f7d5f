import helmet from 'helmet';
import { createHash } from 'node:crypto';
import { PAGE_STYLE } from './page.ts';

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Answers are data, and our pages are text with one inline style: they load, run, frame and send nothing. */
export const securityHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: [sha256(PAGE_STYLE)],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
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
