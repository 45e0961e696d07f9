import type { ReactElement } from "react";
import type { ShownPicture } from "./material.ts";

/** Loads when it comes near the screen. The page does not move, because the size is set from the start. */
export function Picture({ alt, ...picture }: ShownPicture & { className: string }): ReactElement {
  return <img alt={alt} loading="lazy" decoding="async" {...picture} />;
}
