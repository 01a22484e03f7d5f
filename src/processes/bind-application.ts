import type { Container } from 'inversify';
import { ExamineDocument } from '../application/checking/examine-document.ts';
import { OutboundRecorder } from '../adapters/outbound/recorded-outbound.ts';
import { PoolValidator } from '../adapters/piscina/pool-validator.ts';
import { PullAnswers } from '../application/messages/pull-answers.ts';
import { WatchWorkers } from '../application/operation/watch-workers.ts';
import { ChooseCredential } from '../application/credentials/choose-credential.ts';
import { builtInCredential } from './rails.ts';
import { RECURRING } from './recurring-work.ts';
import * as t from './tokens.ts';
import { bindWiring, WIRING, WIRING_OF_RUNS } from './wiring.ts';
import { traceIn } from './bind-tracing.ts';
import { workersOf } from './workers.ts';

/** Binds what is made of the ports. */
export function bindApplication(container: Container): void {
  const settings = container.get(t.port('settings'));
  const traced = traceIn(container);
  bindWiring(container);
  container.bind(t.port('answers')).toService(PullAnswers);
  container.bind(t.port('watchWorkers')).toService(WatchWorkers);
  container.bind(t.port('calls')).toService(OutboundRecorder);
  container.bind(t.port('pool')).toService(PoolValidator);
  container.bind(t.port('kositReports')).toService(PoolValidator);
  container.bind(t.port('examine')).toResolvedValue((wiring) => new ExamineDocument(wiring), [WIRING]);
  for (const [choice, content] of [
    [t.port('credentials'), t.port('content')],
    [t.CREDENTIAL_CHOICE_OF_RUNS, t.CONTENT_OF_RUNS],
  ] as const)
    container.bind(choice).toDynamicValue(() => {
      const { credentialStore: credentials, clock, digests, rails } = container.get(WIRING);
      return new ChooseCredential({
        credentials,
        clock,
        digests,
        rails,
        content: container.get(content),
        builtIn: (client, route) => builtInCredential(client, route, settings),
      });
    });
  for (const UseCase of RECURRING)
    container.bind<unknown>(UseCase).toResolvedValue((wiring) => new UseCase(wiring), [WIRING]);
  container
    .bind(t.WORKERS)
    .toResolvedValue((wiring, runs) => workersOf(wiring, runs, traced), [WIRING, WIRING_OF_RUNS]);
}
