/** Drawn on 16 × 16; a line is 1.5 wide. A filled shape has its sign cut out in the colour of the ground. */
const PATHS = {
  // States
  ring: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z',
  half: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 2.5v11a5.5 5.5 0 0 0 0-11z|M8 3v10a5 5 0 0 0 0-10z',
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 5v3.2l2 1.3',
  arrow: 'M3 8h9.5M9 4.5 12.5 8 9 11.5',
  arrowRing: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM5.3 8h5M8.3 6l2 2-2 2',
  checkSquare: 'M3 3h10v10H3zM5.5 8.2 7.3 10l3.4-3.8',
  checkRing: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM5.6 8.2l1.7 1.7 3.2-3.6',
  checkDisc: '|M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8z|M5.4 8.2l1.9 1.9 3.4-3.9',
  octagon: '|M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4z|M6 6l4 4M10 6l-4 4',
  triangle: 'M8 2.3 14 13H2zM8 6.5v3M8 11.2v.1',
  triangleFull: '|M8 1.8 14.6 13.6H1.4z|M8 6.3v3.2M8 11.4v.1',
  sheetCross: 'M4 2h5.5L12.5 5v9H4zM6.5 7l3.5 3.5M10 7l-3.5 3.5',
  flag: '|M4 2h8.5l-2 3 2 3H5.3v6H4z|',
  struckRing: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM4.2 11.8l7.6-7.6',
  diamond: 'M8 1.8 14.2 8 8 14.2 1.8 8zM5.7 8h4.6',
  question:
    'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM6.5 6.6a1.6 1.6 0 1 1 2.2 1.5c-.5.2-.7.5-.7 1M8 11v.1',
  pause: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM6.7 6v4M9.3 6v4',
  dashedRing:
    'M8 2.5a5.5 5.5 0 0 1 3 .9M13 5.8a5.5 5.5 0 0 1 .3 3.6M11.5 12.2a5.5 5.5 0 0 1-3.3 1.3M4.9 12.6a5.5 5.5 0 0 1-2.1-3M2.9 6a5.5 5.5 0 0 1 2.2-2.7',
  info: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 7.5v3M8 5.3v.1',
  // Owners
  person: '|M8 2.2a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4zM2.8 13.6c0-3 2.2-4.9 5.2-4.9s5.2 1.9 5.2 4.9z|',
  persons:
    'M6 3a2.2 2.2 0 1 0 0 4.4A2.2 2.2 0 0 0 6 3zM1.8 13c0-2.5 1.8-4 4.2-4s4.2 1.5 4.2 4M10.3 3.2a2.1 2.1 0 0 1 0 4M11.5 9.3c1.7.4 2.7 1.7 2.7 3.7',
  screen: 'M2 3h12v8H2zM5.5 13.5h5M8 11v2.5',
  tool: 'M13.6 4.4a3.4 3.4 0 0 1-4.6 4.1L4.4 13a1.4 1.4 0 0 1-2-2L7 6.4a3.4 3.4 0 0 1 4.1-4.6L9.3 3.7l.5 2 2 .5z',
  cart: 'M1.8 3h2l1.4 7h6.9l1.5-5.3H4.4M6 13v.1M11.3 13v.1',
  globe:
    'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM2.2 8h11.6M8 2.2c2 1.7 2.6 3.6 2.6 5.8S10 12.1 8 13.8c-2-1.7-2.6-3.6-2.6-5.8S6 3.9 8 2.2z',
  // Pages and acts
  pulse: 'M1.5 8.5h3l2-5 3 9 2-4h3',
  pencil: 'M3 13h10M4 10.5l7-7 2 2-7 7H4z',
  sheet: 'M4 2h8v12l-2-1.3-2 1.3-2-1.3L4 14zM6.3 5.5h3.4M6.3 8.5h3.4',
  office: 'M2.5 6.3 8 2.8l5.5 3.5zM2.5 13.2h11M4.2 8.5v2.7M8 8.5v2.7M11.8 8.5v2.7',
  mail: 'M2.2 3.8h11.6v8.4H2.2zM2.6 4.3 8 8.6l5.4-4.3',
  inbox: 'M2.5 9 4 3h8l1.5 6v4h-11zM2.5 9h3.2c.3 1.3 1.2 2 2.3 2s2-.7 2.3-2h3.2',
  lines: 'M2.5 4h11M2.5 8h8M2.5 12h5',
  hook: 'M6.3 9.5a2.4 2.4 0 1 1-2.6-3.3M6.5 5.8a2.4 2.4 0 1 1 3.5 1L11.5 9.5M9.2 12.1a2.4 2.4 0 1 0 2-3.1M4 11.4h6.5M7.8 5 5.5 9.5',
  rules: 'M2.5 3h11v10h-11zM2.5 6.3h11M6 6.3V13',
  play: 'M4.5 3v10l8-5z',
  turn: 'M2.5 5.5h9M9 3l2.5 2.5L9 8M13.5 10.5h-9M7 8l-2.5 2.5L7 13',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 14 14',
  moon: 'M13.3 9.6A5.8 5.8 0 1 1 6.4 2.7a4.6 4.6 0 0 0 6.9 6.9z',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  link: 'M6.5 9.5l3-3M7 4.5 8.7 2.8a3.2 3.2 0 0 1 4.5 4.5L11.5 9M9 11.5l-1.7 1.7a3.2 3.2 0 0 1-4.5-4.5L4.5 7',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4 6 8l4 4',
  check: 'M3 8.5 6.5 12 13 4.5',
  cross: 'M4 4l8 8M12 4l-8 8',
  more: 'M3.5 8v.1M8 8v.1M12.5 8v.1',
} as const;

export type IconName = keyof typeof PATHS;

/** Beside a word it says nothing of its own. */
export function Icon({ name }: { readonly name: IconName }) {
  const [line, disc, sign] = PATHS[name].split('|');
  return (
    <svg class="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      {line && <path class="line" d={line} />}
      {disc && <path class="full" d={disc} />}
      {sign && <path class="sign" d={sign} />}
    </svg>
  );
}
