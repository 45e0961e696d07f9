import type { ReactElement, ReactNode } from "react";
import { SkipLink } from "../../ui/SkipLink.tsx";
import { Footer } from "./Footer.tsx";
import { Nav } from "./Nav.tsx";

/** The frame of every public page. Links are plain `<a>`, because each page is a separate document. */
export function PublicFrame({ children }: { children: ReactNode }): ReactElement {
  return (
    <>
      <SkipLink />
      <Nav />
      <main id="content">{children}</main>
      <Footer />
    </>
  );
}
