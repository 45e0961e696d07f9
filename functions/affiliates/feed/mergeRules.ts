export function mergeNewest<T extends { position: string }>(
  lists: readonly (readonly T[])[],
  limit: number,
): { rows: T[]; hasMore: boolean } {
  const all = lists.flat().sort((a, b) => (a.position < b.position ? 1 : -1));
  return { rows: all.slice(0, limit), hasMore: all.length > limit };
}
