import { BRAND } from "#shared/brand.ts";
import { FREE_GIVES } from "#shared/catalog/offers.ts";
import type { FeatureId } from "#shared/material/material.ts";
import { SAME_KEY, STAYS, STOPS } from "#shared/words.ts";
import { CLAIMED_UPTIME } from "./claimedUptime.ts";

// The claims, quotes and answers on the public pages. Prices and discounts come from the catalog, and the offer comes
// from the server.

export const HERO = {
  title: BRAND.tagline,
  text: `Paste an article. ${BRAND.name} writes the script, records the voice, adds music and edits the video, on your own computer and with your own provider keys.`,
  note: "Start with a free key for one computer. No card needed. Windows and macOS.",
};

export const STATS = [
  { figure: "50K+", label: "active users" },
  { figure: "2.5M+", label: "videos optimised" },
  { figure: "300%", label: "average growth" },
  { figure: CLAIMED_UPTIME, label: "uptime" },
] as const;

export const FEATURES: readonly { id: FeatureId; title: string; text: string }[] = [
  {
    id: "script",
    title: "A script that keeps the point",
    text: `${BRAND.name} reads the whole article and rewrites it for the ear: an opening, then numbered scenes with one idea each.`,
  },
  {
    id: "voice",
    title: "A voice, take by take",
    text: "Every scene is a separate take. Change one sentence, and only that sentence is recorded again.",
  },
  {
    id: "music",
    title: "Music that makes room",
    text: "Composed to fit the length of your video. The volume drops automatically under speech.",
  },
  {
    id: "cut",
    title: "An edit you can still change",
    text: "Pictures, captions and sound arrive on one timeline. Drag anything you want to change.",
  },
  {
    id: "search",
    title: "Titles people search for",
    text: "Suggested titles, descriptions and tags, ranked by how often people search for them.",
  },
  {
    id: "schedule",
    title: "Published while you sleep",
    text: "Pick a time or set a trigger. The finished video uploads automatically.",
  },
];

export const VOICES = [
  {
    quote:
      "I used to publish once a month. Writing was never the problem, editing was. Now I publish every Tuesday.",
    name: "M. K.",
    role: "History channel",
  },
  {
    quote:
      "It runs on my own machine with my own provider keys, so I can see exactly what each video costs. That convinced me.",
    name: "S. A.",
    role: "Science explainers",
  },
  {
    quote: "The first draft is already a video. I move two scenes, fix one word, and publish.",
    name: "J. T.",
    role: "Local news in three minutes",
  },
] as const;

export const QUESTIONS = [
  {
    question: "Is there really a free key?",
    answer: `Yes. Each account gets one, and you do not need a card. ${FREE_GIVES}`,
  },
  {
    question: "What do I need besides the application?",
    answer:
      "Your own provider keys, for text, voice and music. You paste them into the application once. They stay on your computer, and you pay those providers directly for what you use.",
  },
  {
    question: "Can I move my license to another computer?",
    answer:
      "Yes. A license is one seat on one computer. Under Seats in your account, choose “Swap Device”. Then enter the same license key on the new computer.",
  },
  {
    question: "How do I cancel?",
    answer: `In your account, at any time. You keep every feature until the end of the paid period, and we do not charge you again. ${STOPS} ${STAYS} ${SAME_KEY}`,
  },
  {
    question: "What is the difference between the paid plans?",
    answer:
      "Only how you pay. Each includes every feature. A subscription renews; lifetime access is a single payment and includes all updates. If you have a subscription and buy lifetime access, the checkout says when the subscription ends and whether its unused days come off the price.",
  },
] as const;

export const INVITATION = {
  title: "Your next video is already written.",
  text: "Bring an article, leave with a video. Your first license key is free.",
};
