import { useEffect, useState } from 'preact/hooks';

/** A number that rises while the page is looked at. */
export function useEvery(ms: number): number {
  const [times, setTimes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setTimes((before) => before + 1);
    }, ms);
    return () => clearInterval(timer);
  }, [ms]);
  return times;
}
