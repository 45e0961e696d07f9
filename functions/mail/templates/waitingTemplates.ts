import { BRAND } from "#shared/brand.ts";
import { type Template, WHY } from "./template.ts";

const CHECKOUT = "{{siteUrl}}/checkout";

/** What people on the waiting list of the limited offer read. */
export const WAITING_TEMPLATES = {
  unitOffered: {
    subject: `${BRAND.name}: a unit is yours until {{until}}`,
    paragraphs: [
      "You were next on the waiting list for {{product}}. We hold one unit for you until {{until}}.",
      "Start your payment before then. If you do not, the unit goes to the next person in line.",
    ],
    facts: [
      { label: "{{product}}", value: "{{amount}}" },
      { label: "Held until", value: "{{until}}" },
    ],
    action: { label: "Buy your unit", url: CHECKOUT },
    why: WHY.account,
  },
  unitRanOut: {
    subject: `${BRAND.name}: your time to buy has run out`,
    paragraphs: [
      "We held a unit of {{product}} for you until {{until}}. It goes to the next person in line, and you were not charged.",
      "You are no longer on the waiting list. You can join it again, at its end.",
    ],
    facts: [
      { label: "{{product}}", value: "{{amount}}" },
      { label: "Held until", value: "{{until}}" },
    ],
    action: { label: "Join the waiting list again", url: CHECKOUT },
    why: WHY.account,
  },
  waitingListEnded: {
    subject: `${BRAND.name}: the waiting list has closed`,
    paragraphs: [
      "You joined the waiting list for {{product}} on {{joinedOn}}. The list has closed, and no unit was returned in time for you. You were not charged.",
      "The monthly subscription has the same features.",
    ],
    facts: [
      { label: "{{product}}", value: "{{amount}}" },
      { label: "Joined on", value: "{{joinedOn}}" },
    ],
    action: { label: "See the plans", url: "{{siteUrl}}/#pricing" },
    why: WHY.account,
  },
} as const satisfies Record<string, Template>;
