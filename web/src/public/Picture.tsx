import type { ReactElement } from "react";
import type { ShownPicture } from "./material.ts";

/** Loads when it comes near the screen. Its size is known before, so that nothing moves. */
export function Picture({ alt, ...picture }: ShownPicture & { className: string }): ReactElement {
  return <img alt={alt} loading="lazy" decoding="async" {...picture} />;
}
