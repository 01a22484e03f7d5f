import { isKnownRoute, nameOfRoute, ROUTES } from '../app/routes.ts';

export function Route({ route }: { readonly route: string }) {
  return (
    <span class="route">
      <span class="tag">{isKnownRoute(route) ? ROUTES[route].tag : route.slice(0, 2)}</span>{' '}
      {nameOfRoute(route)}
    </span>
  );
}
