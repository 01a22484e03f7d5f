import type { Answer, Call, Endpoint } from '../../network.ts';
import { audienceOf } from './phase4.ts';

/**
 * Endpoints below a path for callers with a key in `Authorization: Bearer`. The sandbox accepts every key except one that ends `-REFUSED`.
 * @param refuse answers a caller without one.
 */
export const byBearer =
  (base: string, refuse: () => Answer) =>
  (
    method: Endpoint['method'],
    path: string,
    answer: (call: Call, account: string) => Answer | Promise<Answer>,
  ): Endpoint => ({
    method,
    path: base + path,
    answer: (call) => {
      const [, key = ''] = /^Bearer (\S+)$/.exec(call.headers.authorization ?? '') ?? [];
      return key === '' || key.endsWith('-REFUSED') ? refuse() : answer(call, audienceOf(key));
    },
  });
