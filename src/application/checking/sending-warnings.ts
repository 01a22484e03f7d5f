import { say } from 'en16931-rules/vocabulary/message.ts';
import { checkAddressed } from '../../domain/checks/identifiers/identifier-checks.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { profileOf } from '../../domain/routes/all.ts';
import {
  documentTypeOf,
  LOOKED_UP_SCHEME,
  receivingParticipant,
  receivingParty,
} from '../../domain/routing/peppol-document.ts';
import type { PeppolReceiver } from '../../domain/routing/peppol-receiver.ts';
import { LOOKED_UP_ROUTE } from '../../domain/routing/rules.ts';
import type { Addressing } from '../../domain/vocabulary/addressing.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { LookedUp } from '../../ports/participants.ts';
import type { PoolAccess } from '../../ports/validator.ts';
import { explainFindings } from '../catalogue/explain-findings.ts';
import type { ExaminedDocument } from './subject.ts';

type Registered = LookedUp['registered'];

interface Ports {
  readonly lookUpBuyer: {
    briefly(client: string, receiver: PeppolReceiver): Promise<{ readonly registered: Registered }>;
  };
  readonly reader: Pick<FileReader, 'readFile'>;
  readonly catalogue: Catalogue;
}

/** Warnings about the sending of a document that no check of its content gives. They refuse nothing. */
export class SendingWarnings {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `busy` when a built document cannot be read now. */
  async run(route: Route, document: ExaminedDocument, access: PoolAccess): Promise<readonly Finding[]> {
    const { addressing } = document;
    if (addressing) {
      const findings = [
        ...checkAddressed(addressing),
        ...(profileOf(route).sendingChecks?.(addressing) ?? []),
      ];
      const more = await this.checkReceiver(route, document, addressing, access.client);
      return explainFindings([...findings, ...more], this.ports.catalogue, 'file');
    }
    // The checks of a canonical document report what is wrong in it.
    if (route !== LOOKED_UP_ROUTE) return [];
    const read = await this.ports.reader.readFile(document.bytes, access);
    if (read.reading !== 'read') return [];
    const findings = await this.checkReceiver(route, document, read.addressing, access.client);
    const field = `${receivingParty(read.addressing)}.endpoint`;
    return explainFindings(
      findings.map((finding) => ({ ...finding, field })),
      this.ports.catalogue,
    );
  }

  private async checkReceiver(
    route: Route,
    document: ExaminedDocument,
    addressing: Addressing,
    client: string,
  ): Promise<readonly Finding[]> {
    const participant = route === LOOKED_UP_ROUTE ? receivingParticipant(addressing) : undefined;
    // Without an address, rules on the document report that.
    if (participant === undefined) return [];
    const { scheme, value, process } = documentTypeOf(document, addressing);
    const receiver = { candidates: [participant], isAddressed: true, documentType: value, process };
    const { registered } =
      scheme === LOOKED_UP_SCHEME
        ? await this.ports.lookUpBuyer.briefly(client, receiver)
        : ({ registered: 'unknown' } as const);
    const finding = RECEIVER[registered];
    const term = TERMS[receivingParty(addressing)];
    return finding ? [{ ...finding, severity: 'warning', source: LOOKED_UP_ROUTE, term }] : [];
  }
}

const TERMS = { seller: 'BT-34', buyer: 'BT-49' } as const;

const RECEIVER: Readonly<Record<Registered, Pick<Finding, 'code' | 'message'> | undefined>> = {
  yes: undefined,
  no: {
    code: 'EI-PEPPOL-NO-ROUTE',
    message: say('calls.no.message'),
  },
  unknown: {
    code: 'EI-PEPPOL-LOOK-UP',
    message: say('calls.unknown.message'),
  },
};
