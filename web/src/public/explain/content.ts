import { BRAND } from "#shared/brand.ts";
import type { FeatureId } from "#shared/material/material.ts";

type Step = {
  id: "article" | "script" | "voice" | "music" | "cut" | "publish";
  title: string;
  text: string;
  more: readonly string[];
  /** Who does the step, or where. */
  note: string;
  shows: readonly ("article" | FeatureId)[];
};

export const STEPS: readonly Step[] = [
  {
    id: "article",
    title: "Article",
    text: "Paste a link or a text, or drop a file. Menus, notices and ads are removed.",
    more: ["Headings, quotes and figures stay, each with its source"],
    note: "On your computer",
    shows: ["article"],
  },
  {
    id: "script",
    title: "Script",
    text: "The text provider rewrites the article for the ear: an opening, then numbered scenes with one idea each. Every sentence links to its passage in the article, so you can check it.",
    more: ["Rewrite a scene, drop it, or move it"],
    note: "Text provider",
    shows: ["script"],
  },
  {
    id: "voice",
    title: "Voice",
    text: "Each scene is a separate take. Change a sentence and only that sentence is recorded again, in the same voice and at the same pace.",
    more: ["Pauses where the ideas end", "Choose among the voices of your provider"],
    note: "Voice provider",
    shows: ["voice"],
  },
  {
    id: "music",
    title: "Music",
    text: "Composed to fit the length of the video, with a beginning and an end.",
    more: ["The volume drops under each sentence and rises after it"],
    note: "Music provider",
    shows: ["music"],
  },
  {
    id: "cut",
    title: "Video",
    text: "Pictures, captions, voice and music arrive on one timeline. Change what you like, then render in the format of your channel.",
    more: ["Drag a scene, swap a picture, trim a pause"],
    note: "On your computer",
    shows: ["cut"],
  },
  {
    id: "publish",
    title: "Publish",
    text: "Get a title, description and tags based on what people search for. Pick a time or set a trigger, and the finished video uploads automatically.",
    more: [
      "See how often people search for each title and tag",
      "You choose the title before anything uploads",
      "Your channel's sign-in stays on your computer",
    ],
    note: "Your channel",
    shows: ["search", "schedule"],
  },
];

export const TRIGGERS = [
  {
    title: "A schedule",
    text: "Every Tuesday at nine, for example. Finished videos wait in a queue, and the oldest is uploaded first.",
  },
  {
    title: "A new article",
    text: "Watch a feed or a folder. Each new article becomes a draft, or a finished video.",
  },
  {
    title: "Your approval",
    text: "Every step up to the edit runs automatically. Nothing uploads before you approve it.",
  },
] as const;

export type ProviderId = "text" | "voice" | "music";

export const PROVIDERS: readonly {
  id: ProviderId;
  title: string;
  name: string;
  keys: string;
  gets: string;
  gives: string;
  pays: string;
}[] = [
  {
    id: "text",
    title: "Text",
    name: "OpenAI",
    keys: "https://platform.openai.com/api-keys",
    gets: "The article's text and the maximum length of the video.",
    gives: "A script in scenes, then a title, a description and tags.",
    pays: "Per word read and written.",
  },
  {
    id: "voice",
    title: "Voice",
    name: "ElevenLabs",
    keys: "https://elevenlabs.io/app/settings/api-keys",
    gets: "The script, one scene at a time, and the voice to use.",
    gives: "One take per scene. Takes are kept, so you never pay twice for the same take.",
    pays: "Per character spoken.",
  },
  {
    id: "music",
    title: "Music",
    name: "Suno",
    keys: "https://suno.com/account",
    gets: "A mood, a tempo and a length. Nothing from the article.",
    gives: "One piece of music, as long as the video.",
    pays: "Per piece.",
  },
];

export const KEY_FACTS = [
  {
    title: "Stored in your keychain",
    text: "Your system's keychain stores provider keys encrypted. They are never written to a project file.",
  },
  {
    title: "Sent only to their provider",
    text: `Each provider key goes to its own provider and nowhere else. ${BRAND.name}'s servers never see it.`,
  },
  {
    title: "Spending limits",
    text: "Set a limit with the provider and another in the application, which asks you before a render exceeds its own limit.",
  },
  {
    title: "Replaced in a minute",
    text: "Revoke a key with the provider and paste the new one. Drafts continue where they stopped.",
  },
] as const;
