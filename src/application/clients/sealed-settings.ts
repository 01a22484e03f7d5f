import type { ClientRecord } from '../../domain/clients/client-record.ts';
import type { ClientSettings } from '../../domain/clients/client-settings.ts';
import { jsonText } from '../../domain/json/json-text.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import { readBack } from '../reading/opened-body.ts';

/** @throws CallFailed `no-master-key` */
export async function openSettings(
  record: ClientRecord | undefined,
  content: Pick<TextSealer, 'openText'>,
): Promise<ClientSettings> {
  if (record?.sealedSettings === undefined) return {};
  return readBack(await content.openText(record.client, record.sealedSettings)) as ClientSettings;
}

/** Undefined if nothing is set. @throws CallFailed `no-master-key` */
export async function sealSettings(
  client: string,
  settings: ClientSettings,
  content: Pick<TextSealer, 'sealText'>,
): Promise<string | undefined> {
  const set = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  return Object.keys(set).length === 0 ? undefined : content.sealText(client, jsonText(set));
}
