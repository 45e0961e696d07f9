import type { ReactElement } from "react";
import { Banner } from "../ui/Banner.tsx";
import { failureWords } from "./ApiError.ts";

type FailureProps = { error: unknown; refused: string; maybe: string; className?: string };

export function FailureBanner({ error, refused, maybe, className = "" }: FailureProps): ReactElement {
  const { title, text } = failureWords(error, { refused, maybe });
  return (
    <Banner tone="bad" title={title} className={className}>
      {text}
    </Banner>
  );
}
