import type { ReactElement } from "react";
import type { ShownPicture } from "./material.ts";

/** Loads when it comes near the screen. Its size is set from the start, so the page does not move. */
export function Picture({ alt, ...picture }: ShownPicture & { className: string }): ReactElement {
  return <img alt={alt} loading="lazy" decoding="async" {...picture} />;
}
