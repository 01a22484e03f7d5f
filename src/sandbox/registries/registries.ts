import { type Call, type Endpoint, json, type Network, Refused, type Reply, text, xml } from '../network.ts';

/** What a registry answers about a package; a text is sent as it is, so that answers can be hostile. */
interface PackageAnswer {
  readonly registry: string;
  readonly name: string;
  readonly version?: string;
  readonly raw?: string;
  readonly status?: number;
}

/**
 * Package registries with what `PUT /registries/packages` told them: `{ registry, name, version }`, or `raw` and `status` for other answers.
 * Their paths are those of the public ones, below `/registries/npm`, `/pypi`, `/maven` and `/github`.
 */
export function openRegistries(): Network {
  const packages = new Map<string, PackageAnswer>();
  const about =
    (registry: string, nameOf: (call: Call) => string, shape: (version: string) => Reply) =>
    (call: Call): Reply => {
      const answer = packages.get(`${registry} ${nameOf(call)}`);
      if (!answer) return json(404, { message: 'Not Found' });
      return answer.raw === undefined ? shape(answer.version ?? '') : text(answer.status ?? 200, answer.raw);
    };
  const endpoints: readonly Endpoint[] = [
    {
      method: 'PUT',
      path: '/packages',
      answer: ({ body }) => {
        const answer = JSON.parse(body.toString('utf8')) as PackageAnswer;
        if (!answer.registry || !answer.name) throw new Refused('registry and name are missing.');
        packages.set(`${answer.registry} ${answer.name}`, answer);
        return json(200, answer);
      },
    },
    {
      method: 'GET',
      path: '/npm/:name/latest',
      answer: about('npm', named, (version) => json(200, { version })),
    },
    {
      method: 'GET',
      path: '/pypi/pypi/:name/json',
      answer: about('pypi', named, (version) => json(200, { info: { version } })),
    },
    {
      method: 'GET',
      path: '/github/repos/:owner/:name/releases/latest',
      answer: about(
        'github',
        ({ params }) => `${params['owner']}/${params['name']}`,
        (version) => json(200, { tag_name: version }),
      ),
    },
    {
      method: 'GET',
      path: '/maven/*path',
      answer: about('maven', mavenName, (version) =>
        xml(200, `<metadata><versioning><release>${version}</release></versioning></metadata>`),
      ),
    },
  ];
  return { route: 'registries', base: '/registries', endpoints };
}

const named = ({ params }: Call): string => params['name'] ?? '';

/** `com/helger/rules/maven-metadata.xml`: group and artifact. Express gives the segments apart. */
function mavenName({ params }: Call): string {
  const segments = [params['path'] ?? []].flat().slice(0, -1);
  return `${segments.slice(0, -1).join('.')}:${segments.at(-1)}`;
}
