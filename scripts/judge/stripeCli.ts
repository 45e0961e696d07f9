import { once } from "node:events";
import http from "node:http";
import { startStripe } from "#stripe-sandbox";
import type { Judge, Verdict } from "./judge.ts";
import { findingsIn, OUT_OF_SCOPE, sumOf, versionOf } from "./stripeRecipes.ts";
import { run, tool, toolPath, workFolder } from "./tools.ts";

const AT_ONCE = 3;
const SECRET_KEY = "sk_test_judge";

/** Stripe's own CLI (npm @stripe/cli): its recipes make what each event needs, by the API of the sandbox. */
export const stripeCli: Judge = {
  name: "stripe-cli",
  judges: "the Stripe sandbox, by the recipes of `stripe trigger`; 95 % of those in scope must pass",
  install: "npm install --prefix .local/judge @stripe/cli@1.52.0",
  finding: "fails",
  isInstalled: () => toolPath("stripe") !== undefined,
  async judge() {
    const sandbox = await startStripe({ port: 0, secretKey: SECRET_KEY });
    try {
      // Transfers of what was just charged would lack the fee.
      sandbox.acts.bookMoney({ amount: 100_000, currency: "usd", type: "topup", source: "tu_judge" });
      return await trigger(sandbox.url, await recipes());
    } finally {
      await sandbox.close();
    }
  },
  mistake: "customer.created: planted",
  /** A Stripe that refuses every request. */
  async plant() {
    const server = http.createServer((_incoming, outgoing) =>
      outgoing
        .writeHead(400, { "content-type": "application/json" })
        .end('{"error":{"type":"invalid_request_error","message":"planted"}}'),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    try {
      return await trigger(`http://127.0.0.1:${port}`, ["customer.created"]);
    } finally {
      server.close();
    }
  },
};

/** Turns telemetry off and gives the tool an empty folder for its settings. */
const stripe = (...args: readonly string[]) =>
  run(tool("stripe"), args, {
    env: {
      STRIPE_CLI_TELEMETRY_OPTOUT: "1",
      XDG_CONFIG_HOME: workFolder("stripe-cli"),
      STRIPE_API_KEY: SECRET_KEY,
    },
  });

async function recipes(): Promise<string[]> {
  const { stdout } = await stripe("trigger", "--help");
  const listed = /Supported events:\n([\s\S]*?)\n\n/.exec(stdout)?.[1] ?? "";
  const names = listed.split("\n").map((line) => line.trim());
  for (const start of Object.keys(OUT_OF_SCOPE))
    if (!names.some((name) => name.startsWith(start))) throw new Error(`No recipe begins with ${start}.`);
  if (names.length < 50) throw new Error(`stripe trigger --help lists only ${names.length} recipes.`);
  return names;
}

async function trigger(url: string, names: readonly string[]): Promise<Verdict> {
  const left = [...names];
  const failed = new Map<string, string>();
  const work = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const args = ["trigger", name, "--api-base", url, "--api-version", versionOf(name)];
      const { status, stdout, stderr } = await stripe(...args);
      if (status !== 0) failed.set(name, reasonIn(`${stdout}\n${stderr}`));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { findings: findingsIn(names, failed), judged: sumOf(names, failed) };
}

function reasonIn(output: string): string {
  const message = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(output)?.[1];
  return (message ?? output.trim().split("\n").at(-1) ?? "").slice(0, 200);
}
