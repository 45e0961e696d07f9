import { type UserRow, userShelf } from "#shared/customers/userRow.ts";
import type { Grant } from "#shared/grants/grant.ts";
import type { Instant } from "#shared/instant.ts";
import { isOngoing } from "#shared/subscriptions/subscription.ts";
import {
  type Entry,
  foldEmail,
  happened,
  NEVER_SEEN,
  onDay,
  total,
  wordsOfUser,
} from "../directory/index.ts";
import { leftAt, membershipOf, nextEnd } from "../grants/index.ts";

type Person = {
  userId: string;
  email: string;
  name?: string | null | undefined;
  suspended: boolean;
  createdAt: Instant;
  updatedAt?: Instant | undefined;
  lastSignInAt: Instant | null;
  lastSignInAddress: string | null;
  lastSignInCountry: string | null;
};

export function userRow(user: Person, grants: readonly Grant[], now: Date): UserRow {
  const subscriptions = grants
    .flatMap(({ subscription }) => (subscription ? [subscription] : []))
    .sort((a, b) => b.current_period_end - a.current_period_end);
  const current = subscriptions.find((one) => isOngoing(one.subscription_status)) ?? subscriptions[0];
  return {
    id: user.userId,
    email: user.email,
    membership_status: membershipOf(grants, now),
    is_suspended: user.suspended,
    seat_count: new Set(grants.map(({ licenseKey }) => licenseKey)).size,
    subscription_status: current?.subscription_status ?? null,
    created_at: user.createdAt,
    updated_at: user.updatedAt ?? null,
    last_sign_in_at: user.lastSignInAt,
    last_login_location: user.lastSignInCountry,
    last_login_ip: user.lastSignInAddress,
  };
}

export function userEntry(user: Person, grants: readonly Grant[], now: Date): Entry {
  const row = userRow(user, grants, now);
  const shelf = `users/${userShelf(row)}`;
  const left = leftAt(grants, now);
  const subscribed = grants.filter(
    ({ subscription }) => subscription && isOngoing(subscription.subscription_status),
  ).length;
  const dueAt = nextEnd(
    grants.map(({ entitlement }) => entitlement),
    now,
  );
  return {
    id: `user#${user.userId}`,
    list: "users",
    shelf,
    createdAt: user.createdAt,
    name: foldEmail(user.email),
    words: wordsOfUser(foldEmail(user.email), foldEmail(user.name ?? ""), user.lastSignInAddress),
    seenAt: user.lastSignInAt ?? NEVER_SEEN,
    row,
    ...(dueAt === undefined ? {} : { due: "users", dueAt }),
    recent: happened("signup", `user#${user.userId}`, user.createdAt, user.userId),
    sums: [
      total("users"),
      total(shelf),
      ...onDay("usersAdded", user.createdAt),
      ...(left === undefined ? [] : onDay("usersRemoved", left)),
      ...(subscribed > 0 ? [total("activeSubscriptions", subscribed)] : []),
    ],
  };
}
