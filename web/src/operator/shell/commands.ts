import { DESKS, hrefOf, TABS } from "../tabs.ts";

export type Command = { kind: "page" | "action"; title: string; to: string };

const COMMANDS: readonly Command[] = [
  ...[...TABS, ...DESKS].map(({ id, label }): Command => ({ kind: "page", title: label, to: hrefOf(id) })),
  { kind: "action", title: "See last month's figures", to: `${hrefOf("growth")}?period=last` },
  { kind: "action", title: "Generate a license key", to: hrefOf("keys") },
  { kind: "action", title: "Create an API key", to: hrefOf("api-keys") },
  { kind: "action", title: "Create a discount code", to: hrefOf("codes") },
  { kind: "action", title: "Replay failed events", to: hrefOf("events") },
  { kind: "action", title: "Answer a dispute", to: hrefOf("disputes") },
  { kind: "action", title: "Approve or run payouts", to: hrefOf("payouts") },
  { kind: "action", title: "Report an incident on the status page", to: `${hrefOf("incidents")}?new` },
  { kind: "action", title: "Change the lifetime offer", to: hrefOf("promotions") },
];

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Finds commands by the beginnings of words in their titles. For empty text, returns all pages. */
export function commandsFor(text: string): readonly Command[] {
  const typed = wordsOf(text);
  if (typed.length === 0) return text.trim() === "" ? COMMANDS.filter(({ kind }) => kind === "page") : [];
  return COMMANDS.filter(({ title }) => {
    const words = wordsOf(title);
    return typed.every((start) => words.some((word) => word.startsWith(start)));
  });
}
