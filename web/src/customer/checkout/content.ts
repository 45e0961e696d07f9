import type { Mode } from "#shared/catalog/catalog.ts";
import type { IconName } from "../../ui/Icon.tsx";

export const EXTRAS: Record<Mode, readonly string[]> = {
  subscription: [],
  payment: ["One-time payment, no recurring fees", "All future updates included"],
};

export const TRUST: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: "lock", title: "Secure payment", text: "Stripe handles your card. We never see the number." },
  {
    icon: "bolt",
    title: "Instant access",
    text: "Your license key appears as soon as your payment arrives.",
  },
  {
    icon: "shield",
    title: "30-day guarantee",
    text: "Get a full refund within 30 days of your first payment, whatever the reason.",
  },
];

type Question = { question: string; answer: string; only?: Mode };

export const CHECKOUT_QUESTIONS: readonly Question[] = [
  {
    question: "When do I get my license key?",
    answer:
      "As soon as your payment arrives. With a card, that is right after you pay, and the next page shows the key. You can always find the key under Seats in your account.",
  },
  {
    question: "Can I cancel?",
    answer: "At any time in your account. Access continues to the end of the billing period.",
    only: "subscription",
  },
  {
    question: "What does lifetime mean?",
    answer: "You pay once and get every new version for as long as we make the application.",
    only: "payment",
  },
  {
    question: "How many computers does a license work on?",
    answer: "One at a time. In your account, you can free the seat for another computer.",
  },
];
