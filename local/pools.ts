import type { PoolModel } from "#local-aws";

export function poolsByPeople(pools: readonly PoolModel[]): { customers: PoolModel; operators: PoolModel } {
  const operators = pools.find(({ groups }) => groups.includes("operators"));
  const customers = pools.find((pool) => pool !== operators);
  if (operators && customers && pools.length === 2) return { customers, operators };
  throw new Error("The template needs two user pools, one of them with the group operators");
}
