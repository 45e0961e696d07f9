import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { MISSING } from "#shared/material/missing.ts";
import { hasFailed, runChecks } from "./check.ts";
import { openDeployedShop } from "./deployedShop.ts";
import { openLocalShop } from "./localShop.ts";
import { lineOf, missingLines, summaryOf } from "./page.ts";
import type { Guide } from "./shop.ts";
import { GUIDED, UNATTENDED } from "./table.ts";

/** Stripe's clock may be slower than this machine's. */
const CLOCK_SKEW_SECONDS = 60;

type ShopOptions = {
  readonly stage: string;
  readonly guided: boolean;
  readonly stack?: string | undefined;
  readonly stripeKey?: string | undefined;
  readonly stripeUrl?: string | undefined;
};

/** @returns whether every possible check passed */
export async function verifyShop({ stage, guided, stack, ...stripe }: ShopOptions): Promise<boolean> {
  const shop = await (stage === "local" ? openLocalShop(stack) : openDeployedShop({ stage, ...stripe }));
  console.log(`\n${shop.name}: ${shop.siteUrl}\n`);
  const guide = guided ? guideAtTerminal() : undefined;
  const visit = {
    shop,
    since: Math.floor(Date.now() / 1000) - CLOCK_SKEW_SECONDS,
    run: randomBytes(4).toString("hex"),
    ...(guide ? { guide } : {}),
  };
  try {
    const lines = await runChecks(guide ? GUIDED : UNATTENDED, visit, (line) => console.log(lineOf(line)));
    console.log(`\n${summaryOf(lines)}\n${missingLines(MISSING)}`);
    return !hasFailed(lines);
  } finally {
    guide?.close();
  }
}

function guideAtTerminal(): Guide & { close(): void } {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return {
    say: (line) => console.log(`\n${line}\n`),
    async ask(question) {
      const answer = await terminal.question(`\n${question}`);
      // A terminal shows the typed Enter; a pipe does not.
      if (!process.stdin.isTTY) console.log("");
      return answer;
    },
    close: () => terminal.close(),
  };
}
