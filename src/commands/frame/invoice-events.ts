import type { DeliveryService, StatusEvent } from '../../client/client.ts';

export async function eventsOf(service: DeliveryService, id: string): Promise<readonly StatusEvent[]> {
  const { data } = await service.api.GET('/invoices/{id}/events', { params: { path: { id } } });
  return data?.data ?? [];
}
