import { BRAND } from "#shared/brand.ts";

export type StepId = "article" | "script" | "voice" | "music" | "cut" | "publish";

export const STEPS: readonly { id: StepId; title: string; text: string; note: string }[] = [
  {
    id: "article",
    title: "Article",
    text: "Paste a link or a text, or drop a file. Menus, notices and ads are removed. Headings, quotes and figures stay, each with its source.",
    note: "On your computer",
  },
  {
    id: "script",
    title: "Script",
    text: "The text provider rewrites the article for the ear: an opening, then numbered scenes with one idea each. Every sentence links to its passage in the article, so you can check it.",
    note: "Text provider",
  },
  {
    id: "voice",
    title: "Voice",
    text: "Each scene is a separate take. Change a sentence and only that sentence is recorded again, in the same voice and at the same pace.",
    note: "Voice provider",
  },
  {
    id: "music",
    title: "Music",
    text: "Composed to fit the length of the video, with a beginning and an end. The volume drops automatically under speech.",
    note: "Music provider",
  },
  {
    id: "cut",
    title: "Video",
    text: "Pictures, captions, voice and music arrive on one timeline. Drag anything you want to change, then render in the format of your channel.",
    note: "On your computer",
  },
  {
    id: "publish",
    title: "Publish",
    text: "Get a title, description and tags based on what people search for. Pick a time or set a trigger, and the finished video uploads automatically.",
    note: "Your channel",
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
    text: "Your system's keychain stores keys encrypted. They are never written to a project file.",
  },
  {
    title: "Sent only to their provider",
    text: `Each key goes to its own provider and nowhere else. ${BRAND.name}'s servers never see it.`,
  },
  {
    title: "Spending limits",
    text: "Set a limit with the provider and another in the application. A render that would exceed it asks you first.",
  },
  {
    title: "Replaced in a minute",
    text: "Revoke a key with the provider and paste the new one. Drafts continue where they stopped.",
  },
] as const;
