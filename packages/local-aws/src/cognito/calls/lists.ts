import * as z from "zod/mini";
import { assertPool, type Context, call } from "../context.ts";
import { invalidParameter } from "../errors.ts";
import type { User } from "../users.ts";
import { assertGroup } from "./admin.ts";
import { userSummary } from "./userViews.ts";

const Page = { Limit: z.optional(z.number()) };

export const listUsers = call(
  z.object({
    UserPoolId: z.string(),
    Filter: z.optional(z.string()),
    PaginationToken: z.optional(z.string()),
    ...Page,
  }),
  (context, input) => {
    assertPool(context, input.UserPoolId);
    const matching = inOrder(context).filter(filterOf(input.Filter ?? ""));
    const { page, next } = pageOf(matching, input.PaginationToken, input.Limit);
    return { Users: page.map(userSummary), ...(next ? { PaginationToken: next } : {}) };
  },
);

export const listUsersInGroup = call(
  z.object({ UserPoolId: z.string(), GroupName: z.string(), NextToken: z.optional(z.string()), ...Page }),
  (context, input) => {
    assertPool(context, input.UserPoolId);
    assertGroup(context, input.GroupName);
    const members = inOrder(context).filter((user) => user.groups.includes(input.GroupName));
    const { page, next } = pageOf(members, input.NextToken, input.Limit);
    return { Users: page.map(userSummary), ...(next ? { NextToken: next } : {}) };
  },
);

function inOrder(context: Context): User[] {
  return context.store.allUsers().sort((left, right) => left.createdAt - right.createdAt);
}

/** `email = "a@b"` or `email ^= "a"`, the only two forms that Cognito supports. */
function filterOf(filter: string): (user: User) => boolean {
  if (filter.trim() === "") return () => true;
  const [, name = "", operator, value = ""] = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"(.*)"\s*$/.exec(filter) ?? [];
  if (name === "" || operator === undefined) throw invalidParameter("Error while parsing filter.");
  return (user) => {
    const actual = fieldOf(user, name);
    return operator === "=" ? actual === value : actual.startsWith(value);
  };
}

function fieldOf(user: User, name: string): string {
  if (name === "username" || name === "sub") return user.username;
  if (name === "cognito:user_status") return user.status;
  if (name === "status") return user.enabled ? "Enabled" : "Disabled";
  return user.attributes[name] ?? "";
}

function pageOf(
  users: User[],
  token: string | undefined,
  limit = 60,
): { page: User[]; next: string | undefined } {
  if (limit < 1 || limit > 60) throw invalidParameter("Limit must be between 1 and 60.");
  const after = token === undefined ? -1 : users.findIndex((user) => user.username === token);
  if (token !== undefined && after < 0) throw invalidParameter("Invalid pagination token.");
  const page = users.slice(after + 1, after + 1 + limit);
  const more = users.length > after + 1 + limit;
  return { page, next: more ? page.at(-1)?.username : undefined };
}
