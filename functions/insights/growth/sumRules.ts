import { groupOf, type KeptMove, type Move } from "#shared/insights/moves.ts";
import { type Instant, utcDay } from "#shared/instant.ts";
import type { Entry, Sum } from "../../directory/index.ts";
import { broughtSum } from "./broughtRules.ts";

/** A figure's name after `count:` or `cents:`, such as `payment/lifetime/direct`. */
export const figureOf = ({ kind, plan, channel }: Pick<Move, "kind" | "plan" | "channel">): string =>
  `${kind}/${plan ?? ""}/${channel}`;

const monthOf = (at: Instant): string => at.slice(0, 7);

export function sumsOf(moves: readonly KeptMove[]): Sum[] {
  return [...moves.flatMap(figureSums), ...cohortSums(moves), ...moves.flatMap(broughtSums)];
}

function figureSums(move: Move): Sum[] {
  const day = utcDay(new Date(move.at));
  const amounts = [
    [`count:${figureOf(move)}`, 1],
    [`cents:${figureOf(move)}`, move.cents],
  ] as const;
  return amounts.flatMap(([figure, amount]) =>
    amount === 0 ? [] : [null, day].map((of): Sum => ({ figure, day: of, amount, part: "growth" })),
  );
}

/** A cohort is the month of the first subscription payment. Counts joins, and departures and returns by month. */
function cohortSums(moves: readonly Move[]): Sum[] {
  const [first] = moves.filter(({ kind }) => kind === "new");
  if (first === undefined) return [];
  const day = monthOf(first.at);
  const figure = (name: string) => `${name}/${first.channel}`;
  const steps = { churn: -1, reactivation: 1 } as const;
  return [
    { figure: figure("joined"), day, amount: 1, part: "cohorts" },
    ...moves.flatMap(({ kind, at }): Sum[] =>
      kind === "churn" || kind === "reactivation"
        ? [{ figure: figure(monthOf(at)), day, amount: steps[kind], part: "cohorts" }]
        : [],
    ),
  ];
}

function broughtSums({ kind, at, cents, affiliateId }: KeptMove): Sum[] {
  if (affiliateId === null || groupOf(kind) !== "money") return [];
  const amount = kind === "payment" ? cents : -cents;
  return [broughtSum("revenue", { affiliateId, at, amount })];
}

export const growthEntryId = (userId: string): string => `growth#${userId}`;

export const growthEntry = (userId: string, moves: readonly KeptMove[]): Entry => ({
  id: growthEntryId(userId),
  moves: [...moves],
  sums: sumsOf(moves),
});
