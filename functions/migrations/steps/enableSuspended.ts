import { listEntries } from "../../insights/tables/directory.ts";
import { enableSignIn } from "../../platform/cognito.ts";
import type { Page } from "./migrations.ts";

const PAGE_SIZE = 50;

/**
 * Until November 2026 suspending an account disabled its sign-in at Cognito. Since then a suspended customer can sign
 * in, to cancel what they pay for.
 */
export const enableSuspended: Page = async (after) => {
  const { rows, next } = await listEntries({
    list: "users",
    part: "suspended",
    order: "createdAt",
    direction: "asc",
    limit: PAGE_SIZE,
    ...(after === null ? {} : { cursor: after }),
  });
  for (const { id } of rows) await enableSignIn(String(id));
  return next;
};
