import { counted } from 'en16931-rules/vocabulary/counted.ts';
import type { components, DeliveryService } from '../../client/client.ts';
import { ServiceProblem } from '../../client/problem.ts';
import { whoActs } from 'en16931-rules/vocabulary/finding.ts';
import { connectionOf, type ConnectionOptions } from '../frame/connection.ts';
import type { Frame } from '../frame/frame.ts';
import { endingOf } from '../frame/endings.ts';
import { credentialRemarks } from './credentials.ts';
import { numberRemarks } from './numbers.ts';
import { look, ok, type Remark, wrong } from './remark.ts';

interface Examined {
  readonly reached: boolean;
  readonly remarks: readonly Remark[];
}

/** What a failing check of GET /health means for the operator. */
const REMEDIES: Readonly<Record<string, string>> = {
  store:
    'Look at the disk, the permissions and the address in STORE_URL; nothing is accepted until it answers.',
  master_key: 'Start every process with the master key of the store: docs/operations.md.',
  scheduler: 'Work waits for more than ten minutes: ids workers says which lane has no worker.',
  validators: 'No thread checks documents. The log says why; often the memory is too small for POOL_THREADS.',
  rule_packs:
    'Run ids packs compile, or install the pack that it names. Of one that is old, look for its release: ids packs outdated.',
  workers: 'Start a worker with these lanes: ids workers.',
  descriptors: 'Raise the limit of open files of the process (ulimit -n).',
  log: 'The reader of standard output is too slow or has gone: lines of the log are lost.',
};

/** A running service, by what a key may read. */
export async function examineService(options: ConnectionOptions, frame: Frame): Promise<Examined> {
  let url: string;
  try {
    ({ url } = connectionOf(options, frame.env));
  } catch (error) {
    const { message = String(error) } = endingOf(error);
    return { reached: false, remarks: [look('service', 'was not asked', message)] };
  }
  try {
    const remarks = [...(await healthRemarks(url)), ...(await operatorRemarks(frame.service(options)))];
    return { reached: true, remarks };
  } catch (error) {
    const { message } = endingOf(error);
    if (message === undefined) throw error;
    return {
      reached: false,
      remarks: [wrong('service', message, 'Is it running, and is the key right? (ids login)')],
    };
  }
}

/** What a part of the service says that does not just work. */
function remarksAbout(name: string, says: string): readonly Remark[] {
  const remedy = REMEDIES[name] ?? 'The log of the service says more.';
  if (!says.startsWith('ok')) return [wrong(name, says, remedy)];
  if (says === 'ok; slow') return [look(name, says, SLOW)];
  if (name !== 'store') return [look(name, says, remedy)];
  const remarks = says.split('; ').slice(1);
  return remarks.map((one) => (one === 'empty' ? ok(name, EMPTY) : look(name, `works ${one}`, LACKS)));
}

const SLOW = 'It works, later than usual: look at the load of the machine and of the store.';
const EMPTY = 'holds no key yet; if it should, STORE_URL names another store';
const LACKS = 'What to do by hand then: docs/operations.md, "Servers that speak its protocol".';

type Health = components['schemas']['Health'];
type CareRow = components['schemas']['CareRow'];

/** A service that fails answers 503 with the same members, which the client would take for an error. */
async function readHealth(url: string): Promise<{ readonly health: Health; readonly date: string | null }> {
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  return { health: (await response.json()) as Health, date: response.headers.get('Date') };
}

const PATIENCE_MS = 10_000;

async function healthRemarks(url: string): Promise<readonly Remark[]> {
  const { health, date } = await readHealth(url);
  const failing = Object.entries(health.checks).filter(([, says]) => says !== 'ok');
  return [
    health.status === 'ok'
      ? ok('service', `version ${health.version}, ${health.environment}`)
      : wrong('service', `is ${health.status}`, 'The checks below say why.'),
    ...failing.flatMap(([name, says]) => remarksAbout(name, says ?? 'fails')),
    clockRemark(date),
  ];
}

/** A signature of a webhook may be 300 seconds old; a token of a network often less. */
const MAX_DIFFERENCE_MS = 30_000;

function clockRemark(date: string | null): Remark {
  const differenceMs = date === null ? 0 : Math.abs(Date.now() - Date.parse(date));
  const seconds = Math.round(differenceMs / 1000);
  return differenceMs > MAX_DIFFERENCE_MS
    ? wrong(
        'clock',
        `differs from the one of this machine by ${seconds} seconds`,
        'Set both by NTP: deadlines and signatures depend on it.',
      )
    : ok('clock', `within ${Math.max(seconds, 1)} s of this machine`);
}

async function operatorRemarks(service: DeliveryService): Promise<readonly Remark[]> {
  try {
    const open: CareRow[] = [];
    for await (const row of service.list('/care', { status: 'open' })) open.push(row);
    return [
      ...(await workerRemarks(service)),
      ...(await credentialRemarks(service, open)),
      ...(await numberRemarks(service)),
      ...careRemarks(open),
    ];
  } catch (error) {
    if (!(error instanceof ServiceProblem) || error.status !== 403) throw error;
    return [
      look(
        'operator',
        'workers, keys and networks were not read',
        'Use a key of the operator: ids keys mint --operator.',
      ),
    ];
  }
}

async function workerRemarks(service: DeliveryService): Promise<readonly Remark[]> {
  const { data } = await service.api.GET('/workers');
  const { data: processes = [], lanes = [] } = data ?? {};
  const versions = [...new Set(processes.map(({ version }) => version))];
  const keys = [...new Set(processes.map(({ master_keys: known }) => known.join(' and ')))];
  const empty = lanes.filter(({ workers }) => workers === 0).map(({ lane }) => lane);
  return [
    empty.length === 0
      ? ok('workers', `${processes.length} live, every lane has one`)
      : wrong(
          'workers',
          `none takes the work of ${empty.join(', ')}`,
          'Start a process with ROLE=worker or all.',
        ),
    ...(versions.length > 1
      ? [look('workers', `run versions ${versions.join(' and ')}`, 'Finish the upgrade.')]
      : []),
    ...(keys.length > 1
      ? [
          look(
            'keys',
            'processes have different master keys',
            'Finish the rotation: ids rotate-master names those that lack the new key.',
          ),
        ]
      : []),
  ];
}

/** Codes of a network that does not work, on the care list. */
const OF_NETWORKS: ReadonlySet<string> = new Set(['EI-ROUTE-UNAVAILABLE', 'EI-STATUS-OVERDUE']);

function careRemarks(open: readonly CareRow[]): readonly Remark[] {
  const byRoute = new Map<string, number>();
  let ours = 0;
  for (const row of open) {
    const { catalogue_code: code, route } = row;
    if (route !== undefined && OF_NETWORKS.has(code)) byRoute.set(route, (byRoute.get(route) ?? 0) + 1);
    if (whoActs(row.who_acts, row.sender_can_fix) === 'us') ours += 1;
  }
  const networks = [...byRoute].map(([route, count]) =>
    wrong(
      'networks',
      `${route} did not take or answer ${counted(count, 'invoice')}`,
      'ids care names them; look at the status page of the network.',
    ),
  );
  return [
    ...(networks.length > 0 ? networks : [ok('networks', 'no open care row is about a network')]),
    ours > 0
      ? look('care', `rows that wait for the operator: ${ours}`, 'ids care lists them.')
      : ok('care', 'none waits for the operator'),
  ];
}
