/** Calls `work` with 0 … count - 1, at most `lanes` calls at a time. */
export async function inLanes(
  count: number,
  lanes: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
