import { type ReactElement, useEffect, useState } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import { toast } from "./toast.ts";

const SHOWN_MS = 2000;

export function CopyButton({
  text,
  label,
  className,
}: {
  text: string;
  label: string;
  className?: string;
}): ReactElement {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return undefined;
    const timer = setTimeout(() => setCopied(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied((times) => times + 1);
    } catch {
      toast("Your browser blocked copying. Select the text and copy it.", "warn");
    }
  };

  return (
    <button
      type="button"
      onClick={copy}
      aria-label={label}
      title={label}
      className={cx(
        "inline-flex h-8 items-center gap-2 rounded-small px-2 text-sm transition-colors hover:bg-line/60 pointer-coarse:h-10",
        copied > 0 ? "text-good-ink" : "text-quiet hover:text-ink",
        className,
      )}
    >
      <Icon name={copied > 0 ? "check" : "copy"} className="size-4 shrink-0" />
      <span role="status">{copied > 0 ? "Copied" : ""}</span>
    </button>
  );
}
