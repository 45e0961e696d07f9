import type { Instant } from "#shared/instant.ts";
import type { Mail } from "#shared/mail/mail.ts";
import { atTime, atTimeOf } from "#shared/words.ts";

export const seatEndedMail = (userId: string, seat: string, endedAt: Instant): Mail => ({
  id: `team-seat-ended:${seat}`,
  to: { userId },
  template: "teamSeatEnded",
  data: { when: atTime(endedAt) },
});

export const seatEndingMail = (userId: string, seat: string, end: number): Mail => ({
  id: `team-seat-ending:${seat}:${end}`,
  to: { userId },
  template: "teamSeatEnding",
  data: { endsOn: atTimeOf(end) },
});
