import type { Instant } from "#shared/instant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { atTime } from "#shared/words.ts";

/** @param seat the row of the grant that ended: one mail for each */
export const removedSeatMail = (userId: string, seat: string, removedAt: Instant): Mail => ({
  id: `team-seat-ended:${seat}`,
  to: { userId },
  template: "teamSeatEnded",
  data: { when: atTime(removedAt) },
});
