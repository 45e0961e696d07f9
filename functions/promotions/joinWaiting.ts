import { AppError } from "#shared/errors.ts";
import { joinWaiting } from "#shared/promotions/customer.ts";
import { listGrants, ownsLifetime } from "../grants/index.ts";
import { http } from "../http/index.ts";
import { retryOnConflict, transact } from "../platform/dynamo.ts";
import { newId } from "../platform/random.ts";
import { readLifetimeOffer } from "./offerTable.ts";
import { admitToLine } from "./oneUnit.ts";
import { findReservation } from "./reservationTable.ts";
import { refuseToWait } from "./rules.ts";
import { ownPlace } from "./waiting/ownPlace.ts";
import { findEntry, join } from "./waiting/table.ts";

export const handler = http(joinWaiting)(async ({ caller: { user }, now }) => {
  const { userId } = user;
  await retryOnConflict(async () => {
    const before = await findEntry(userId);
    if (before !== undefined && before.state !== "over") return;
    if (ownsLifetime(await listGrants(userId)))
      throw new AppError(
        "ALREADY_OWNED",
        "You already own a lifetime license. There is nothing more to buy.",
      );
    if ((await findReservation(userId))?.state === "held")
      throw new AppError("CONFLICT", "You already hold a unit. Finish your checkout, or leave it first.");
    refuseToWait(await readLifetimeOffer(), now);
    if (!user.emailConfirmed)
      throw new AppError("UNPROVEN", "Confirm your email address, so that we can hold a unit for you.");
    const joinedAt = now.toISOString();
    const entry = { id: newId(), userId, state: "waiting", joinedAt, offeredUntil: null, why: null } as const;
    await transact([...join(entry, now), ...(await admitToLine(user, now))]);
  });
  return ownPlace(userId, now);
});
