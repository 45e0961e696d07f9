import type { ReactElement } from "react";

/** Paragraphs of plain text. Shows text between backticks as code. */
export function Prose({ text }: { text: string }): ReactElement {
  return (
    <>
      {text.split("\n\n").map((paragraph) => (
        <p key={paragraph}>
          {paragraph.split("`").map((part, index) =>
            index % 2 === 1 ? (
              <code
                // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text do not move.
                key={index}
                className="rounded-small bg-raised px-1 py-0.5 font-mono text-[0.875em] text-ink"
              >
                {part}
              </code>
            ) : (
              part
            ),
          )}
        </p>
      ))}
    </>
  );
}
