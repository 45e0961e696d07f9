import type { ProductId } from "#shared/billing/catalog.ts";
import type { IconName } from "../../ui/Icon.tsx";

/** What each product's checkout lists. */
export const CHECKOUT_FEATURES: Record<ProductId, readonly string[]> = {
  monthly: [
    "AI-powered script generation",
    "Automated voice synthesis",
    "Video compilation from articles",
    "Desktop application included",
    "24/7 customer support",
    "Priority processing",
  ],
  lifetime: [
    "Everything in the subscription",
    "One-time payment, no recurring fees",
    "All future updates included",
    "Advanced analytics",
    "Custom branding options",
    "Priority processing for good",
  ],
};

export const TRUST: readonly { icon: IconName; title: string; text: string }[] = [
  { icon: "lock", title: "Secure payment", text: "Your card goes to Stripe and never to us." },
  { icon: "bolt", title: "Instant access", text: "Your key is shown as soon as you have paid." },
  { icon: "shield", title: "30-day guarantee", text: "Write to us within 30 days and get your money back." },
];

export const CHECKOUT_QUESTIONS: readonly { question: string; answer: string; only?: ProductId }[] = [
  {
    question: "When do I get my key?",
    answer: "At once. The page after the payment shows it, and it stays listed under Seats in your account.",
  },
  {
    question: "Can I cancel?",
    answer: "At any time in your account. Access continues to the end of the billing period.",
    only: "monthly",
  },
  {
    question: "What does lifetime mean?",
    answer: "You pay once and use every version that comes, for as long as the application exists.",
    only: "lifetime",
  },
  {
    question: "On how many computers does it work?",
    answer: "One at a time. You can move the seat to another computer in your account.",
  },
];
