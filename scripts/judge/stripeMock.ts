import { once } from "node:events";
import * as z from "zod/mini";
import { distinctRequests, type Exchange, encodeForm, readRecording } from "#stripe-sandbox";
import type { Judge, Verdict } from "./judge.ts";
import { explained, NEWER_REQUESTS } from "./newerThanMock.ts";
import { answering, freePort } from "./ports.ts";
import { lacksRecording, RECORDING } from "./recording.ts";
import { start, tool, toolPath } from "./tools.ts";

export const INSTALL_STRIPE_MOCK =
  'GOBIN="$PWD/.local/judge/bin" go install github.com/stripe/stripe-mock@v0.203.0';

/** A request that no version of Stripe accepts. */
const PLANTED: Exchange = {
  method: "POST",
  route: "/v1/customers",
  version: null,
  params: { email: "planted@example.com", shoe_size: "46" },
  status: 200,
  answer: {},
};

/** The mock knows one version's parameters. Requests of older versions are from the package's own tests. */
const isOlder = (version: string | null): boolean => version !== null && version < "2026-08-26";

/** Stripe's own mock: checks requests against Stripe's OpenAPI document of 2026-08-26, without state. */
export const stripeMock: Judge = {
  name: "stripe-mock",
  judges: "every distinct request that the tests send to Stripe",
  install: INSTALL_STRIPE_MOCK,
  finding: "fails",
  isInstalled: () => toolPath("stripe-mock") !== undefined,
  lacks: lacksRecording,
  judge: async () => {
    const known = readRecording(RECORDING).filter(({ version }) => !isOlder(version));
    return explained(await replay(distinctRequests(known)), NEWER_REQUESTS);
  },
  mistake: "additional properties",
  plant: () => replay([PLANTED]),
};

const Failure = z.object({ error: z.object({ message: z.string() }) });

async function replay(exchanges: readonly Exchange[]): Promise<Verdict> {
  const port = await freePort();
  const mock = start(tool("stripe-mock"), ["-http-addr", `127.0.0.1:${port}`]);
  try {
    await answering(port);
    const findings: string[] = [];
    for (const exchange of exchanges) {
      const message = await refusalOf(port, exchange);
      if (message !== undefined) findings.push(`${exchange.method} ${exchange.route}: ${message}`);
    }
    return { findings: [...new Set(findings)], judged: `${exchanges.length} requests` };
  } finally {
    mock.kill();
    await once(mock, "close");
  }
}

async function refusalOf(port: number, { method, route, params }: Exchange): Promise<string | undefined> {
  const form = encodeForm(params);
  const path = route.replaceAll(/:\w+/g, "x");
  const answer = await fetch(`http://127.0.0.1:${port}${path}${method === "GET" ? `?${form}` : ""}`, {
    method,
    headers: { authorization: "Bearer sk_test_123" },
    ...(method === "POST" && { body: form }),
  });
  const body = await answer.text();
  if (answer.ok) return undefined;
  const failure = Failure.safeParse(JSON.parse(body));
  const message = failure.data?.error.message ?? body;
  return `${answer.status} ${message.replaceAll(/ validator 0x\w+|\s+/g, " ")}`.slice(0, 400);
}
