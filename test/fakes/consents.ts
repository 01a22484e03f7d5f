import type { Connecting } from '../../src/ports/rail/connecting.ts';

/** A provider that takes every code but `bad`. */
export class FakeConsents implements Connecting {
  readonly calls: string[] = [];
  checked: Awaited<ReturnType<Connecting['check']>> = { outcome: 'own', value: 'the log-in' };

  companyOf(text: string): string | undefined {
    return /^\d{9}$/.test(text) ? text : undefined;
  }

  offerOf(provider: string): ReturnType<Connecting['offerOf']> {
    return provider === 'superpdp'
      ? { offers: 'connection', name: 'A provider', kind: 'pa-oauth', lifeDays: 365 }
      : { offers: 'nothing', reason: 'It has none.' };
  }

  async begin({ redirectUri, state }: Parameters<Connecting['begin']>[0]): Promise<string> {
    return `https://provider.example/authorize?state=${state}&redirect_uri=${redirectUri}`;
  }

  async exchange(_order: unknown, query: string): ReturnType<Connecting['exchange']> {
    this.calls.push('exchange');
    return query.includes('code=bad')
      ? { outcome: 'refused', reason: 'The provider says no.' }
      : { outcome: 'given', value: 'the log-in' };
  }

  async check(): ReturnType<Connecting['check']> {
    this.calls.push('check');
    return this.checked;
  }

  async revoke(): ReturnType<Connecting['revoke']> {
    this.calls.push('revoke');
    return { outcome: 'revoked' };
  }
}
