import { localAddress } from '../src/processes/listening.ts';

/** For containers: exit code 0 if GET /health answers 200 without its check of the workers, or, for a worker without the API, if its metrics answer. */
const { ROLE, HOST, PORT, METRICS_HOST, METRICS_PORT } = process.env;
const address =
  ROLE === 'worker'
    ? `${localAddress({ host: METRICS_HOST || undefined, port: Number(METRICS_PORT || 9464) })}/metrics`
    : `${localAddress({ host: HOST || undefined, port: Number(PORT || 8080) })}/health?without=workers`;

const healthy = await fetch(address, { signal: AbortSignal.timeout(4000) }).then(
  (answer) => answer.ok,
  () => false,
);
process.exit(healthy ? 0 : 1);
