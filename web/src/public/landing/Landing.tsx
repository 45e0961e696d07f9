import type { ReactElement, ReactNode } from "react";
import { PublicFrame } from "../frame/PublicFrame.tsx";
import { Hero, Stats } from "./Hero.tsx";
import { Pricing } from "./Pricing.tsx";
import { Features, Invitation, Questions, Voices } from "./Sections.tsx";

/** The landing page, rendered to HTML at build. `notice` appears above it at unknown addresses. */
export function Landing({ notice }: { notice?: ReactNode }): ReactElement {
  return (
    <PublicFrame>
      {notice}
      <Hero />
      <Stats />
      <Features />
      <Pricing />
      <Voices />
      <Questions />
      <Invitation />
    </PublicFrame>
  );
}
