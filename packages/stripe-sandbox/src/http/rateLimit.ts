/**
 * Counts requests per second of real time, because the sandbox's clock can be moved. The returned function counts a
 * request and returns whether it exceeds the limit.
 */
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
