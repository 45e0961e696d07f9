import { AppError } from "#shared/errors.ts";
import { createDestination } from "#shared/referrals/operator.ts";
import { auditEntry } from "../audit/index.ts";
import { http } from "../http/index.ts";
import { transact, WriteConflict } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { newId } from "../platform/random.ts";
import { checkDestinationUrl, destinationIdOf } from "./destinations/rules.ts";
import * as destinations from "./destinations/table.ts";

export const handler = http(createDestination)(async ({ input, caller, now }) => {
  const destination = {
    id: destinationIdOf(input.name, newId().slice(0, 8)),
    name: input.name,
    url: checkDestinationUrl(input.url, env("SITE_URL")),
    is_active: input.is_active,
    created_at: now.toISOString(),
  };
  try {
    await transact([
      destinations.createDestination(destination),
      auditEntry({
        operator: caller.userId,
        action: "referrals/createDestination",
        subject: `destination#${destination.id}`,
        before: null,
        after: destination,
        at: now.toISOString(),
      }),
    ]);
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    throw new AppError("CONFLICT", "A destination with this name already exists.", {
      field: "name",
      cause: error,
    });
  }
  return destination;
});
