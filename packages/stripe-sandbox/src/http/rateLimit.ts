/** Counts requests per second of real time, because it limits the sender. */
export function makeRateLimit(perSecond: number | undefined): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    if (perSecond === undefined) return false;
    const now = Math.floor(performance.now() / 1000);
    if (now !== second) {
      second = now;
      count = 0;
    }
    count += 1;
    return count > perSecond;
  };
}
