import type { Answer, Call, Endpoint } from '../network.ts';
import type { Bearer, Bearers, Permission, TokenKind } from './bearers.ts';
import type { LimitGroup, Limits } from './limits.ts';
import { forbidden, KsefError } from './errors.ts';

/** Below the base, also with the version of the real addresses. */
const VERSIONS = ['', '/v2'];
/** All callers without access count as one, because all are on this machine. */
const EVERYBODY = 'everybody';

/** Available in every state of KSeF. */
const BESIDE_KSEF = /^\/(?:latarnia|sandbox)\//;

type Asking = `${Endpoint['method']} /${string}`;

/** The rights and the limit of a call. */
export interface Guard {
  readonly kinds: readonly TokenKind[];
  /** One of them is enough. */
  readonly permissions?: readonly Permission[];
  /** Absent for a call that does not count. */
  readonly group?: LimitGroup;
}

/** The calls of KSeF: each is authorised, counted, and answered in the requested form. */
export class Endpoints {
  private readonly endpoints: Endpoint[] = [];

  constructor(
    private readonly bearers: Bearers,
    private readonly limits: Limits,
    private readonly base: string,
    /** For calls of KSeF. Services beside it are not affected. */
    private readonly isAway: () => boolean,
  ) {}

  get all(): readonly Endpoint[] {
    return this.endpoints;
  }

  /**
   * Without a token.
   * @param group absent for a call that does not count.
   */
  open(asking: Asking, answer: (call: Call) => Answer | Promise<Answer>, group?: 'anonymous'): void {
    this.add(asking, (call) => {
      if (group) this.limits.count(group, EVERYBODY, group);
      return answer(call);
    });
  }

  guard(
    asking: Asking,
    guard: Guard,
    answer: (bearer: Bearer, call: Call) => Answer | Promise<Answer>,
  ): void {
    const { kinds, permissions, group } = guard;
    this.add(asking, async (call) => {
      const bearer = await this.bearers.read(call, kinds);
      if (group) this.limits.count(group, group === 'anonymous' ? EVERYBODY : bearer.nip, asking);
      if (permissions && !permissions.some((each) => bearer.permissions.includes(each)))
        throw forbidden(permissions, bearer.permissions);
      return answer(bearer, call);
    });
  }

  private add(asking: Asking, answer: Endpoint['answer']): void {
    const [method, path = ''] = asking.split(' ') as [Endpoint['method'], string];
    for (const version of VERSIONS)
      this.endpoints.push({
        method,
        path: version + path,
        answer: (call) => this.answer(path, call, answer),
      });
  }

  private async answer(path: string, call: Call, answer: Endpoint['answer']): Promise<Answer> {
    if (this.isAway() && !BESIDE_KSEF.test(path)) return { status: 503 };
    try {
      return warn(call, await answer(call));
    } catch (error) {
      if (error instanceof KsefError) return error.reply(call, this.base + fill(path, call));
      throw error;
    }
  }
}

const fill = (path: string, { params }: Call): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** `X-Test-System-Warning` asks for a warning with the answer. */
function warn({ headers }: Call, answer: Answer): Answer {
  const warning = headers['x-test-system-warning'];
  if (warning === undefined || typeof answer === 'string') return answer;
  return { ...answer, headers: { ...answer.headers, 'X-System-Warning': String(warning) } };
}
