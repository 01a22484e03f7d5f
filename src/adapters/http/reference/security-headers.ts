import helmet from 'helmet';
import { createHash } from 'node:crypto';
import { PAGE_STYLE } from './page.ts';

const sha256 = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Answers are data and our pages are text with one inline style: nothing is loaded, run, framed or sent anywhere. */
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
  // Files are fetched by programs of any origin that hold a key.
  crossOriginResourcePolicy: { policy: 'cross-origin' },
  // What these say of scripts, plug-ins and frames, the policy above says already.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
});
