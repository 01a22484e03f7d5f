import { render } from 'preact';
import { readAbout } from './app/about.ts';
import { listenToKeys } from './app/keyboard.ts';
import { goLive } from './app/live.ts';
import { followSystem } from './app/look.ts';
import { followHistory } from './app/router.ts';
import { resume } from './app/session.ts';
import { loadWords } from './app/words.ts';
import { PAGES } from './pages.ts';
import { LogIn } from './pages/log-in/log-in.tsx';
import { Shell } from './shell/shell.tsx';

followSystem();
followHistory();
listenToKeys();
await Promise.all([loadWords(), readAbout(), resume().catch(() => undefined)]);
goLive();
render(<Shell pages={PAGES} LogIn={LogIn} />, document.getElementById('console')!);
