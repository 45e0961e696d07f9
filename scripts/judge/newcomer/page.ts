export type Command = {
  /** As on the page: `npm run deploy -- --stage prod`. */
  readonly text: string;
  /** The section's number: 3 for `## 3. Deploy for the first time`. */
  readonly section: number;
  readonly line: number;
};

/** @returns the commands of a page's indented blocks, in order */
export function commandsOf(markdown: string): Command[] {
  let section = 0;
  let follows = true;
  return markdown.split("\n").flatMap((text, index) => {
    const heading = /^## (\d+)\. /.exec(text);
    if (heading !== null) section = Number(heading[1]);
    const isIndented = /^ {4,}\S/.test(text);
    // An indented block begins after an empty line.
    const isCommand = isIndented && follows;
    follows = text.trim() === "" || isCommand;
    return isCommand ? [{ text: text.trim(), section, line: index + 1 }] : [];
  });
}
