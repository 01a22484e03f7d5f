import type { Answer, Call, Endpoint } from '../../network.ts';
import { audienceOf } from './phase4.ts';

type Answering = Answer | Promise<Answer>;
/** Answers a call for its account, or refuses it. */
type Admit = (call: Call, answer: (account: string) => Answering) => Answering;

/** Endpoints below a path for the callers that `admit` lets in. */
export const admitted =
  (base: string, admit: Admit) =>
  (
    method: Endpoint['method'],
    path: string,
    answer: (call: Call, account: string) => Answering,
  ): Endpoint => ({
    method,
    path: base + path,
    answer: (call) => admit(call, (account) => answer(call, account)),
  });

/**
 * For callers with a key in `Authorization: Bearer`. The sandbox accepts every key except one that ends `-REFUSED`.
 * @param refuse answers a caller without one.
 */
export const byBearer = (base: string, refuse: () => Answer) =>
  admitted(base, ({ headers }, answer) => {
    const [, key = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
    return key === '' || key.endsWith('-REFUSED') ? refuse() : answer(audienceOf(key));
  });
