import { say } from 'en16931-rules/vocabulary/message.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import { missingSettings, withExample } from '../../domain/mapping/connector-settings.ts';
import type { AppliedMapping, ConnectorSettings } from '../../domain/mapping/mapping.ts';
import type { Mappings } from '../../domain/mapping/mappings.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import { openSettings } from '../clients/sealed-settings.ts';
import { badRequest } from '../requests/request-finding.ts';

export interface WantedMapping {
  readonly connector: string;
  /** If left out: the version of the settings, else the live one. */
  readonly version?: string | undefined;
}

interface Ports {
  readonly mappings: Mappings;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly content: Pick<TextSealer, 'openText'>;
  readonly environment: Environment;
}

/** Finds the mapping that an export is read with, and the client's settings for it. */
export class ChooseMapping {
  constructor(private readonly ports: Ports) {}

  /** Asks no store. @throws CallFailed `bad-request` */
  refuseUnknown({ connector, version }: WantedMapping): void {
    const chosen = this.ports.mappings.choose(connector, version);
    if (!chosen.ok)
      throw badRequest(chosen.wrong === 'connector' ? 'connector' : 'mapping_version', chosen.message);
  }

  /**
   * @throws CallFailed `bad-request`: an unknown connector or version, or a withdrawn version; `connector-settings-missing` in production;
   * `no-master-key`
   */
  async run(client: string, { connector, version }: WantedMapping): Promise<AppliedMapping> {
    this.refuseUnknown({ connector, version });
    const { mappings, clients, content, environment } = this.ports;
    const { connectors = {} } = await openSettings(await clients.find(client), content);
    const own = rowOf(connectors, connector) ?? {};
    const { mapping_version: preferred, ...settings } = own;
    const chosen = mappings.choose(connector, version ?? preferred);
    if (!chosen.ok) throw badRequest('mapping_version', chosen.message);
    const { mapping } = chosen;
    if (environment === 'sandbox') return { mapping, settings: withExample(settings, mapping) };
    refuseMissing(settings, connector);
    return { mapping, settings };
  }
}

function refuseMissing(settings: ConnectorSettings, connector: string): void {
  const [first, ...rest] = missingSettings(settings, connector).map(missingFinding);
  if (!first) return;
  const findings: NonEmpty<Finding> = [first, ...rest];
  throw new CallFailed({ kind: 'connector-settings-missing', findings });
}

const missingFinding = (field: string): Finding => ({
  code: 'EI-SCHEMA',
  severity: 'error',
  source: 'mapping',
  message: say('calls.EI-SCHEMA.message-2', { field }),
  field,
  fixHint: say('calls.EI-SCHEMA.hint-2'),
  whoFixes: 'us',
});
