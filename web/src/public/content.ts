import { BRAND } from "#shared/brand.ts";

// Everything on the public pages that is a claim, a voice or an answer rather than a fact of the system.
// An operator edits this file; prices, percentages and the offer come from the catalogue and the server.

export const HERO = {
  title: BRAND.tagline,
  text: `Paste an article. ${BRAND.name} writes the script, speaks it, scores it and cuts the video, on your own computer and with your own keys.`,
  note: "One free key per account. Windows and macOS.",
};

export const STATS = [
  { figure: "50K+", label: "active users" },
  { figure: "2.5M+", label: "videos optimised" },
  { figure: "300%", label: "average growth" },
  { figure: "99.9%", label: "uptime" },
] as const;

export type FeatureId = "script" | "voice" | "music" | "cut" | "search" | "schedule";

export const FEATURES: readonly { id: FeatureId; title: string; text: string }[] = [
  {
    id: "script",
    title: "A script that keeps the point",
    text: "The article is read whole, then told again for the ear: an opening, numbered scenes, one thought each.",
  },
  {
    id: "voice",
    title: "A voice, take by take",
    text: "Every scene is spoken on its own. Change one sentence, and only that sentence is spoken again.",
  },
  {
    id: "music",
    title: "Music that steps back",
    text: "Composed to the length of the cut, and quieter by itself wherever somebody speaks.",
  },
  {
    id: "cut",
    title: "A cut you can still touch",
    text: "Pictures, captions and sound arrive on one timeline. Drag what you would have done differently.",
  },
  {
    id: "search",
    title: "Titles people look for",
    text: "Suggestions for title, description and tags, ranked by how often they are searched.",
  },
  {
    id: "schedule",
    title: "Published while you sleep",
    text: "Pick the hour, or let a trigger decide. The finished video goes up by itself.",
  },
];

/** On each price card, and the same on both: the plans differ in how they are paid. */
export const PLAN_FEATURES = [
  "AI-powered script generation",
  "Automated voice synthesis",
  "Video compilation from articles",
  "Desktop application included",
  "24/7 customer support",
  "Priority processing",
  "Advanced analytics",
  "Custom branding options",
] as const;

export const VOICES = [
  {
    quote:
      "I used to publish once a month. The reading was never the problem, the editing was. Now it is every Tuesday.",
    name: "M. K.",
    role: "History channel",
  },
  {
    quote:
      "It runs on my own machine with my own keys, so I can see exactly what a video costs me. That settled it.",
    name: "S. A.",
    role: "Science explainers",
  },
  {
    quote: "The first draft is already a video. I move two scenes, fix one word of the voice, and it is out.",
    name: "J. T.",
    role: "Local news in three minutes",
  },
] as const;

export const QUESTIONS = [
  {
    question: "Is there really a free key?",
    answer:
      "Yes, one per account, and without a card. It runs the desktop application on one computer, so you can make a video from an article of your own before you pay for anything.",
  },
  {
    question: "What do I need besides the application?",
    answer:
      "Your own keys from a text, a voice and a music provider. You paste them into the application once; they stay on your computer, and you pay those providers directly for what you use.",
  },
  {
    question: "Can I move my licence to another computer?",
    answer:
      "A licence is one seat on one computer. Clear the seat in your account, then enter the same key on the new computer.",
  },
  {
    question: "How do I cancel?",
    answer:
      "In your account, at any time. You keep every feature until the end of the period that is paid, and nothing is charged after that.",
  },
  {
    question: "What is the difference between the two plans?",
    answer:
      "Only how you pay. Both have every feature; the subscription renews each month, lifetime access is paid once and includes all updates.",
  },
] as const;

export const INVITATION = {
  title: "Your next video is already written.",
  text: "Bring an article, leave with a video. The first key is free.",
};
