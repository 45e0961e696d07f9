import type { ReactElement } from "react";
import { removeTaken } from "#shared/licenses/customer.ts";
import { lastGroup } from "#shared/licenses/replacement.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { isTaken } from "#shared/licenses/taken.ts";
import { useAction } from "../../api/useAction.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { moment } from "../../ui/format.ts";

/** Asks the owner after a password reset, because only the owner knows which computers are theirs. */
export function TakenSeats({
  seats,
  resetAt,
}: {
  seats: readonly Seat[];
  resetAt: string | null;
}): ReactElement | null {
  const { run, pending } = useAction(removeTaken);
  const taken = resetAt === null ? [] : seats.filter((seat) => isTaken(seat, resetAt));
  if (resetAt === null || taken.length === 0) return null;
  return (
    <Banner tone="warn" title="Are these yours?" className="mb-4">
      <p>
        Your password was reset on {moment(resetAt)}. These seats were activated or assigned in the 30 days
        before the reset. If someone else used your account, choose “Remove all”. Each seat stays yours and
        gets a new key, which you enter on your own computers. A computer with an old key stops at its next
        check.
      </p>
      <ul className="mt-2 list-disc pl-5">
        {taken.map((seat) => (
          <li key={seat.id}>
            {seat.computer_name ?? "No computer"}, key ending in {lastGroup(seat.license_key)}, since{" "}
            {moment(seat.activated_at ?? seat.assigned_at)}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" variant="danger" pending={pending} onClick={() => void run({ keep: false })}>
          Remove all
        </Button>
        <Button size="small" pending={pending} onClick={() => void run({ keep: true })}>
          Keep all
        </Button>
      </div>
    </Banner>
  );
}
