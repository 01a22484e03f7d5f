import type { RequestHandler } from 'express';
import type { BodyReader } from '../../../application/reading/body-reader.ts';
import type { UseCases } from '../../../application/use-cases.ts';
import type { Environment } from '../../../domain/vocabulary/route.ts';
import type { AgentTools } from '../../../ports/agent-tools.ts';
import type { Digests } from '../../../ports/digests.ts';
import type { Ids } from '../../../ports/ids.ts';
import type { Log } from '../../../ports/log.ts';
import type { Telemetry } from '../../../ports/telemetry.ts';
import type { Words } from '../../../ports/words.ts';
import type { Tracing } from '../../../ports/tracing.ts';
import type { ApiDescription } from './api-description.ts';
import type { BatchShare } from './batch-share.ts';
import type { BodyBudget } from './body-budget.ts';

export interface ApiDeps {
  readonly useCases: UseCases;
  readonly bodies: Pick<BodyReader, 'open'>;
  readonly bodyBudget: BodyBudget;
  readonly share: BatchShare;
  readonly agents: AgentTools;
  readonly ids: Ids;
  readonly digests: Digests;
  readonly log: Log;
  readonly telemetry: Telemetry;
  /** Undefined if no spans are written. */
  readonly tracing?: Tracing | undefined;
  readonly description: ApiDescription;
  readonly words: Words;
  /** For tests: checks each answer before it is sent. */
  readonly answers?: RequestHandler;
  readonly settings: ApiSettings;
}

interface ApiSettings {
  readonly environment: Environment;
  /** The version of the program, for GET /health. */
  readonly version: string;
  readonly baseUrl: string;
  readonly problemBase: string;
  /** The number of proxies before the API. */
  readonly trustProxy: number;
  /** `q` of the list finds buyers. */
  readonly partySearch: boolean;
  /** /console is served. */
  readonly console: boolean;
  /** It holds docs/, and the built console and script of the reference. */
  readonly projectFolder: string;
}
