import { GetApisCommand, type GetApisCommandOutput, UpdateApiCommand } from "@aws-sdk/client-apigatewayv2";
import {
  type EventSourceMappingConfiguration,
  paginateListEventSourceMappings,
  UpdateEventSourceMappingCommand,
} from "@aws-sdk/client-lambda";
import { SECOND } from "#shared/instant.ts";
import { must } from "../aws/answers.ts";
import { Refusal } from "../deploy/run.ts";
import type { Pause, Place, Say } from "./place.ts";

const POLL_MS = 5 * SECOND;

/**
 * Stops or resumes everything that writes: calls, schedules, and functions behind queues and streams. While these
 * functions are stopped, changes wait in their queues and streams. Functions that already run still finish; a job takes
 * up to 15 minutes. Can be repeated.
 */
export async function setWriters(place: Place, on: boolean, say: Say, pause: Pause): Promise<void> {
  const parts = [setApi, setSchedules, setFollowers];
  for (const part of on ? parts.toReversed() : parts) await part(place, on, say, pause);
}

/** CloudFront calls the API at its execute-api address. Disabling this address also stops Stripe's webhooks. */
async function setApi({ clients, deployment: { prefix } }: Place, on: boolean, say: Say): Promise<void> {
  const client = clients.apiGateway();
  const find = async () => {
    let NextToken: string | undefined;
    do {
      const page: GetApisCommandOutput = await client.send(new GetApisCommand({ NextToken }));
      const api = page.Items?.find(({ Name }) => Name === prefix);
      if (api !== undefined) return api;
      NextToken = page.NextToken;
    } while (NextToken !== undefined);
    throw new Refusal(`There is no API ${prefix} in this region. Is the stage deployed here?`);
  };
  const { ApiId } = await must("The API could not be read.", find());
  await must(
    "The API's address could not be changed.",
    client.send(new UpdateApiCommand({ ApiId, DisableExecuteApiEndpoint: !on })),
  );
  say(
    on
      ? "The API answers again."
      : "The API is off: the site shows errors, and applications use their leases.",
  );
}

async function setSchedules(
  { clients, deployment: { prefix } }: Place,
  on: boolean,
  say: Say,
): Promise<void> {
  const scheduler = clients.scheduler();
  const names = await scheduler.names(`${prefix}-`);
  for (const name of names) await scheduler.setState(name, on ? "ENABLED" : "DISABLED");
  say(`${names.length} schedules ${on ? "run again" : "are off"}.`);
}

/** Lambda takes a moment to stop or start a mapping, and refuses changes in the meantime. */
async function setFollowers(
  { clients, deployment: { prefix } }: Place,
  on: boolean,
  say: Say,
  pause: Pause,
): Promise<void> {
  const client = clients.lambda();
  const ours = async () => {
    const found: EventSourceMappingConfiguration[] = [];
    for await (const { EventSourceMappings = [] } of paginateListEventSourceMappings({ client }, {}))
      found.push(
        ...EventSourceMappings.filter(({ FunctionArn }) => FunctionArn?.includes(`:function:${prefix}-`)),
      );
    return found;
  };
  const [from, to] = on ? ["Disabled", "Enabled"] : ["Enabled", "Disabled"];
  for (;;) {
    const all = await must("The functions' queues and streams could not be listed.", ours());
    const left = all.filter(({ State }) => State !== to);
    if (left.length === 0) {
      say(`Functions ${on ? "follow" : "no longer follow"} ${all.length} queues and streams.`);
      return;
    }
    for (const { UUID, State } of left)
      if (State === from)
        await must(
          "A function's queue or stream could not be changed.",
          client.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: on })),
        );
    await pause(POLL_MS);
  }
}
