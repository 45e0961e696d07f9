import { LambdaClient, type LambdaClientConfig } from "@aws-sdk/client-lambda";
import * as z from "zod/mini";
import { Refusal } from "../deploy/run.ts";

type Config = LambdaClientConfig & { readonly region: string; readonly endpoint?: string };

const Page = z.object({
  Schedules: z.array(z.object({ Name: z.string() })),
  NextToken: z.nullish(z.string()),
});
/** Keeps all fields, because UpdateSchedule resets those that a call omits. */
const Schedule = z.looseObject({ State: z.string() });

/**
 * Calls EventBridge Scheduler. The project does not install the SDK's client for this service, so Lambda's client signs
 * the requests.
 * https://docs.aws.amazon.com/scheduler/latest/APIReference/API_UpdateSchedule.html
 */
export function schedulerIn(config: Config) {
  const { region } = config;
  const address = new URL(
    config.endpoint ?? process.env.AWS_ENDPOINT_URL ?? `https://scheduler.${region}.amazonaws.com`,
  );
  const lender = new LambdaClient(config);

  async function call(method: string, path: string, query: Record<string, string> = {}, body?: object) {
    const signer = await lender.config.signer({
      name: "sigv4",
      signingName: "scheduler",
      signingRegion: region,
      properties: {},
    });
    const text = body === undefined ? undefined : JSON.stringify(body);
    const { headers } = await signer.sign({
      method,
      protocol: address.protocol,
      hostname: address.hostname,
      path,
      query,
      headers: { host: address.host, "content-type": "application/json" },
      body: text,
    });
    const url = new URL(`${path}?${new URLSearchParams(query)}`, address);
    const answer = await fetch(url, { method, headers, ...(text === undefined ? {} : { body: text }) });
    if (!answer.ok) throw new Refusal(`The scheduler refused ${method} ${path}: ${await answer.text()}`);
    return answer.json();
  }
  const pathOf = (name: string) => `/schedules/${encodeURIComponent(name)}`;

  return {
    async names(prefix: string): Promise<string[]> {
      const names: string[] = [];
      let next: string | null | undefined;
      do {
        const query = { NamePrefix: prefix, ...(next ? { NextToken: next } : {}) };
        const page = Page.parse(await call("GET", "/schedules", query));
        names.push(...page.Schedules.map(({ Name }) => Name));
        next = page.NextToken;
      } while (next);
      return names;
    },
    async setState(name: string, State: "ENABLED" | "DISABLED"): Promise<void> {
      const { Arn, CreationDate, LastModificationDate, Name, ...schedule } = Schedule.parse(
        await call("GET", pathOf(name)),
      );
      if (schedule.State !== State) await call("PUT", pathOf(name), {}, { ...schedule, State });
    },
  };
}
