import { BRAND } from "#shared/brand.ts";

// What the pages about automation and integrations say.

export type StepId = "article" | "script" | "voice" | "music" | "cut" | "publish";

export const STEPS: readonly { id: StepId; title: string; text: string; note: string }[] = [
  {
    id: "article",
    title: "Article",
    text: "Paste an address or a text, or drop a file. Menus, notices and adverts are left behind; headings, quotes and figures are kept, each with the place that it came from.",
    note: "On your computer",
  },
  {
    id: "script",
    title: "Script",
    text: "The whole text is read once and told again for the ear: an opening, numbered scenes, one thought each. Every sentence remembers which part of the article it stands for, so you can check it.",
    note: "Text provider",
  },
  {
    id: "voice",
    title: "Voice",
    text: "Each scene is spoken as a take of its own. Change a sentence and only that sentence is spoken again, in the same voice and at the same pace.",
    note: "Voice provider",
  },
  {
    id: "music",
    title: "Music",
    text: "Composed to the length of the film, with a beginning and an end. It steps back by itself wherever somebody speaks.",
    note: "Music provider",
  },
  {
    id: "cut",
    title: "Video",
    text: "Pictures, captions, voice and music arrive on one timeline. What you would have done differently, you drag. Then it is rendered, in the format of your channel.",
    note: "On your computer",
  },
  {
    id: "publish",
    title: "Publish",
    text: "Title, description and tags are suggested by what people search for. Pick the hour, or let a trigger decide, and the finished file goes up by itself.",
    note: "Your channel",
  },
];

export const TRIGGERS = [
  { title: "A time", text: "Tuesdays at nine. Films that are done wait in line; the first of them goes up." },
  {
    title: "A new article",
    text: "A feed or a folder is watched. What appears in it becomes a draft, or a video.",
  },
  {
    title: "Your approval",
    text: "Everything up to the cut is done by itself, and nothing goes up before you have seen it.",
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
    gets: "The article's text, and how long the video may be.",
    gives: "A script in scenes; later a title, a description and tags.",
    pays: "By the words read and written.",
  },
  {
    id: "voice",
    title: "Voice",
    name: "ElevenLabs",
    keys: "https://elevenlabs.io/app/settings/api-keys",
    gets: "The script, one scene at a time, and which voice to use.",
    gives: "A take for each scene. Takes are kept, so nothing is paid twice.",
    pays: "By the characters spoken.",
  },
  {
    id: "music",
    title: "Music",
    name: "Suno",
    keys: "https://suno.com/account",
    gets: "A mood, a tempo and a length. Not a word of the article.",
    gives: "One piece that ends where the film ends.",
    pays: "By the piece.",
  },
];

export const KEY_FACTS = [
  {
    title: "Kept where passwords are kept",
    text: "Keys lie in your system's own keychain, encrypted, and are never written into a project file.",
  },
  {
    title: "Sent to one place each",
    text: `A key goes to the provider that it belongs to, and nowhere else. ${BRAND.name}'s servers never see it.`,
  },
  {
    title: "Limited by you",
    text: "Set a limit at the provider and another in the application: a render that would go beyond it asks first.",
  },
  {
    title: "Replaced in a minute",
    text: "Revoke a key at the provider, paste the new one. Drafts go on where they stopped.",
  },
] as const;
