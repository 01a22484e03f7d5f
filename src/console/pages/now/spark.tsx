import type { ActivityRow } from './activity.tsx';

const [STEP, WIDTH, UP, DOWN] = [8, 6, 22, 6];
const HEIGHT = UP + DOWN + 1;

/** The last 24 hours of a route, without words: the plots below have the figures, and a table. */
export function Spark({ rows }: { readonly rows: readonly ActivityRow[] }) {
  const most = Math.max(1, ...rows.map(({ received }) => received));
  const worst = Math.max(1, ...rows.map(({ refused }) => refused));
  const scale = Math.min(UP / most, DOWN / worst);
  const total = rows.length * STEP;
  return (
    <svg class="spark" viewBox={`0 0 ${total} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="ground" d={`M0 ${UP + 0.5}H${total}`} />
      {rows.map(({ at, received, refused }, index) => {
        // One that was refused among many is still to be seen.
        const [up, down] = [received * scale, refused && Math.max(1, refused * scale)];
        return (
          <g key={at}>
            {up > 0 && <rect class="up" x={index * STEP} y={UP - up} width={WIDTH} height={up} />}
            {down > 0 && <rect class="down" x={index * STEP} y={UP + 1} width={WIDTH} height={down} />}
          </g>
        );
      })}
    </svg>
  );
}
