/**
 * Counts the requests of each second of real time, not of the sandbox's clock, which can be moved. The returned function
 * counts one and tells whether it is too many.
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
