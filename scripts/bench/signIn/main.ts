import { randomBytes } from "node:crypto";
import path from "node:path";
import { type Browser, type Page, chromium as playwright } from "playwright-core";
import { signUp } from "#local-aws";
import { WARMED } from "#shared/warming.ts";
import { ROOT } from "../../../local/options.ts";
import { startStack } from "../../../local/stack.ts";
import type { StackFile } from "../../../local/stackFile.ts";
import { readArguments, wholeNumber } from "../../arguments.ts";
import { chromium } from "../../chromium.ts";
import { CHROMIUM_FLAGS } from "../../screens/browser.ts";
import { median } from "../cold/environment.ts";
import { putParts, table } from "../report.ts";

const PORT = 4970;
const GOAL = 1.3;
/** The specification shows the success message for one second. The bench subtracts this second. */
const SHOWN_MS = 1000;
/** Even a password manager takes this long to fill in the form; people take several times as long. */
const TYPING_MS = 1000;

const WAYS = {
  warm: { cold: false, starts: true },
  "cold, started while typing": { cold: true, starts: true },
  "cold, not started": { cold: true, starts: false },
} as const;
type Way = keyof typeof WAYS;

/**
 * Measures the time from the click on "Sign in" to the dashboard's content, with warm and with cold functions: `npm run
 * bench -- sign-in [--rounds 9]`.
 */
export async function benchSignIn(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, { rounds: { type: "string", default: "9" } });
  const rounds = wholeNumber("--rounds", values.rounds);
  const dataDir = path.join(ROOT, ".local/bench/sign-in");
  const stack = await startStack({ dataDir, port: PORT, reset: true, quiet: true });
  const browser = await playwright.launch({ executablePath: chromium(), args: [...CHROMIUM_FLAGS] });
  try {
    const person = { email: "bench@example.com", password: `Aa1-${randomBytes(12).toString("hex")}` };
    await signUp(stack.file.cognito, person.email, person.password);
    const times = new Map<Way, number[]>(waysOf().map((way) => [way, []]));
    await signIn(browser, stack.file, person, "warm");
    for (let round = 0; round < rounds; round += 1)
      for (const way of waysOf()) times.get(way)?.push(await signIn(browser, stack.file, person, way));
    report(times);
  } finally {
    await browser.close();
    await stack.close();
  }
}

const waysOf = (): Way[] => Object.keys(WAYS).filter((way): way is Way => way in WAYS);

async function signIn(
  browser: Browser,
  { siteUrl, controlUrl }: StackFile,
  { email, password }: { email: string; password: string },
  way: Way,
): Promise<number> {
  const context = await browser.newContext({ baseURL: siteUrl });
  const page = await context.newPage();
  if (WAYS[way].cold) await fetch(`${controlUrl}/cold`, { method: "POST" });
  if (!WAYS[way].starts) await withoutStarts(page);
  await page.goto("/login");
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.waitForTimeout(TYPING_MS);
  const from = performance.now();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByText("No recent activity found.").waitFor();
  const took = performance.now() - from - SHOWN_MS;
  await context.close();
  return took;
}

async function withoutStarts(page: Page): Promise<void> {
  for (const url of Object.values(WARMED.signIn))
    await page.route(`**${url}`, (route) =>
      route.request().method() === "OPTIONS" ? route.abort() : route.continue(),
    );
}

function report(times: ReadonlyMap<Way, readonly number[]>): void {
  const warm = median([...(times.get("warm") ?? [])]);
  const rows = [...times].map(([way, each]) => {
    const middle = median([...each]);
    return [way, Math.round(middle), Math.round(Math.max(...each)), (middle / warm).toFixed(2)];
  });
  const title = "## Signing in with cold functions";
  const text = `\`npm run bench -- sign-in\` writes this part. It measures the time from the click on "Sign in" to the dashboard's content in Chromium, without the second for which the success message shows. The form was in use for ${TYPING_MS} ms before the click. The three cases take turns for ${times.get("warm")?.length} rounds. Goal: at most ${GOAL} times the time with warm functions.`;
  putParts(
    [title, "", text, "", table(["Functions", "Median ms", "Maximum ms", "Ratio to warm"], rows), ""].join(
      "\n",
    ),
  );
  console.table(rows);
}
