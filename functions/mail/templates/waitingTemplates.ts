import { BRAND } from "#shared/brand.ts";
import { type Template, WHY } from "./template.ts";

const CHECKOUT = "{{siteUrl}}/checkout";

export const WAITING_TEMPLATES = {
  unitOffered: {
    subject: `Your lifetime license is reserved until {{until}}`,
    paragraphs: [
      "You were next on the waiting list for {{product}}. We hold one license for you until {{until}}.",
      "Start your payment before then. After that, we no longer hold the license for you.",
    ],
    facts: [
      { label: "{{product}}", value: "{{amount}}" },
      { label: "Held until", value: "{{until}}" },
    ],
    action: { label: "Buy your license", url: CHECKOUT },
    why: WHY.account,
  },
  unitRanOut: {
    subject: `${BRAND.name}: your time to buy has run out`,
    paragraphs: [
      "We held a license for you until {{until}} and no longer hold it. You were not charged.",
      "You are no longer on the waiting list. If the offer is still sold out, you can join again, at the end of the list.",
    ],
    facts: [
      { label: "{{product}}", value: "{{amount}}" },
      { label: "Held until", value: "{{until}}" },
    ],
    action: { label: "Open the checkout", url: CHECKOUT },
    why: WHY.account,
  },
  waitingListEnded: {
    subject: `${BRAND.name}: the waiting list has closed`,
    paragraphs: [
      "You joined the waiting list for {{product}} on {{joinedOn}}. The list has closed, and no license became available for you in time. You were not charged.",
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
